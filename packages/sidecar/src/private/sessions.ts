import { createHmac, randomBytes } from 'node:crypto';
import { SidecarError } from '../errors.ts';
import type { DeskRecord } from './desk-record.ts';
import { isSame, type Token, type Tokens } from './tokens.ts';

/** A working day. */
const lifetime = 12 * 3_600_000;
const cookieName = 'wallet_desk';
/** The header that a page of the desk sends with each request that changes something. */
const csrfHeader = 'x-csrf-token';

/** What the page of the desk knows of its session. */
export interface Session extends Pick<Token, 'name' | 'right'> {
  /** For the header `X-CSRF-Token`. */
  readonly csrfToken: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

/** The sessions of the desk: a cookie that stands for one of the tokens. */
export interface Sessions {
  /** Opens a session. */
  readonly open: (token: Token, isSecure: boolean) => Session & { readonly cookie: string };
  /** The session of a request; `null` if it has none. */
  readonly find: (request: Request) => Promise<Session | null>;
  /** The same, checked for a request that changes something. @throws {SidecarError} `csrf_refused` */
  readonly check: (request: Request) => Promise<Session | null>;
  /** Ends the session of a request. @returns the cookie that removes it from the browser. */
  readonly end: (request: Request) => Promise<string>;
}

/**
 * A session is signed with its token and stored nowhere until it is ended: it outlives a restart, holds in several
 * processes, and ends when the token leaves its file.
 */
export function sessionsOf(
  tokens: Tokens,
  record: DeskRecord,
  now: () => number = Date.now,
): Sessions {
  const find: Sessions['find'] = async ({ headers }) => {
    const cookie = readCookie(headers.get('cookie') ?? '');
    if (!cookie || cookie.expires <= now()) return null;
    const { subject, expires, signature } = cookie;
    const [token] = tokens().filter((each) =>
      isSame(sign(each.token, 'session', subject), signature),
    );
    if (!token || Object.hasOwn((await record.read()).ended, subject)) return null;
    return sessionWith(token, subject, expires);
  };
  return {
    open: (token, isSecure) => {
      const expires = now() + lifetime;
      const subject = `${String(expires)}.${randomBytes(16).toString('base64url')}`;
      const value = `${subject}.${sign(token.token, 'session', subject)}`;
      const cookie = cookieOf(value, lifetime / 1000, isSecure);
      return { ...sessionWith(token, subject, expires), cookie };
    },
    find,
    check: async (request) => {
      const session = await find(request);
      if (session && request.method !== 'GET' && request.method !== 'HEAD') {
        checkSite(request);
        const token = request.headers.get(csrfHeader) ?? '';
        if (!isSame(token, session.csrfToken)) throw refused();
      }
      return session;
    },
    end: async ({ headers }) => {
      const { subject = '', expires = 0 } = readCookie(headers.get('cookie') ?? '') ?? {};
      await record.change((content) => {
        const rest = Object.entries(content.ended).filter(([, time]) => time > now());
        return { ...content, ended: { ...Object.fromEntries(rest), [subject]: expires } };
      });
      return cookieOf('', 0, false);
    },
  };
}

/**
 * Refuses a request that a page of another origin sent. `SameSite` does not: another port of one host is the same site.
 * @throws {SidecarError} `csrf_refused`
 */
export function checkSite({ headers }: Request): void {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin') throw refused();
}

function refused(): SidecarError {
  return new SidecarError('csrf_refused', 'The request did not come from the desk.');
}

function sessionWith({ name, right, token }: Token, subject: string, expires: number): Session {
  const csrfToken = sign(token, 'csrf', subject);
  return { name, right, csrfToken, endsAt: new Date(expires).toISOString() };
}

function sign(token: string, purpose: 'session' | 'csrf', subject: string): string {
  return createHmac('sha256', token).update(`desk ${purpose} ${subject}`).digest('base64url');
}

function readCookie(header: string) {
  const pattern = new RegExp(
    `(?:^|; ?)${cookieName}=((\\d{1,15})\\.[\\w-]{22})\\.([\\w-]{43})(?:;|$)`,
  );
  const [, subject, expires, signature] = pattern.exec(header) ?? [];
  if (subject === undefined || expires === undefined || signature === undefined) return null;
  return { subject, expires: Number(expires), signature };
}

function cookieOf(value: string, seconds: number, isSecure: boolean): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${String(seconds)}`];
  if (isSecure) attributes.push('Secure');
  return [`${cookieName}=${value}`, ...attributes].join('; ');
}
