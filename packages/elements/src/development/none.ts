/** Replaces `index.ts` in a production build: no checks, and no developer texts. */
export function check(_tag: unknown, _state: unknown): void {
  // Nothing is checked.
}

/* @__NO_SIDE_EFFECTS__ */
export function watchListeners(_element: unknown): void {
  // Nothing is watched.
}

export function suggestionFor(_code: string): string {
  return '';
}
