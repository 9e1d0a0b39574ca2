'use client';

import Script from 'next/script';
import { type ReactNode, useState } from 'react';

const wallets = ['wallet-a.js', 'wallet-b.js'];

interface Props {
  sandbox: string | undefined;
  children: ReactNode;
}

/** The sandbox plays both wallets while you try things out. Its scripts come after hydration, then the children. */
export function StandIns({ sandbox, children }: Props) {
  const [loaded, setLoaded] = useState<string[]>([]);
  if (!sandbox) return children;
  return (
    <>
      {wallets.map((wallet) => (
        <Script
          key={wallet}
          src={`${sandbox}/${wallet}`}
          onReady={() => setLoaded((previous) => [...previous, wallet])}
        />
      ))}
      {wallets.every((wallet) => loaded.includes(wallet)) && children}
    </>
  );
}
