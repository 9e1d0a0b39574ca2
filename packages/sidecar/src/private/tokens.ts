import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What a token allows, each with what stands before it. `operate` captures, voids, refunds, pays and ends reviews. `money`
 * also opens a closed order for payers again and refunds over a dispute, by which money may move twice.
 */
export const rights = ['look', 'operate', 'money'] as const;
export type Right = (typeof rights)[number];

/** A token, and who has it. */
export interface Token {
  /** Stands in histories, logs and changes. */
  readonly name: string;
  readonly right: Right;
  /** 32 characters or more. */
  readonly token: string;
}

/** The tokens as they are at the time of a request. */
export type Tokens = () => readonly Token[];

/** Whether a right includes another one. */
export function includes(right: Right, neededRight: Right): boolean {
  return rights.indexOf(right) >= rights.indexOf(neededRight);
}

/** The lines of a file, each `name right token`, and what is wrong with others. A line with `#` is a comment. */
export function readTokens(text: string): {
  readonly tokens: readonly Token[];
  readonly problems: readonly string[];
} {
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    const plain = line.trim();
    return plain === '' || plain.startsWith('#') ? [] : [{ plain, number: String(index + 1) }];
  });
  const tokens: Token[] = [];
  const problems: string[] = [];
  for (const { plain, number } of lines) {
    const [name = '', word, token = '', ...rest] = plain.split(/\s+/);
    const right = rights.find((each) => each === word);
    const isToken = /^[!-~]{32,}$/.test(token) && rest.length === 0;
    if (/^[\p{L}\p{N}._@-]{1,64}$/u.test(name) && right && isToken)
      tokens.push({ name, right, token });
    // The line has a secret, so it is not quoted.
    else
      problems.push(
        `line ${number} is not a name, a right (${rights.join(', ')}) and a token of 32 or more characters.`,
      );
  }
  return { tokens, problems };
}

/**
 * The holder of a token; `null` if it is unknown. Digests are compared, each in constant time and always all of them, so
 * that the time of an answer shows nothing.
 */
export function holderOf(tokens: readonly Token[], token: string): Token | null {
  const matches = tokens.filter((each) => isSame(each.token, token));
  return matches[0] ?? null;
}

/** Compares two secrets in constant time. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
