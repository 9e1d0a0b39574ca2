import { X509Certificate } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';
import tls, { type PeerCertificate, TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { codeOf } from '../files.ts';
import { version } from '../version.ts';

/** An unprocessed answer: no redirect is followed, and a bad certificate is reported, not thrown. */
export interface Look {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Without the compression that some servers use for every client. */
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
const tooLarge = 'larger than 2 MB';

/** Firewalls refuse requests without one. */
export const userAgent = `Mozilla/5.0 (compatible; wallet-buttons/${version})`;

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
        if (size > mostBytes) response.destroy(Object.assign(new Error(), { code: tooLarge }));
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
        const body = decoded(Buffer.concat(parts), headers['content-encoding'] ?? '');
        resolve(typeof body === 'string' ? body : { status, headers, body, tls });
      });
    });
    request.on('error', (error) => {
      resolve(signal.aborted ? 'ETIMEDOUT' : networkCode(error));
    });
    request.end(body);
  });
}

/** The authorities of Node and one more, which would replace them by itself. */
export function trusted(ca: Buffer | undefined): string[] | undefined {
  if (ca === undefined) return undefined;
  // Node 20 has only the ones that it brings.
  const ownAuthorities = 'getCACertificates' in tls ? tls.getCACertificates('default') : undefined;
  return [...(ownAuthorities ?? tls.rootCertificates), new X509Certificate(ca).toString()];
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

const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The body without its compression; as it came, if that is another one or is damaged. A text says that it is too large. */
function decoded(body: Buffer, encoding: string): Buffer | string {
  const decode = decoders[encoding.trim().toLowerCase()];
  if (!decode) return body;
  try {
    return decode(body, { maxOutputLength: mostBytes });
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : body;
  }
}

/** The code of an error of the network. EPROTO has its cause in its text: `ERR_SSL_WRONG_VERSION_NUMBER`. */
export function networkCode(error: unknown): string {
  const code = codeOf(error);
  if (code !== 'EPROTO') return code;
  const [, reason] = /SSL routines:[^:]*:([^:]+):/.exec(String(error)) ?? [];
  return reason === undefined ? code : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}

/** This machine, and private networks (RFC 1122, 1918, 3927, 6598, 4193, 4291). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

/** Whether the host is this machine, or in a private network. A name without a dot is one of a network. */
export function isPrivate({ hostname }: URL): boolean {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return !host.includes('.') || /\.(local|internal|test|localhost|lan|home\.arpa)$/.test(host);
}

/** A browser treats loopback as secure. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
}
