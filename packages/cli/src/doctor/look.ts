import { X509Certificate } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { getCACertificates, type PeerCertificate, TLSSocket } from 'node:tls';
import manifest from '../../package.json' with { type: 'json' };
import { codeOf } from '../files.ts';

/** An unprocessed answer: no redirect is followed, and a bad certificate is reported, not thrown. */
export interface Look {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly tls: {
    readonly protocol: string;
    readonly cipher: string;
    /** Why the certificate is not trusted; `null` if it is. */
    readonly refusal: string | null;
    readonly validTo: number;
  } | null;
}

interface Question {
  readonly ca?: Buffer | undefined;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const mostBytes = 2_000_000;

/** Firewalls refuse requests without one. */
export const userAgent = `Mozilla/5.0 (compatible; wallet-buttons/${manifest.version})`;

/** Requests one URL. If no answer comes, returns the reason as text: a code such as `ECONNREFUSED`. */
export async function look(
  url: URL,
  { ca, method = 'GET', headers = {}, body = '' }: Question = {},
): Promise<Look | string> {
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  // A limit for the whole answer, since one that comes byte by byte is never idle.
  const signal = AbortSignal.timeout(10_000);
  return new Promise((resolve) => {
    const options = {
      method,
      headers: { 'user-agent': userAgent, ...headers },
      ca: trusted(ca),
      rejectUnauthorized: false,
      agent: false,
      signal,
    };
    const request = ask(url, options, (response) => {
      const { socket } = response;
      const tls = socket instanceof TLSSocket ? tlsOf(socket) : null;
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > mostBytes)
          response.destroy(Object.assign(new Error(), { code: 'larger than 2 MB' }));
      });
      response.on('error', (error) => {
        resolve(codeOf(error));
      });
      response.on('end', () => {
        const entries = Object.entries(response.headers).map(([name, value = '']) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]);
        const status = response.statusCode ?? 0;
        const headers = Object.fromEntries(entries) as Record<string, string>;
        resolve({ status, headers, body: Buffer.concat(parts), tls });
      });
    });
    request.on('error', (error) => {
      resolve(signal.aborted ? 'ETIMEDOUT' : codeOf(error));
    });
    request.end(body);
  });
}

/** The authorities of Node and one more, which would replace them by itself. */
export function trusted(ca: Buffer | undefined): string[] | undefined {
  return ca && [...getCACertificates('default'), new X509Certificate(ca).toString()];
}

function tlsOf(socket: TLSSocket): NonNullable<Look['tls']> {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
  const refusal: unknown = socket.authorizationError;
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
    refusal: socket.authorized ? null : String(refusal),
    validTo: Date.parse(certificate.valid_to ?? ''),
  };
}

/** Whether the host is this machine, or in a private network (RFC 1918, 4193). */
export function isPrivate({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    /^(?=[\d.]+$)(127|10|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|0)\./.test(hostname) ||
    /^\[(::1|f[cd]|fe80)/i.test(hostname) ||
    /\.(local|internal|test|localhost)$/.test(hostname)
  );
}
