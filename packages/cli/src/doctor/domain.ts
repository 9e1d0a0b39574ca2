import { bytesOf } from '../files.ts';
import { caOf } from '../given.ts';
import { expect, type Finding, findingOf, type Setup, skipped } from './finding.ts';
import { look, type Look } from './look.ts';
import {
  isPage,
  judged,
  noAnswer,
  type Problem,
  statusProblem,
  untrustedCertificate,
} from './problem.ts';

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
    const isOldTls = /ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE/.test(answer);
    if (!isOldTls)
      return [judged('dom.status', [noAnswer(answer)], ''), ...skipped(rest, 'No answer.')];
    const others = ids.filter((id) => id !== 'dom.tls');
    return [
      findingOf('dom.tls', 'fail', `No common TLS version (${answer}).`, 'Serve TLS 1.2 or newer.'),
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
    return [judged('dom.status', [statusProblem(answer)], ''), ...transport, ...rest];
  }
  const textFile = await look(new URL(`${path}.txt`, url), question);
  const isSame =
    typeof textFile !== 'string' && textFile.status === 200 && textFile.body.equals(body);
  return [
    findingOf('dom.status', 'pass', 'HTTP 200.'),
    ...transport,
    await bytes(answer, association),
    content(answer),
    expect(
      'dom.txt',
      isSame,
      isSame ? 'The same bytes with .txt.' : 'Not the same bytes with .txt.',
      'warn',
    ),
  ];
}

async function bytes({ body, headers }: Look, association: string | undefined): Promise<Finding> {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    return findingOf(
      'dom.bytes',
      'fail',
      `The file is sent as ${encoding}, which the request does not allow.`,
      'Serve the file without compression and without Content-Encoding.',
    );
  if (association === undefined)
    return findingOf('dom.bytes', 'skip', 'Name the received file with --association.');
  const receivedBytes = await bytesOf(association);
  const observation = `${String(body.length)} bytes served, ${String(receivedBytes.length)} received.`;
  return expect('dom.bytes', body.equals(receivedBytes), observation);
}

/** Apple's file is one line of hexadecimal digits. */
function content(answer: Look): Finding {
  const { headers, body } = answer;
  const type = headers['content-type'] ?? 'no Content-Type';
  const text = body.toString('utf8').trim();
  if (text.startsWith('<')) return findingOf('dom.html', 'fail', 'A page is served.');
  const problems: Problem[] = [];
  if (isPage(answer))
    problems.push({ seen: `the Content-Type is ${type}`, fix: 'Serve the file as text/plain.' });
  if (text === '')
    problems.push({
      seen: 'the file is empty',
      fix: 'Download it again in the developer account.',
    });
  else if (!/^[\da-f]+$/i.test(text)) {
    const fix =
      'Compare it with the file of the developer account, which has hexadecimal digits alone.';
    problems.push({ seen: 'it does not look like the file of wallet A', fix });
  }
  return judged('dom.html', problems, `${type}.`, 'warn');
}

function tls({ tls: connection }: Look): Finding[] {
  if (!connection) return [];
  const { protocol, cipher, refusal, validTo } = connection;
  const isNew = /^TLSv1\.[23]$/.test(protocol);
  const problems = [
    ...(isNew ? [] : [{ seen: protocol, fix: 'Serve TLS 1.2 or newer.' }]),
    ...(refusal === null ? [] : [untrustedCertificate(refusal)]),
  ];
  const daysLeft = Math.floor((validTo - Date.now()) / day);
  return [
    judged('dom.tls', problems, `${protocol}, ${cipher}, certificate trusted.`),
    findingOf('dom.life', lifeResult(daysLeft, 30, 7), `${String(daysLeft)} days left.`),
  ];
}

/** The result for a number of days left. */
export function lifeResult(
  daysLeft: number,
  warnBelow: number,
  failBelow: number,
): 'pass' | 'warn' | 'fail' {
  if (daysLeft < failBelow) return 'fail';
  return daysLeft < warnBelow ? 'warn' : 'pass';
}
