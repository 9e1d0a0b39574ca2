import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** React sets no properties and hears no events of a custom element that came from the server. */
export function useHydrated() {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
