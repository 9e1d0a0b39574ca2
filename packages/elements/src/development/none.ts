/** What a production build has in the place of `checks.ts`. */
export function check(_tag: unknown, _lacks: unknown): void {
  // A production build says nothing in the console.
}
