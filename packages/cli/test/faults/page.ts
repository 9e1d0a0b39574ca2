import { type Faults, headers, instead, option, replaced } from './fault.ts';

const csp = (policy: string) => headers({ 'content-security-policy': policy });
const all =
  "default-src 'self'; script-src 'self' https://applepay.cdn-apple.com https://pay.google.com; frame-src https://pay.google.com; connect-src 'self' https://google.com/pay https://pay.google.com; style-src 'unsafe-inline'";
const page = (title: string, body: string) =>
  instead(`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`);
const login = '<form action="/login"><input name="mail"><input type=password name=p></form>';

/** Faults of the checkout page: what stands before it, its headers, its tags. */
export const pageFaults: Faults = {
  'page.https': {
    fail: {
      'a page that is not there': { status: 404 },
      'a page that fails': { status: 500 },
      'a page that is forbidden': { status: 403 },
      'a login of the server': { status: 401, headers: { 'www-authenticate': 'Basic' } },
      'a redirect to a login': { status: 302, headers: { location: '/login' } },
      'too many requests': { status: 429 },
      'a shop that is closed for work': { status: 503 },
      http: option('url', 'http://HOST/checkout'),
      'an authority that no browser knows': option('--ca', null),
    },
  },
  'page.open': {
    fail: {
      'a login with 200': page('Sign in', login),
      'the password of a shop that is not open yet': page(
        'Opening soon',
        '<form><input type="password"></form>',
      ),
      'a login in Ukrainian': page('Вхід', login),
      'a bot check of Cloudflare': page(
        'Just a moment...',
        '<script>window._cf_chl_opt={}</script>',
      ),
      'a bot check of Cloudflare by its header': {
        ...page('Wait', ''),
        headers: { 'cf-mitigated': 'challenge' },
      },
      'a bot check of DataDome': page(
        'shop',
        '<script src="https://geo.captcha-delivery.com/captcha/"></script>',
      ),
      'a bot check of Imperva': page('', '<iframe src="/_Incapsula_Resource?a=1"></iframe>'),
      'a bot check of PerimeterX': page('', '<div id="px-captcha"></div>'),
      'a bot check of AWS': page(
        '',
        '<script src="https://a.b.token.awswaf.com/challenge.js"></script>',
      ),
      'a bot check of another kind': page('Checking your browser', '<p>One second</p>'),
      'a refresh by a meta element': instead(
        '<meta http-equiv="refresh" content="0; url=/new-checkout">',
      ),
      'a refresh without "url"': instead('<META HTTP-EQUIV=Refresh CONTENT="3;/new">'),
      'a refresh by a header': { ...page('Moved', 'Moved'), headers: { refresh: '0; url=/new' } },
      'a script that leaves at once': instead(
        "<script>window.location.href = '/de/checkout'</script>",
      ),
      'a script that replaces the page': instead(
        "<body><script>location.replace('/x')</script></body>",
      ),
      'a file in its place': {
        ...instead('{}'),
        headers: { 'content-type': 'application/json' },
      },
    },
  },
  'csp.script': {
    fail: {
      'a policy without the script of wallet A': csp(
        all.replace(' https://applepay.cdn-apple.com', ''),
      ),
      'a policy without the script of wallet B': csp(all.replace(' https://pay.google.com;', ';')),
      'a policy in the page': replaced(
        '<head>',
        `<head><meta http-equiv="Content-Security-Policy" content="script-src 'self'">`,
      ),
    },
  },
  'csp.frame': {
    fail: {
      'a policy without the frames of wallet B': csp(
        all.replace('frame-src https://pay.google.com', "frame-src 'self'"),
      ),
    },
  },
  'csp.connect': {
    fail: {
      'a policy without the addresses of wallet B': csp(
        all.replace(' https://google.com/pay https://pay.google.com', ''),
      ),
      'a policy without the backend': csp(all.replace("connect-src 'self'", 'connect-src')),
    },
  },
  'csp.style': {
    warn: {
      'a policy without inline styles': csp(all.replace("'unsafe-inline'", "'self'")),
    },
  },
  'pp.payment': {
    fail: {
      'a policy that forbids payment': headers({ 'permissions-policy': 'payment=()' }),
      'an older policy that forbids payment': headers({ 'feature-policy': "payment 'none'" }),
    },
  },
  'page.coop': {
    fail: {
      'a page that cuts its popups off': headers({ 'cross-origin-opener-policy': 'same-origin' }),
    },
    warn: {
      'a page that refuses frames of other sites': headers({
        'cross-origin-embedder-policy': 'require-corp',
      }),
    },
  },
  'page.tags': {
    warn: {
      'no amount': replaced(' amount="199.90"'),
      'no order': replaced(' order="7"'),
      'no country': replaced(' country="UA"'),
      'a decimal comma': replaced('199.90', '199,90'),
      'an amount in minor units with a currency sign': replaced('199.90', '199.90 грн'),
      'a currency in small letters': replaced('UAH', 'uah'),
      'a country by its name': replaced('country="UA"', 'country="Ukraine"'),
      'no gateway': replaced(' gateway="paygate"'),
      'no merchant id of the gateway': replaced('gateway-merchant-id="4711"'),
      'no merchant id of wallet B': replaced('merchant-id="BCR2DN7Q5Z"'),
      'an environment in small letters': replaced('"PRODUCTION"', '"production"'),
    },
  },
  'page.twice': {
    fail: {
      'two versions of the tags': replaced(
        '</head>',
        '<script src="/npm/@wallet-buttons/elements@0.2.0/define.js"></script></head>',
      ),
    },
  },
  'preload.line': {
    warn: {
      'no preload line': replaced('rel="preload"', 'rel="next"'),
    },
  },
  'preload.same': {
    warn: {
      'a preload line of wallet A without its mode': replaced(' crossorigin="anonymous"'),
    },
  },
  'page.frame': {
    fail: {
      'a frame without the right to pay': {
        at: {
          '/shop': {
            body: '<iframe src="/checkout" allow="camera"></iframe>',
            headers: { 'permissions-policy': 'payment=()' },
          },
        },
      },
      'a sandboxed frame without popups': {
        at: {
          '/shop': {
            body: '<iframe src="/checkout" allow="payment" sandbox="allow-scripts allow-same-origin"></iframe>',
          },
        },
      },
      'a page around that is not there': { at: { '/shop': { status: 404 } } },
      'a checkout that refuses frames': headers({ 'x-frame-options': 'DENY' }),
      'a policy that refuses frames': csp("frame-ancestors 'none'"),
    },
  },
};
