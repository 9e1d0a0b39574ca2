import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { SANDBOX_URL } = process.env;
// The wallets' own scripts, requested together with the page's: a network step less before a button can be pressed.
const preload = `
    <link rel="preload" as="script" href="https://pay.google.com/gp/p/js/pay.js">
    <link rel="preload" as="script" href="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js" crossorigin="anonymous">`;
// The sandbox plays both wallets while you try things out. In production SANDBOX_URL is not set.
const wallets = SANDBOX_URL
  ? ['a', 'b']
      .map((wallet) => `<script src="${SANDBOX_URL}/wallet-${wallet}.js"></script>`)
      .join('')
  : preload;

function page(title: string, body: string, head = '') {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    ${head}
    <script type="module" src="/wallet-tags.js"></script>
  </head>
  <body>
    ${body}
  </body>
</html>`;
}

const checkout = `
    <wallet-buttons order="A-1001" amount="199.90" currency="UAH" country="UA" label="Shop">
      <wallet-a-button></wallet-a-button>
      <wallet-b-button gateway="examplegateway" gateway-merchant-id="exampleMerchant"></wallet-b-button>
    </wallet-buttons>
    <script>
      addEventListener('wallet-result', ({ outcome }) => {
        if (outcome !== 'failed') location.assign('/return?order=A-1001');
      });
    </script>`;

const tags = createRequire(`${process.cwd()}/`).resolve('@wallet-buttons/elements/cdn/define.js');

const status = '<wallet-payment-status></wallet-payment-status>';
const pages = new Map([
  ['/checkout', { type: 'text/html', body: page('Checkout', checkout, wallets) }],
  ['/return', { type: 'text/html', body: page('Your payment', status) }],
  ['/wallet-tags.js', { type: 'text/javascript', body: readFileSync(tags, 'utf8') }],
]);

export function pageAt(path: string) {
  return pages.get(path) ?? null;
}
