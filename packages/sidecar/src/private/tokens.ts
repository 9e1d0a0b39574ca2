import { createHash, timingSafeEqual } from 'node:crypto';

/** What a token allows; `operate` includes `read`. */
export type Role = 'read' | 'operate';

/** The tokens of the configuration, by their role. */
export type Tokens = Readonly<Record<Role, readonly string[]>>;

/**
 * The role of a token; `null` if it is unknown. Digests are compared, each in constant time and always all of them, so
 * that the time of an answer shows nothing.
 */
export function roleOf(tokens: Tokens, token: string): Role | null {
  const mayRead = isOneOf(tokens.read, token);
  const mayOperate = isOneOf(tokens.operate, token);
  if (mayOperate) return 'operate';
  return mayRead ? 'read' : null;
}

function isOneOf(tokens: readonly string[], token: string): boolean {
  const matches = tokens.map((each) => isSame(each, token));
  return matches.includes(true);
}

/** Compares two secrets in constant time. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
