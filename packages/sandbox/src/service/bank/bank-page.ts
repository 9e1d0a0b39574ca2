/** The bank's page as HTML: plain, without a script. */
import { decimalsOf } from '../../currency.ts';
import type { Attempt } from '../control-api.ts';

/** What the page shows. */
export interface BankPage {
  readonly attempt: Readonly<Attempt>;
  readonly merchantName: string;
  /** Where "back" leads, or null when the merchant named no address. */
  readonly returnUrl: string | null;
  readonly returnMethod: 'get' | 'post';
}

/** A page and the headers without which it must not be shown. */
export interface HtmlAnswer {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
  /** The work that follows it. */
  readonly after?: () => void;
}

/** Asks the payer, or shows the earlier decision. */
export function renderBankPage(page: BankPage): HtmlAnswer {
  const { attempt } = page;
  if (attempt.bank !== 'waiting') return answer(200, decidedTitle(attempt), decided(page));
  return answer(200, 'Confirm your payment', question(page));
}

/** The service’s own payment page: one card, one button. */
export function renderHostedPage(merchantName: string, canPay: boolean): HtmlAnswer {
  const form = '<form method="post"><button class="approve">Pay with a test card</button></form>';
  const main = canPay
    ? `<p>${escape(merchantName)} asks you for a payment.</p>${form}`
    : '<p>This payment cannot be paid any more, or is being paid.</p>';
  return answer(200, 'Payment page', main);
}

/** The same page after a second decision, which has no effect. */
export function renderDecidedAgain(page: BankPage): HtmlAnswer {
  return answer(409, decidedTitle(page.attempt), decided(page));
}

/** For an address that names no payment. */
export function renderUnknownPayment(): HtmlAnswer {
  return answer(
    404,
    'No such payment',
    '<p>This address belongs to no payment that the bank knows. Nothing was charged.</p>',
  );
}

function question(page: BankPage): string {
  const leave =
    page.returnUrl === null
      ? ''
      : `<p class="leave"><a href="${escape(page.returnUrl)}">Leave without deciding</a></p>`;
  return `<p>${escape(page.merchantName)} asks you for a payment. Is it you?</p>
${facts(page)}
<form method="post">
<button class="approve" name="decision" value="approve">Approve</button>
<button class="decline" name="decision" value="decline">Decline</button>
</form>
${leave}`;
}

function decided(page: BankPage): string {
  return `<p>This payment was decided before and cannot be decided again.</p>
${facts(page)}
${wayBack(page)}`;
}

function wayBack({ returnUrl, returnMethod }: BankPage): string {
  if (returnUrl === null) return '<p>You can close this page.</p>';
  const url = escape(returnUrl);
  if (returnMethod === 'get') return `<p><a class="button" href="${url}">Back to the shop</a></p>`;
  return `<form method="post" action="${url}"><button class="approve">Back to the shop</button></form>`;
}

function decidedTitle(attempt: Readonly<Attempt>): string {
  if (attempt.bank === 'none') return 'Nothing to decide';
  return attempt.bank === 'approved' ? 'You approved this payment' : 'You declined this payment';
}

function facts({ attempt, merchantName }: BankPage): string {
  const { network, last4 } = attempt.card;
  const card = `${network.charAt(0).toUpperCase()}${network.slice(1)} ending in ${last4}`;
  const amount = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: attempt.currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimalsOf(attempt.currency),
  }).format(Number(attempt.amount));
  return `<dl>
<div><dt>Shop</dt><dd>${escape(merchantName)}</dd></div>
<div><dt>Amount</dt><dd class="amount">${escape(amount)}</dd></div>
<div><dt>Card</dt><dd>${escape(card)}</dd></div>
</dl>`;
}

function answer(httpStatus: number, title: string, main: string): HtmlAnswer {
  return {
    httpStatus,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escape(title)} – Test bank</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="bank"><span class="sign" aria-hidden="true">TB</span> Test bank</p>
<h1>${escape(title)}</h1>
${main}
<p class="note">Part of a sandbox: no bank, no card and no money are behind it.</p>
</main>
</body>
</html>
`,
  };
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  // The empty icon: a browser that looks for one elsewhere complains of this very policy.
  'img-src data:',
  // Browsers apply it to the redirects after a form too, and the shop may lead on to another of its origins.
  "form-action 'self' https: http:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#16202b, #e9eef4); --soft: light-dark(#566374, #a3b0c0);
  --page: light-dark(#eef2f6, #0e141b); --card: light-dark(#ffffff, #18212c); --line: light-dark(#d8e0e8, #2c3947);
  --bank: light-dark(#0b5d4e, #58cdb4); --on-bank: light-dark(#ffffff, #06251f); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { inline-size: min(100%, 26rem); padding: clamp(1.25rem, 5vw, 2rem); background: var(--card);
  border: 1px solid var(--line); border-block-start: 4px solid var(--bank); border-radius: 14px; }
.bank { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.25rem; font-weight: 600; color: var(--bank); }
.sign { display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; border-radius: 8px; background: var(--bank);
  color: var(--on-bank); font-size: .8rem; letter-spacing: .04em; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
dl { margin: 1.25rem 0; border-block: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .7rem 0; }
dl div + div { border-block-start: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; text-align: end; font-weight: 500; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount { font-size: 1.15rem; font-weight: 700; }
form { display: grid; gap: .75rem; }
button, a.button { display: grid; place-items: center; min-block-size: 3rem; inline-size: 100%; padding: .5rem 1rem;
  border-radius: 10px; border: 1px solid var(--soft); background: transparent; color: var(--ink); font: inherit;
  font-weight: 600; text-decoration: none; cursor: pointer; }
button.approve, a.button { background: var(--bank); border-color: var(--bank); color: var(--on-bank); }
button:hover, a.button:hover { filter: brightness(1.07); }
:focus-visible { outline: 3px solid var(--bank); outline-offset: 3px; }
.leave { margin: 1rem 0 0; text-align: center; }
.leave a { color: var(--soft); display: inline-block; padding: .6rem; }
.note { margin: 1.5rem 0 0; color: var(--soft); font-size: .85rem; }
`;
