import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { caOf, urlOf } from '../given.ts';
import { type Finding, type Setup, skipped } from './finding.ts';
import { isPrivate, type Look, look } from './look.ts';
import { addressProblems, judged, noAnswer, type Problem } from './problem.ts';

/** An order that no shop has. The server redirects without a look at it. */
const order = 'wallet-buttons-doctor';

/** The address of the server to which the bank sends the payer: by a link, and by a form of another site. */
export async function checkBankReturn(setup: Setup): Promise<Finding[]> {
  const { bankReturn, callback } = setup;
  const ids = ['ret.get', 'ret.post'] as const;
  if (bankReturn === false) return skipped(ids, 'The backend has no address for the bank.');
  const base = bankReturn ?? besideWebhooks(callback);
  if (base === undefined) {
    const reason =
      callback === undefined
        ? 'Name the address for the bank with --bank-return, or --callback.'
        : 'Name the address for the bank with --bank-return: --callback does not end in /webhook/v1, v2 or v3.';
    return skipped(ids, reason);
  }
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
  // Where a link arrives, the address is right, and a protection refuses the form.
  const [link] = answers;
  const arrives = typeof link === 'object' && link.status === 303;
  return answers.map((answer, index) => {
    const problems = problemsOf(answer, url, receipt, arrives ? letFormsThrough : passOn, setup);
    return judged(ids[index] ?? 'ret.get', problems, '303 to the page of the shop.');
  });
}

const passOn = 'Pass /wallet/return/ and all below it on to the server.';
const letFormsThrough =
  'Let a form of another site through to /wallet/return/: leave /wallet/ out of the protection against CSRF.';

/** What is wrong with an answer to the bank's browser; nothing if it leads to the shop's page. */
function problemsOf(
  answer: Look | string,
  url: URL,
  receipt: string,
  remedy: string,
  { local = false, return: page }: Setup,
): readonly Problem[] {
  if (typeof answer === 'string') return [noAnswer(answer)];
  const { status, headers } = answer;
  const address = addressProblems(answer, {
    isSecure: url.protocol === 'https:' || local,
    isPublic: !isPrivate(url) || local,
  });
  if (status !== 303) {
    return [...address, { seen: `HTTP ${String(status)}, not 303`, fix: remedy }];
  }
  const target = URL.parse(headers['location'] ?? '', url.href);
  const query = target?.searchParams;
  const isNamed = query?.get('order') === order && query.get('receipt') === receipt;
  const expectedPage = page === undefined ? undefined : urlOf(page);
  const isThere =
    !expectedPage || `${expectedPage.origin}${expectedPage.pathname}` === placeOf(target);
  const missingOrder = { seen: 'the address of the 303 has no order and receipt', fix: passOn };
  const elsewhere = {
    seen: `the 303 leads to ${placeOf(target)}`,
    fix: "Give --return the server's redirectUrl, or set redirectUrl to the page.",
  };
  return [...address, ...(isNamed ? [] : [missingOrder]), ...(isThere ? [] : [elsewhere])];
}

function placeOf(url: URL | null): string {
  return url ? `${url.origin}${url.pathname}` : 'no address';
}

/** By default the server's address for the bank is beside that of its webhooks. */
function besideWebhooks(callback: string | undefined): string | undefined {
  const [, base] = /^(.+)\/webhook\/v[123]$/.exec(callback ?? '') ?? [];
  return base && `${base}/return`;
}
