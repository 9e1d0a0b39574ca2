import dns from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import type { Finding } from '../src/doctor/finding.ts';
import { certificate, file, rsaPair, secure } from './doctor.ts';
import { preload } from './page.ts';
import { payInto } from './paid.ts';
import { jsonFrom, run } from './run.ts';

/** An answer of the shop, or of the payment service, at one path. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What differs from a shop that is set up right, and from the options that are right for it. */
export interface Difference {
  /** The checkout page. */
  readonly html?: (html: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Other answers, by the beginning of the path, or by method and path. */
  readonly at?: Readonly<Record<string, Answer>>;
  /** Other options, by name; `null`: without it. */
  readonly options?: Readonly<Record<string, string | true | null>>;
  /** The days for which the certificate of the shop is valid. */
  readonly days?: number;
}

/** The checkout of a live shop. */
const checkout = `<!doctype html><html><head>${preload}
  <script type="module" src="/npm/@wallet-buttons/elements@0.1.0/define.js"></script></head><body>
  <wallet-a-button order="7" amount="199.90" currency="UAH" country="UA" label="Levada"></wallet-a-button>
  <wallet-b-button order="7" amount="199.90" currency="UAH" country="UA" label="Levada" gateway="paygate"
    gateway-merchant-id="4711" merchant-id="BCR2DN7Q5Z" environment="PRODUCTION"></wallet-b-button>
  </body></html>`;

const association = '7B227073704964223A22';
const problem = JSON.stringify({ code: 'signature_invalid' });
const domainFile = '/.well-known/apple-developer-merchantid-domain-association';

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };

/** The answers of a live shop, and of its payment service below `/service`. */
function answersOf(difference: Difference): Readonly<Record<string, Answer>> {
  const { html: change = (text: string): string => text, headers = {}, status = 200 } = difference;
  return {
    ...difference.at,
    '/checkout': { status, headers: { ...html, ...headers }, body: change(checkout) },
    '/shop': { headers: html, body: '<iframe src="/checkout" allow="payment"></iframe>' },
    '/return': { headers: html, body: '<wallet-payment-status></wallet-payment-status>' },
    '/wallet/webhook/v1': { status: 401, headers: json, body: problem },
    '/service': { status: 404, headers: json, body: '{"code":"SessionNotFoundError"}' },
    [domainFile]: { headers: { 'content-type': 'text/plain' }, body: association },
    ...difference.at,
  };
}

function answer(answers: Readonly<Record<string, Answer>>) {
  return ({ url = '', method = '' }: IncomingMessage, response: ServerResponse): void => {
    const found =
      Object.entries(answers).find(([key]) => `${method} ${url}`.startsWith(key)) ??
      Object.entries(answers).find(([key]) => url.startsWith(key));
    const receipt = /^\/wallet\/return\/([\w-]+)\/([\w-]+)$/.exec(url);
    if (!found && receipt) {
      const [, order = '', key = ''] = receipt;
      const location = `/return?order=${Buffer.from(order, 'base64url').toString()}&receipt=${key}`;
      response.writeHead(303, { location }).end();
      return;
    }
    const { status = 200, headers = {}, body = '' } = found?.[1] ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  };
}

/** The files of a live shop: keys, certificates, the database. Made once. */
let files: Promise<Readonly<Record<string, string>>> | undefined;

async function makeFiles(): Promise<Readonly<Record<string, string>>> {
  const [pair, processing, identity] = [
    rsaPair(),
    await certificate('ec'),
    await certificate('rsa'),
  ];
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const db = join(temporaryFolder(), 'payments.db');
  await payInto(db, 'A-1');
  return {
    '--key': await file('key.pem', pair.privateKey),
    '--public-key': await file('public.pem', pair.publicKey),
    '--association': await file('association', association),
    '--payment-certificate': await file('pay.pem', processing.pem),
    '--payment-key': await file('pay.key', processing.key.export(pem)),
    '--identity-certificate': await file('id.pem', identity.pem),
    '--identity-key': await file('id.key', identity.key.export(pem)),
    '--db': db,
  };
}

/** The findings of `doctor` on a live shop with this difference. */
export async function findingsOf(
  test: TestContext,
  difference: Difference,
): Promise<readonly Finding[]> {
  const lookup = dns.lookup;
  test.mock.method(dns, 'lookup', (_: string, ...rest: [dns.LookupAllOptions, () => void]) => {
    lookup('127.0.0.1', ...rest);
  });
  const { host, ca } = await secure(test, answer(answersOf(difference)), {
    ...(difference.days !== undefined && { days: difference.days }),
  });
  const place = host.replace('localhost', 'shop.example');
  files ??= makeFiles();
  const options: Record<string, string | true | null> = {
    url: `https://${place}/checkout`,
    ...(await files),
    '--service': `https://${place}/service`,
    '--merchant-id': '4711',
    '--domain': place,
    '--wallet-a-id': 'merchant.ua.levada',
    '--wallet-b-id': 'BCR2DN7Q5Z',
    '--environment': 'PRODUCTION',
    '--callback': `https://${place}/wallet/webhook/v1`,
    '--return': `https://${place}/return`,
    '--embedded-in': `https://${place}/shop`,
    '--ca': ca,
    ...difference.options,
  };
  const args = Object.entries(options).flatMap(([name, value]) => {
    if (value === null) return [];
    if (value === true) return [name];
    const text = value.replaceAll('HOST', place);
    return name === 'url' ? [text] : [name, text];
  });
  const ran = await run('doctor', '--json', ...args);
  return (jsonFrom(ran) as unknown as { readonly findings: readonly Finding[] }).findings;
}
