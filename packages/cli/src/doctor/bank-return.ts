import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { caOf, urlOf } from '../given.ts';
import { expect, type Finding, type Setup, skipped } from './finding.ts';
import { isPrivate, type Look, look, untrusted } from './look.ts';

/** An order that no shop has. The server redirects without a look at it. */
const order = 'wallet-buttons-doctor';

/** The address of the server to which the bank sends the payer: by a link, and by a form of another site. */
export async function checkBankReturn(setup: Setup): Promise<Finding[]> {
  const { bankReturn, callback } = setup;
  const ids = ['ret.get', 'ret.post'] as const;
  if (bankReturn === false) return skipped(ids, 'The backend has no address for the bank.');
  const base = bankReturn ?? besideWebhooks(callback);
  if (base === undefined)
    return skipped(ids, 'Name the address for the bank with --bank-return, or --callback.');
  const receipt = randomBytes(18).toString('base64url');
  const path = `${Buffer.from(order).toString('base64url')}/${receipt}`;
  const url = urlOf(`${base.replace(/\/*$/, '')}/${path}`);
  const ca = await caOf(setup.ca);
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://bank.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  };
  const answers = [
    await look(url, { ca }),
    await look(url, { ca, method: 'POST', headers: form, body: 'status=approved' }),
  ];
  return answers.map((answer, index) => {
    const problems = problemsOf(answer, url, receipt, setup);
    const seen = problems.length === 0 ? '303 to the page of the shop.' : `${problems.join('; ')}.`;
    return expect(ids[index] ?? 'ret.get', problems.length === 0, seen);
  });
}

/** What is wrong with an answer to the bank's browser; nothing if it leads to the shop's page. */
function problemsOf(
  answer: Look | string,
  url: URL,
  receipt: string,
  { local = false, return: page }: Setup,
): readonly string[] {
  if (typeof answer === 'string') return [`no answer (${answer})`];
  const { status, headers, tls } = answer;
  const isSecure = url.protocol === 'https:' || local;
  const address = [
    ...(isPrivate(url) && !local ? ['the address is private (--local allows it)'] : []),
    ...(isSecure ? [] : ['it is not https']),
    ...(tls && tls.refusal !== null ? [untrusted(tls.refusal).slice(2)] : []),
  ];
  if (status !== 303) return [...address, `HTTP ${String(status)}, not 303`];
  const target = URL.parse(headers['location'] ?? '', url.href);
  const query = target?.searchParams;
  const isNamed = query?.get('order') === order && query.get('receipt') === receipt;
  const expected = page === undefined ? undefined : urlOf(page);
  const isThere = !expected || `${expected.origin}${expected.pathname}` === placeOf(target);
  return [
    ...address,
    ...(isNamed ? [] : ['the address of the 303 has no order and receipt']),
    ...(isThere ? [] : [`the 303 leads to ${placeOf(target)}`]),
  ];
}

function placeOf(url: URL | null): string {
  return url ? `${url.origin}${url.pathname}` : 'no address';
}

/** By default the server's address for the bank is beside that of its webhooks. */
function besideWebhooks(callback: string | undefined): string | undefined {
  const [, base] = /^(.+)\/webhook\/v[123]$/.exec(callback ?? '') ?? [];
  return base && `${base}/return`;
}
