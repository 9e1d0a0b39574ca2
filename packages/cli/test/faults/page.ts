import { type Fault, instead, without } from './fault.ts';

const csp = (policy: string) => ({ headers: { 'content-security-policy': policy } });
const all =
  "default-src 'self'; script-src 'self' https://applepay.cdn-apple.com https://pay.google.com; frame-src https://pay.google.com; connect-src 'self' https://google.com/pay https://pay.google.com; style-src 'unsafe-inline'";
const page = (title: string, body: string) => ({
  html: instead(
    `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`,
  ),
});
const login = '<form action="/login"><input name="mail"><input type=password name=p></form>';

/** Faults of the checkout page: what stands before it, its headers, its tags. */
export const pageFaults: readonly Fault[] = [
  ['page.https', 'fail', 'a page that is not there', { status: 404 }],
  ['page.https', 'fail', 'a page that fails', { status: 500 }],
  ['page.https', 'fail', 'a page that is forbidden', { status: 403 }],
  [
    'page.https',
    'fail',
    'a login of the server',
    { status: 401, headers: { 'www-authenticate': 'Basic' } },
  ],
  ['page.https', 'fail', 'a redirect to a login', { status: 302, headers: { location: '/login' } }],
  ['page.https', 'fail', 'too many requests', { status: 429 }],
  ['page.https', 'fail', 'a shop that is closed for work', { status: 503 }],
  ['page.https', 'fail', 'http', { options: { url: 'http://HOST/checkout' } }],
  ['page.https', 'fail', 'an authority that no browser knows', { options: { '--ca': null } }],
  ['page.open', 'fail', 'a login with 200', page('Sign in', login)],
  [
    'page.open',
    'fail',
    'the password of a shop that is not open yet',
    page('Opening soon', '<form><input type="password"></form>'),
  ],
  ['page.open', 'fail', 'a login in Ukrainian', page('Вхід', login)],
  [
    'page.open',
    'fail',
    'a bot check of Cloudflare',
    page('Just a moment...', '<script>window._cf_chl_opt={}</script>'),
  ],
  [
    'page.open',
    'fail',
    'a bot check of Cloudflare by its header',
    { ...page('Wait', ''), headers: { 'cf-mitigated': 'challenge' } },
  ],
  [
    'page.open',
    'fail',
    'a bot check of DataDome',
    page('shop', '<script src="https://geo.captcha-delivery.com/captcha/"></script>'),
  ],
  [
    'page.open',
    'fail',
    'a bot check of Imperva',
    page('', '<iframe src="/_Incapsula_Resource?a=1"></iframe>'),
  ],
  ['page.open', 'fail', 'a bot check of PerimeterX', page('', '<div id="px-captcha"></div>')],
  [
    'page.open',
    'fail',
    'a bot check of AWS',
    page('', '<script src="https://a.b.token.awswaf.com/challenge.js"></script>'),
  ],
  [
    'page.open',
    'fail',
    'a bot check of another kind',
    page('Checking your browser', '<p>One second</p>'),
  ],
  [
    'page.open',
    'fail',
    'a refresh by a meta element',
    { html: instead('<meta http-equiv="refresh" content="0; url=/new-checkout">') },
  ],
  [
    'page.open',
    'fail',
    'a refresh without "url"',
    { html: instead('<META HTTP-EQUIV=Refresh CONTENT="3;/new">') },
  ],
  [
    'page.open',
    'fail',
    'a refresh by a header',
    { ...page('Moved', 'Moved'), headers: { refresh: '0; url=/new' } },
  ],
  [
    'page.open',
    'fail',
    'a script that leaves at once',
    { html: instead("<script>window.location.href = '/de/checkout'</script>") },
  ],
  [
    'page.open',
    'fail',
    'a script that replaces the page',
    { html: instead("<body><script>location.replace('/x')</script></body>") },
  ],
  [
    'page.open',
    'fail',
    'a file in its place',
    { html: instead('{}'), headers: { 'content-type': 'application/json' } },
  ],
  [
    'csp.script',
    'fail',
    'a policy without the script of wallet A',
    csp(all.replace(' https://applepay.cdn-apple.com', '')),
  ],
  [
    'csp.script',
    'fail',
    'a policy without the script of wallet B',
    csp(all.replace(' https://pay.google.com;', ';')),
  ],
  [
    'csp.frame',
    'fail',
    'a policy without the frames of wallet B',
    csp(all.replace('frame-src https://pay.google.com', "frame-src 'self'")),
  ],
  [
    'csp.connect',
    'fail',
    'a policy without the addresses of wallet B',
    csp(all.replace(' https://google.com/pay https://pay.google.com', '')),
  ],
  [
    'csp.connect',
    'fail',
    'a policy without the backend',
    csp(all.replace("connect-src 'self'", 'connect-src')),
  ],
  [
    'csp.style',
    'warn',
    'a policy without inline styles',
    csp(all.replace("'unsafe-inline'", "'self'")),
  ],
  [
    'csp.script',
    'fail',
    'a policy in the page',
    {
      html: without(
        '<head>',
        `<head><meta http-equiv="Content-Security-Policy" content="script-src 'self'">`,
      ),
    },
  ],
  [
    'pp.payment',
    'fail',
    'a policy that forbids payment',
    { headers: { 'permissions-policy': 'payment=()' } },
  ],
  [
    'pp.payment',
    'fail',
    'an older policy that forbids payment',
    { headers: { 'feature-policy': "payment 'none'" } },
  ],
  [
    'page.coop',
    'fail',
    'a page that cuts its popups off',
    { headers: { 'cross-origin-opener-policy': 'same-origin' } },
  ],
  [
    'page.coop',
    'warn',
    'a page that refuses frames of other sites',
    { headers: { 'cross-origin-embedder-policy': 'require-corp' } },
  ],
  ['page.tags', 'warn', 'no amount', { html: without(' amount="199.90"') }],
  ['page.tags', 'warn', 'no order', { html: without(' order="7"') }],
  ['page.tags', 'warn', 'no country', { html: without(' country="UA"') }],
  ['page.tags', 'warn', 'a decimal comma', { html: without('199.90', '199,90') }],
  [
    'page.tags',
    'warn',
    'an amount in minor units with a currency sign',
    { html: without('199.90', '199.90 грн') },
  ],
  ['page.tags', 'warn', 'a currency in small letters', { html: without('UAH', 'uah') }],
  [
    'page.tags',
    'warn',
    'a country by its name',
    { html: without('country="UA"', 'country="Ukraine"') },
  ],
  ['page.tags', 'warn', 'no gateway', { html: without(' gateway="paygate"') }],
  [
    'page.tags',
    'warn',
    'no merchant id of the gateway',
    { html: without('gateway-merchant-id="4711"') },
  ],
  [
    'page.tags',
    'warn',
    'no merchant id of wallet B',
    { html: without('merchant-id="BCR2DN7Q5Z"') },
  ],
  [
    'page.tags',
    'warn',
    'an environment in small letters',
    { html: without('"PRODUCTION"', '"production"') },
  ],
  [
    'page.twice',
    'fail',
    'two versions of the tags',
    {
      html: without(
        '</head>',
        '<script src="/npm/@wallet-buttons/elements@0.2.0/define.js"></script></head>',
      ),
    },
  ],
  ['preload.line', 'warn', 'no preload line', { html: without('rel="preload"', 'rel="next"') }],
  [
    'preload.same',
    'warn',
    'a preload line of wallet A without its mode',
    { html: without(' crossorigin="anonymous"') },
  ],
  [
    'page.frame',
    'fail',
    'a frame without the right to pay',
    {
      at: {
        '/shop': {
          body: '<iframe src="/checkout" allow="camera"></iframe>',
          headers: { 'permissions-policy': 'payment=()' },
        },
      },
    },
  ],
  [
    'page.frame',
    'fail',
    'a sandboxed frame without popups',
    {
      at: {
        '/shop': {
          body: '<iframe src="/checkout" allow="payment" sandbox="allow-scripts allow-same-origin"></iframe>',
        },
      },
    },
  ],
  ['page.frame', 'fail', 'a page around that is not there', { at: { '/shop': { status: 404 } } }],
  [
    'page.frame',
    'fail',
    'a checkout that refuses frames',
    { headers: { 'x-frame-options': 'DENY' } },
  ],
  ['page.frame', 'fail', 'a policy that refuses frames', csp("frame-ancestors 'none'")],
];
