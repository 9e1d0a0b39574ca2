import { type CheckId, type Finding, findingOf } from './finding.ts';
import type { Look } from './look.ts';

/** One cause, and the remedy for it. */
export interface Problem {
  /** Without a full stop. */
  readonly seen: string;
  /** A whole sentence. */
  readonly fix: string;
}

/** `pass` without problems; else `otherwise`, with each problem and the remedy of each. */
export function judged(
  id: CheckId,
  problems: readonly Problem[],
  good: string,
  otherwise: 'warn' | 'fail' = 'fail',
): Finding {
  if (problems.length === 0) return findingOf(id, 'pass', good);
  const observation = problems.map((problem) => problem.seen).join('; ');
  const fixes = new Set(problems.map(({ fix }) => fix));
  return findingOf(id, otherwise, `${observation}.`, [...fixes].join(' '));
}

/** No answer came, for a reason of Node such as `ECONNREFUSED`. */
export function noAnswer(code: string): Problem {
  const fix =
    networkFixes.find(([pattern]) => pattern.test(code))?.[1] ??
    'Check the address, the network and the log of the server.';
  return { seen: `No answer (${code})`, fix };
}

const clientCertificate =
  'The server asks for a client certificate. Let requests without one through, or name another address.';

const networkFixes: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'Check the name of the host, and its entry in the DNS.'],
  [/ECONNREFUSED/, 'Start the server, or check its port.'],
  [
    /TIMEDOUT|UNREACH/,
    'Look whether a firewall drops the request, or whether the server hangs: it has ten seconds.',
  ],
  [/CERTIFICATE_REQUIRED/, clientCertificate],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH/,
    'The port answers in plain http: name the port of https, or serve it by https.',
  ],
  [/PROTO|SSL|TLS/, 'Check that the port speaks https, with TLS 1.2 or newer.'],
  [
    /RESET|EPIPE|aborted/i,
    'Look into the log of the server, or of the proxy: it cut the connection.',
  ],
  [/larger/, 'Give the address of the page itself.'],
];

/** The certificate is not trusted, for a reason of Node such as `CERT_HAS_EXPIRED`. */
export function untrustedCertificate(refusal: string): Problem {
  const fix =
    refusals.find(([pattern]) => pattern.test(refusal))?.[1] ??
    'Serve a certificate that browsers trust, with its intermediate certificates; name an authority of your own with --ca.';
  return { seen: `the certificate is not trusted (${refusal})`, fix };
}

const refusals: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED/, 'Renew the TLS certificate.'],
  [/NOT_YET/, 'Check the clock of this machine, and the first day of the certificate.'],
  [/ALTNAME|HOSTNAME/, 'Serve a certificate that names this host.'],
  [/REVOKED/, 'Replace the revoked certificate.'],
];

/** What is wrong with the way to an address: private, without TLS, or with a bad certificate. */
export function addressProblems(
  { tls }: Look,
  { isSecure, isPublic }: { readonly isSecure: boolean; readonly isPublic: boolean },
): readonly Problem[] {
  const refusal = tls?.refusal ?? null;
  return [
    ...(isPublic
      ? []
      : [
          {
            seen: 'the address is private (--local allows it)',
            fix: 'Give a public address: a tunnel while you develop, the domain of the shop later.',
          },
        ]),
    ...(isSecure ? [] : [{ seen: 'it is not https', fix: 'Serve it by https.' }]),
    ...(refusal === null ? [] : [untrustedCertificate(refusal)]),
  ];
}

/** What an HTTP status other than the expected one points to. */
export function statusProblem({ status, headers }: Look): Problem {
  const observation = `HTTP ${String(status)}`;
  const location = headers['location'];
  if (status >= 300 && status < 400) {
    const target = location === undefined ? '' : ` to ${location}`;
    return { seen: `${observation}${target}`, fix: 'Give the address itself, without a redirect.' };
  }
  if (status === 401 || status === 403) {
    return {
      seen:
        'www-authenticate' in headers ? `${observation}, and a login is asked for` : observation,
      fix: 'Let the address through without a login, a bot check or an allow-list.',
    };
  }
  if (status === 404 || status === 410)
    return {
      seen: observation,
      fix: 'Check the path, and that the web server in front passes it on.',
    };
  if (status === 405) return { seen: observation, fix: 'Let the method through to the server.' };
  if (status === 429) return { seen: observation, fix: 'Wait, or raise the limit of requests.' };
  return { seen: observation, fix: 'Look into the log of the server.' };
}

/** Whether a page was answered: HTML by its type or by its first character. */
export function isPage({ headers, body }: Pick<Look, 'headers' | 'body'>): boolean {
  const type = headers['content-type'] ?? '';
  return /html/i.test(type) || body.toString('utf8').trimStart().startsWith('<');
}
