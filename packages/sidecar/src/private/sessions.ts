import { createHmac, randomBytes } from 'node:crypto';
import { SidecarError } from '../errors.ts';
import { isSame, type Role, roleOf, type Tokens } from './tokens.ts';

/** A working day. */
const lifetime = 12 * 3_600_000;
const cookieName = 'wallet_desk';
/** The header that a page of the desk sends with each request that changes something. */
const csrfHeader = 'x-csrf-token';

/** What the page of the desk knows of its session. */
export interface Session {
  readonly role: Role;
  /** For the header `X-CSRF-Token`. */
  readonly csrfToken: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

/** The sessions of the desk: a cookie that stands for one of the tokens. */
export interface Sessions {
  /** Opens a session. @throws {SidecarError} `unauthorized` for an unknown token. */
  readonly open: (token: string, isSecure: boolean) => Session & { readonly cookie: string };
  /** The session of a request; `null` if it has none. */
  readonly find: (request: Request) => Session | null;
  /** The same, checked for a request that changes something. @throws {SidecarError} `csrf_refused` */
  readonly roleOf: (request: Request) => Role | null;
  /** Ends the session of a request in this process. @returns the cookie that removes it from the browser. */
  readonly end: (request: Request) => string;
}

/**
 * A session is signed with its token and stored nowhere: it outlives a restart, holds in several processes, and ends
 * when the configuration drops the token.
 */
export function sessionsOf(tokens: Tokens, now: () => number = Date.now): Sessions {
  /** The sessions that were ended, with the time until which their cookies could be used. */
  const endTimes = new Map<string, number>();
  const find: Sessions['find'] = ({ headers }) => {
    const cookie = readCookie(headers.get('cookie') ?? '');
    if (!cookie) return null;
    const { subject, expires, signature } = cookie;
    if (expires <= now() || endTimes.has(subject)) return null;
    const all = [...tokens.operate, ...tokens.read];
    const matches = all.filter((each) => isSame(sign(each, 'session', subject), signature));
    const [token] = matches;
    const role = token === undefined ? null : roleOf(tokens, token);
    if (token === undefined || role === null) return null;
    return sessionWith(token, role, subject, expires);
  };
  return {
    open: (token, isSecure) => {
      const role = roleOf(tokens, token);
      if (role === null) throw new SidecarError('unauthorized', 'The token is unknown.');
      const expires = now() + lifetime;
      const subject = `${String(expires)}.${randomBytes(16).toString('base64url')}`;
      const value = `${subject}.${sign(token, 'session', subject)}`;
      const cookie = cookieOf(value, lifetime / 1000, isSecure);
      return { ...sessionWith(token, role, subject, expires), cookie };
    },
    find,
    roleOf: (request) => {
      const session = find(request);
      if (!session) return null;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        checkSite(request);
        const token = request.headers.get(csrfHeader) ?? '';
        if (!isSame(token, session.csrfToken)) throw refused();
      }
      return session.role;
    },
    end: ({ headers }) => {
      for (const [subject, expires] of endTimes) if (expires <= now()) endTimes.delete(subject);
      const { subject, expires } = readCookie(headers.get('cookie') ?? '') ?? {};
      if (subject !== undefined && expires !== undefined) endTimes.set(subject, expires);
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

function sessionWith(token: string, role: Role, subject: string, expires: number): Session {
  const csrfToken = sign(token, 'csrf', subject);
  return { role, csrfToken, endsAt: new Date(expires).toISOString() };
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
