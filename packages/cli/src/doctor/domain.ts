import { bytesOf } from '../files.ts';
import { caOf } from '../given.ts';
import { expect, type Finding, found, type Setup, skipped } from './finding.ts';
import { look, type Look } from './look.ts';

const path = '/.well-known/apple-developer-merchantid-domain-association';
const ids = [
  'dom.status',
  'dom.redirect',
  'dom.bytes',
  'dom.html',
  'dom.txt',
  'dom.tls',
  'dom.life',
] as const;
const day = 86_400_000;

/** The association file of wallet A, on each domain. */
export async function checkDomains(setup: Setup): Promise<Finding[]> {
  if (setup.domain.length === 0) return skipped(ids, 'Name each domain with --domain.');
  const findings: Finding[] = [];
  for (const domain of setup.domain) {
    const each = await checkDomain(domain, setup);
    findings.push(...each.map((finding) => ({ ...finding, subject: domain })));
  }
  return findings;
}

async function checkDomain(domain: string, { association, ca }: Setup): Promise<Finding[]> {
  const question = { ca: await caOf(ca) };
  const url = new URL(path, `https://${domain}`);
  const answer = await look(url, question);
  if (typeof answer === 'string') {
    const rest = ids.filter((id) => id !== 'dom.status');
    const isOldTls = /PROTOCOL|VERSION|EPROTO/.test(answer);
    if (!isOldTls)
      return [
        found('dom.status', 'fail', `No answer (${answer}).`),
        ...skipped(rest, 'No answer.'),
      ];
    const others = ids.filter((id) => id !== 'dom.tls');
    return [
      found('dom.tls', 'fail', `No common TLS version (${answer}).`),
      ...skipped(others, 'No answer.'),
    ];
  }
  const { status, headers, body } = answer;
  const isRedirect = status >= 300 && status < 400;
  const transport = [
    expect(
      'dom.redirect',
      !isRedirect,
      isRedirect
        ? `HTTP ${String(status)} to ${headers['location'] ?? 'nowhere'}.`
        : 'No redirect.',
    ),
    ...tls(answer),
  ];
  if (status !== 200) {
    const rest = skipped(['dom.bytes', 'dom.html', 'dom.txt'], 'The file is not served.');
    return [found('dom.status', 'fail', `HTTP ${String(status)}.`), ...transport, ...rest];
  }
  const twin = await look(new URL(`${path}.txt`, url), question);
  const isSame = typeof twin !== 'string' && twin.status === 200 && twin.body.equals(body);
  return [
    found('dom.status', 'pass', 'HTTP 200.'),
    ...transport,
    await bytes(body, association),
    html(body, headers['content-type'] ?? ''),
    expect(
      'dom.txt',
      isSame,
      isSame ? 'The same bytes with .txt.' : 'Not the same bytes with .txt.',
      'warn',
    ),
  ];
}

async function bytes(body: Buffer, association: string | undefined): Promise<Finding> {
  if (association === undefined)
    return found('dom.bytes', 'skip', 'Name the received file with --association.');
  const received = await bytesOf(association);
  const seen = `${String(body.length)} bytes served, ${String(received.length)} received.`;
  return expect('dom.bytes', body.equals(received), seen);
}

function html(body: Buffer, type: string): Finding {
  if (body.toString('utf8').trimStart().startsWith('<'))
    return found('dom.html', 'fail', 'A page is served.');
  return expect('dom.html', !type.includes('html'), type || 'no Content-Type', 'warn');
}

function tls({ tls: seen }: Look): Finding[] {
  if (!seen) return [];
  const { protocol, cipher, refusal, validTo } = seen;
  const isGood = refusal === null && /^TLSv1\.[23]$/.test(protocol);
  const left = Math.floor((validTo - Date.now()) / day);
  return [
    expect('dom.tls', isGood, `${protocol}, ${cipher}, certificate ${refusal ?? 'trusted'}.`),
    found('dom.life', lifeResult(left, 30, 7), `${String(left)} days left.`),
  ];
}

/** The result for a number of days left. */
export function lifeResult(
  left: number,
  warnBelow: number,
  failBelow: number,
): 'pass' | 'warn' | 'fail' {
  if (left < failBelow) return 'fail';
  return left < warnBelow ? 'warn' : 'pass';
}
