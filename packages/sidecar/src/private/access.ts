import { createHash, timingSafeEqual } from 'node:crypto';
import { SidecarError } from '../errors.ts';

/** What a token allows; `operate` includes `read`. */
export type Role = 'read' | 'operate';

/** The tokens of the configuration, by their role. */
export type Tokens = Readonly<Record<Role, readonly string[]>>;

/**
 * Checks the bearer token of a request. Digests are compared, each in constant time and always all of them, so that the
 * time of an answer shows nothing.
 * @throws {SidecarError} `unauthorized` without a known token, `forbidden` if its role does not suffice.
 */
export function checkAccess(tokens: Tokens, needed: Role, authorization = ''): void {
  const [, token = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? [];
  const mayRead = isOneOf(tokens.read, token);
  const mayOperate = isOneOf(tokens.operate, token);
  if (!mayRead && !mayOperate) {
    throw new SidecarError('unauthorized', 'The token is missing or unknown.');
  }
  if (needed === 'operate' && !mayOperate) {
    throw new SidecarError('forbidden', 'This token may only read.');
  }
}

function isOneOf(known: readonly string[], token: string): boolean {
  const given = digest(token);
  const matches = known.map((each) => timingSafeEqual(digest(each), given));
  return matches.includes(true);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
