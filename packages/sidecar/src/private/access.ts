import type { Logger } from '@wallet-buttons/server';
import { SidecarError } from '../errors.ts';
import type { DeskRecord } from './desk-record.ts';
import { RefusedTokens } from './refusals.ts';
import { type Session, type Sessions, sessionsOf } from './sessions.ts';
import { holderOf, includes, type Right, type Token, type Tokens } from './tokens.ts';

/** Who sends a request. */
export type Caller = Pick<Token, 'name' | 'right'>;

/** Checks who sends a request: by its bearer token, or by the session of the desk. */
export class Access {
  readonly sessions: Sessions;
  readonly #tokens: Tokens;
  readonly #refused: RefusedTokens;

  constructor(tokens: Tokens, record: DeskRecord, logger: Logger | undefined) {
    this.sessions = sessionsOf(tokens, record);
    this.#tokens = tokens;
    this.#refused = new RefusedTokens(logger);
  }

  /**
   * @param address of the client, which is slowed if its token is wrong.
   * @throws {SidecarError} `unauthorized` without token and session, `forbidden` if the right does not suffice,
   * `csrf_refused` if a request that changes something has the cookie alone.
   */
  async check(neededRight: Right, request: Request, address: string): Promise<Caller> {
    const authorization = request.headers.get('authorization');
    const caller =
      authorization === null
        ? await this.sessions.check(request)
        : await this.#holder(bearerOf(authorization), address);
    if (!caller) throw new SidecarError('unauthorized', 'The token is missing.');
    demand(caller, neededRight);
    return caller;
  }

  /** Opens a session of the desk. @throws {SidecarError} `unauthorized` for an unknown token. */
  async logIn(
    token: string,
    isSecure: boolean,
    address: string,
  ): Promise<Session & { readonly cookie: string }> {
    return this.sessions.open(await this.#holder(token, address), isSecure);
  }

  async #holder(token: string, address: string): Promise<Token> {
    const holder = holderOf(this.#tokens(), token);
    if (holder) return holder;
    await this.#refused.slow(address);
    throw new SidecarError('unauthorized', 'The token is unknown.');
  }
}

/** @throws {SidecarError} `forbidden` */
export function demand({ right }: Caller, neededRight: Right): void {
  if (includes(right, neededRight)) return;
  throw new SidecarError('forbidden', `This needs a token with the right "${neededRight}".`);
}

function bearerOf(authorization: string): string {
  const [, token = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? [];
  return token;
}
