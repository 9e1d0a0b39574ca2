import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** React sets no properties and hears no events of a custom element that came from the server. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
