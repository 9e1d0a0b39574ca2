/**
 * Functions of the platform in a form that a page cannot break: libraries of the page may have replaced a built-in, and
 * some browsers lack it.
 */

/** A text that no other call returns. Only a secure context has `crypto.randomUUID`. */
export function uniqueKey(): string {
  try {
    return crypto.randomUUID();
  } catch {
    return `${Date.now()}-${Math.random()}-${Math.random()}`;
  }
}
