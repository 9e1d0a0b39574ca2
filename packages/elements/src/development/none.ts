/** What a production build has in the place of `index.ts`: no checks, and no texts for developers. */
export function check(_tag: unknown, _provider: unknown): void {
  // Nothing is said in the console.
}

/* @__NO_SIDE_EFFECTS__ */
export function watchListeners(_element: unknown): void {
  // Nothing is watched.
}

export function suggestionFor(_code: string): string {
  return '';
}
