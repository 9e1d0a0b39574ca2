import { attributesIn } from '../html.ts';
import { type Finding, findingOf } from './finding.ts';
import type { Look } from './look.ts';
import { judged, type Problem } from './problem.ts';

/** `page.open`: the answer is the checkout page itself. A page with a tag is; one without may build it by a script. */
export function checkOpen(answer: Look, html: string, hasTag: boolean): Finding {
  if (hasTag) return findingOf('page.open', 'pass', 'The page has a tag.');
  return judged(
    'page.open',
    doorsIn(answer, html),
    'No sign of a login, a bot check or a refresh.',
  );
}

/** What stands in the place of a page that was answered with 200. */
export function doorsIn(answer: Pick<Look, 'headers'>, html: string): readonly Problem[] {
  const { headers } = answer;
  const door =
    notPage(headers) ?? botCheck(headers, html) ?? refresh(headers, html) ?? login(html) ?? null;
  return door === null ? [] : [door];
}

function notPage(headers: Look['headers']): Problem | undefined {
  const type = headers['content-type'] ?? 'text/html';
  if (/html/i.test(type)) return undefined;
  return { seen: `it is ${type}, no page`, fix: 'Give the URL of the page with the buttons.' };
}

const throughCheck =
  'Let the page through without a bot check for this machine and for the providers, or take the check off the checkout.';

/** Words of bot checks that no page behind them has. */
const checks: readonly (readonly [name: string, sign: RegExp])[] = [
  [
    'Cloudflare',
    /<title>\s*(?:Just a moment|Attention Required)|_cf_chl_opt|\/cdn-cgi\/challenge-platform\/h\//i,
  ],
  ['DataDome', /geo\.captcha-delivery\.com/i],
  ['Imperva', /_Incapsula_Resource/i],
  ['PerimeterX', /px-captcha/i],
  ['AWS WAF', /awsWafCookieDomainList|token\.awswaf\.com/i],
  ['Sucuri', /sucuri_cloudproxy_js/i],
  ['SiteGround', /\/\.well-known\/(?:sg)?captcha\//i],
  ['Akamai', /<title>\s*(?:Access Denied|Challenge Validation)/i],
  ['DDoS-Guard', /<title>\s*DDoS-Guard/i],
  ['Vercel', /<title>\s*Vercel Security Checkpoint/i],
  [
    'a bot check',
    /<title>[^<]*(?:verify|checking)[^<]*(?:human|browser)|<h\d[^>]*>[^<]*(?:you are (?:a )?human|not a robot|checking your browser)/i,
  ],
];

function botCheck(headers: Look['headers'], html: string): Problem | undefined {
  const name =
    'cf-mitigated' in headers ? 'Cloudflare' : checks.find(([, sign]) => sign.test(html))?.[0];
  return name === undefined ? undefined : { seen: `a bot check came (${name})`, fix: throughCheck };
}

function refresh(headers: Look['headers'], html: string): Problem | undefined {
  const metas = Array.from(
    withoutNoscript(html).matchAll(/<meta\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, text = '']) => attributesIn(text),
  );
  const meta = metas.find((each) => /^refresh$/i.test(each.get('http-equiv') ?? ''));
  const text = headers['refresh'] ?? meta?.get('content') ?? '';
  const [, target] = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?['"]?([^'"]+)/i.exec(text) ?? [];
  const address = target ?? scriptedTarget(html);
  if (address === undefined) return undefined;
  return { seen: `the page leads on to ${address}`, fix: 'Give the address to which it leads.' };
}

/** A page of nothing but a script that leaves it. */
function scriptedTarget(html: string): string | undefined {
  const scripts = Array.from(
    html.matchAll(/<script\b[^>]*>([^]*?)<\/script>/gi),
    ([, code = '']) => code,
  );
  const rest = html.replaceAll(/<(script|style|title|noscript)\b[^]*?<\/\1>/gi, '');
  if (/<\w+[^>]*\bid=/i.test(rest) || rest.replaceAll(/<[^>]*>|\s/g, '').length > 200)
    return undefined;
  const leaves =
    /\blocation(?:\.href)?\s*=\s*['"`]([^'"`]+)|\blocation\.(?:replace|assign)\(\s*['"`]([^'"`]+)/;
  const [, set, called] = leaves.exec(scripts.join('\n')) ?? [];
  return set ?? called;
}

const openDoor =
  'Let the page through without a login, or name its session in WALLET_PAGE_COOKIE ("name=value; …").';

/** A form of a password and of little else. A checkout may offer a login too, beside its own fields. */
function login(html: string): Problem | undefined {
  const inputs = Array.from(
    html.matchAll(/<input\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, text = '']) => (attributesIn(text).get('type') ?? 'text').toLowerCase(),
  );
  const fields = inputs.filter(
    (type) => !['hidden', 'submit', 'checkbox', 'button'].includes(type),
  );
  const isLogin = fields.includes('password') && fields.length <= 3 && !/<select\b/i.test(html);
  return isLogin ? { seen: 'the page asks for a password', fix: openDoor } : undefined;
}

function withoutNoscript(html: string): string {
  return html.replaceAll(/<noscript\b[^]*?<\/noscript>/gi, '');
}
