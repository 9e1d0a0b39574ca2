/** What a production build has in the place of `index.ts`: no checks, and no texts for developers. */
export function check(_tag: unknown, _lacks: unknown): void {
  // Nothing is said in the console.
}

export function suggestionFor(_code: string): string {
  return '';
}
