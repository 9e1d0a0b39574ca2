import { SidecarError } from '../errors.ts';
import type { Sessions } from './sessions.ts';
import { type Role, roleOf, type Tokens } from './tokens.ts';

/**
 * Checks who sends a request: by its bearer token, or by the session of the desk.
 * @throws {SidecarError} `unauthorized` without either, `forbidden` if the role does not suffice, `csrf_refused` if a
 * request that changes something has the cookie alone.
 */
export function checkAccess(
  tokens: Tokens,
  sessions: Sessions,
  neededRole: Role,
  request: Request,
): void {
  const authorization = request.headers.get('authorization');
  const role =
    authorization === null ? sessions.roleOf(request) : roleOf(tokens, bearerOf(authorization));
  if (role === null) throw new SidecarError('unauthorized', 'The token is missing or unknown.');
  if (neededRole === 'operate' && role !== 'operate') {
    throw new SidecarError('forbidden', 'This token may only read.');
  }
}

function bearerOf(authorization: string): string {
  const [, token = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? [];
  return token;
}
