import type {} from '@wallet-buttons/elements/react';
import { useEffect } from 'react';
import { useHydrated } from './hydrated';
import { defineTags } from './tags';

export default function Return() {
  const isHydrated = useHydrated();
  return isHydrated && <Status />;
}

function Status() {
  useEffect(() => void defineTags(), []);
  return <wallet-payment-status />;
}
