import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { results } from './doctor.ts';
import { listen } from './run.ts';

/** Preload lines of both providers' scripts. */
export const preload = `
  <link rel="preload" as="script" href="https://pay.google.com/gp/p/js/pay.js">
  <link rel="preload" as="script" crossorigin="anonymous"
    href="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js">`;
/** A page with both buttons, as it should be. */
export const tags = `${preload}
  <wallet-a-button order="o-1" amount="1.00" currency="UAH" country="UA" label="Shop"></wallet-a-button>
  <wallet-b-button order="o-1" amount="1.00" currency="UAH" country="UA" label="Shop"
    gateway="g" gateway-merchant-id="17" environment="TEST"></wallet-b-button>
  <script type="module" src="/npm/@wallet-buttons/elements@0.1.0/define.js"></script>`;

/** Sources that both wallets need, a directive each. */
export const policy = [
  "default-src 'self'",
  'script-src https://applepay.cdn-apple.com https://pay.google.com',
  'frame-src https://pay.google.com',
  "connect-src 'self' https://google.com/pay https://pay.google.com",
  "style-src 'unsafe-inline'",
];

/** What the server of a test answers. */
export interface Page {
  readonly headers?: Readonly<Record<string, string>>;
  readonly html?: string;
  readonly status?: number;
}

/** The results of one check of `doctor` on a page. */
export async function page(
  test: TestContext,
  id: string,
  { headers = {}, html = tags, status = 200 }: Page = {},
  ...args: readonly string[]
): Promise<string[]> {
  const url = await listen(
    test,
    createServer((_, response) => response.writeHead(status, headers).end(html)),
  );
  return results(id, url, '--domain', '127.0.0.1:9', ...args);
}

/** The good policy without some directives. */
export const csp = (...missingDirectives: readonly string[]) => ({
  'content-security-policy': policy
    .filter((part) => !missingDirectives.some((name) => part.startsWith(name)))
    .join('; '),
});

/** A policy whose nonce the tags need. */
export const withNonce = {
  'content-security-policy': "script-src 'nonce-new'; style-src 'nonce-new'",
};
