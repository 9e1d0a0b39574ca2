import type { Difference } from '../world.ts';
import { headers, inHead, instead, option, replaced } from './fault.ts';

const body = (text: string): Difference => replaced('</body>', `${text}</body>`);
const app = (text: string): Difference =>
  instead(`<!doctype html><html><head><title>Levada</title></head><body>${text}</body></html>`);

/** Shops that are set up right, each in another way. */
export const controls: Readonly<Record<string, Difference>> = {
  'the shop itself': {},
  'a login beside the tags': body('<form><input name="mail"><input type="password"></form>'),
  'a refresh for browsers without scripts': inHead(
    '<noscript><meta http-equiv="refresh" content="0;url=/old"></noscript>',
  ),
  'a refresh every ten minutes': inHead('<meta http-equiv="refresh" content="600">'),
  'a commented stand-in': inHead(
    '<!-- <script src="http://127.0.0.1:4010/wallet-b.js"></script> -->',
  ),
  'a script whose name only ends like a stand-in': inHead(
    '<script src="/assets/my-wallet-b.js"></script>',
  ),
  'a bot check of a form beside the tags': inHead(
    '<script src="https://www.google.com/recaptcha/api.js"></script>',
  ),
  'an empty root that a script fills': app(
    '<div id="root"></div><script type="module" src="/app.js"></script>',
  ),
  'an empty root and a script that routes': app(
    "<div id='app'></div><script>if (!window.Promise) location.href = '/old'</script>",
  ),
  'a checkout with a login, whose tags come by a script': app(
    '<form><input name=mail><input type=password></form><form><input name=a><input name=b><input name=c><select></select></form>',
  ),
  'a word of bot checks in the text': app(
    '<h2>How we verify orders</h2><p>A human looks at it.</p><div id="root"></div>',
  ),
  'a policy with all sources': headers({
    'content-security-policy':
      "script-src 'self' https://applepay.cdn-apple.com https://pay.google.com; frame-src https://pay.google.com; frame-ancestors 'self'; connect-src 'self' https://google.com/pay https://pay.google.com; style-src 'self' 'unsafe-inline'",
  }),
  'a policy that only reports': headers({
    'content-security-policy-report-only': "default-src 'none'",
  }),
  'a policy of frames alone': headers({ 'content-security-policy': "frame-ancestors 'self'" }),
  'payment allowed for the page': headers({ 'permissions-policy': 'payment=(self), camera=()' }),
  'payment allowed for all': headers({ 'permissions-policy': 'payment=*' }),
  'popups allowed': headers({ 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  'frames of the same site': headers({ 'x-frame-options': 'SAMEORIGIN' }),
  'a strict transport': headers({ 'strict-transport-security': 'max-age=31536000' }),
  'wallet A alone': {
    html: (html) =>
      html
        .replace(/<wallet-b-button[^]*<\/wallet-b-button>/, '')
        .replace(/<link rel="preload" as="script" href="https:\/\/pay[^>]*>/, ''),
  },
  'a group around the tags': {
    html: (html) =>
      html
        .replace('<wallet-a-button', '<wallet-buttons label="Levada"><wallet-a-button')
        .replace('</wallet-b-button>', '</wallet-b-button></wallet-buttons>'),
  },
  'a whole amount': replaced('199.90', '200'),
  'another currency': replaced('UAH', 'EUR'),
  'a domain that the tag names': replaced(
    '<wallet-a-button',
    '<wallet-a-button merchant-domain="shop.example"',
  ),
  'one script of the tags twice': inHead(
    '<script type="module" src="/npm/@wallet-buttons/elements@0.1.0/more.js"></script>',
  ),
  'no environment in the options': option('--environment', null),
  'no page around': option('--embedded-in', null),
  'no page': option('url', null),
  'no database': option('--db', null),
  'a return page of a template': {
    at: { '/return': { headers: { 'content-type': 'text/html' }, body: '<h1>Thank you</h1>' } },
  },
  'a return page whose form asks for a mail': {
    at: {
      '/return': {
        headers: { 'content-type': 'text/html' },
        body: '<form><input type=email></form>',
      },
    },
  },
  'a service whose answers have a charset': {
    at: {
      '/service': {
        status: 404,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: '{"code":"SessionNotFoundError"}',
      },
    },
  },
  'a merchant id in which "shop" stands': option('--merchant-id', 'levada-shop-1'),
  'a staging shop in TEST on this machine': {
    html: (html) => html.replaceAll('PRODUCTION', 'TEST').replaceAll('paygate', 'examplegateway'),
    options: { '--environment': 'TEST', '--local': true },
  },
};
