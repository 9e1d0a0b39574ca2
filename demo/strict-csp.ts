import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Only the sources that the page and the two wallets need. */
const policy = (nonce: string): readonly string[] => [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  `script-src 'nonce-${nonce}'`,
  `style-src 'nonce-${nonce}'`,
  "img-src 'self' data: https://www.gstatic.com",
  'font-src https://applepay.cdn-apple.com',
  "connect-src 'self' https://google.com/pay https://pay.google.com",
  'frame-src https://pay.google.com',
  "require-trusted-types-for 'script'",
  'trusted-types wallet-buttons goog#html',
];

/** Serves `/strict-csp` as a shop with a strict policy does: each answer has a nonce of its own. */
export function strictCsp(page: string): Plugin {
  return {
    name: 'strict-csp',
    configurePreviewServer({ middlewares }) {
      middlewares.use('/strict-csp', (_request, response) => {
        const nonce = randomBytes(16).toString('base64');
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        response.setHeader('content-security-policy', policy(nonce).join('; '));
        // Wallet B may pay in a popup, and needs its messages.
        response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups');
        response.setHeader('permissions-policy', 'payment=(self "https://pay.google.com")');
        const html = readFileSync(page, 'utf8');
        response.end(
          html.replace(
            /<(script|link|meta(?= property=)|wallet-[ab]-button)\b/g,
            `$& nonce="${nonce}"`,
          ),
        );
      });
    },
  };
}
