import { caOf, urlOf } from '../given.ts';
import { attributesIn } from '../html.ts';
import { type Finding, findingOf, type Setup } from './finding.ts';
import { isLoopback, type Look, look } from './look.ts';
import { listed, mayPay } from './permission.ts';
import { mayBeFramed, missingWords } from './policy.ts';
import { addressProblems, judged, noAnswer, type Problem, statusProblem } from './problem.ts';

/** `page.frame`: the page that shows the checkout in a frame lets it take payments. */
export async function checkFrame({ url, embeddedIn, ca }: Setup): Promise<Finding> {
  if (embeddedIn === undefined || url === undefined) {
    const reason = 'If a page shows the checkout in a frame, name it with --embedded-in.';
    return findingOf('page.frame', 'skip', reason);
  }
  const checkout = urlOf(url);
  const page = urlOf(embeddedIn);
  const trustedCa = await caOf(ca);
  const answer = await look(page, { ca: trustedCa });
  if (typeof answer === 'string') return judged('page.frame', [noAnswer(answer)], '');
  if (answer.status !== 200) return judged('page.frame', [statusProblem(answer)], '');
  const html = answer.body.toString('utf8').replaceAll(/<!--[^]*?-->/g, '');
  const frames = html.matchAll(/<iframe\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi);
  const frame = Array.from(frames, ([, text = '']) => attributesIn(text)).find((attributes) =>
    shows(attributes.get('src') ?? '', page, checkout),
  );
  if (!frame)
    return findingOf(
      'page.frame',
      'skip',
      `The HTML of ${page.href} has no frame of ${checkout.href}.`,
    );
  const { 'permissions-policy': policy, 'feature-policy': older = '' } = answer.headers;
  const forbidden = {
    seen: policy === undefined ? `Feature-Policy: ${older}` : `Permissions-Policy: ${policy}`,
    fix: 'Allow payment in the Permissions-Policy of the page around, for the origin of the checkout page.',
  };
  const checkoutAnswer = await look(checkout, { ca: trustedCa });
  const problems = [
    ...addressProblems(answer, {
      isSecure: page.protocol === 'https:' || isLoopback(page),
      isPublic: true,
    }),
    ...problemsOf(frame, page, checkout),
    ...(mayPay(answer.headers, page, checkout) ? [] : [forbidden]),
    ...(typeof checkoutAnswer === 'string' ? [] : refusals(checkoutAnswer, checkout, page)),
  ];
  return judged('page.frame', problems, 'The frame may take payments.');
}

function shows(source: string, page: URL, { origin, pathname }: URL): boolean {
  if (!URL.canParse(source, page.href)) return false;
  const frameUrl = new URL(source, page);
  return frameUrl.origin === origin && frameUrl.pathname === pathname;
}

/** Why the checkout page refuses to be in a frame of the page around. Its policy counts more than X-Frame-Options. */
function refusals({ headers }: Look, checkout: URL, page: URL): readonly Problem[] {
  const fix = `Let ${page.origin} show the checkout page: frame-ancestors ${page.origin}, and no X-Frame-Options.`;
  const policy = headers['content-security-policy'] ?? '';
  const isAllowed = mayBeFramed(policy.split(','), checkout, page);
  if (isAllowed === true) return [];
  if (isAllowed === false) return [{ seen: `Content-Security-Policy: ${policy}`, fix }];
  const options = headers['x-frame-options'] ?? '';
  const words = options.toLowerCase().split(/[\s,]+/);
  const isOther = page.origin !== checkout.origin;
  const isRefused = words.includes('deny') || (isOther && words.includes('sameorigin'));
  return isRefused ? [{ seen: `X-Frame-Options: ${options}`, fix }] : [];
}

function problemsOf(
  frame: ReadonlyMap<string, string>,
  page: URL,
  checkout: URL,
): readonly Problem[] {
  const problems: Problem[] = [];
  const allow = frame.get('allow') ?? '';
  // A frame of the same site needs no permission, but may be refused it.
  if (!(listed(allow, page, checkout) ?? page.origin === checkout.origin))
    problems.push({
      seen: /payment/i.test(allow) ? `allow="${allow}"` : 'no allow="payment"',
      fix: 'Give the frame allow="payment".',
    });
  const missing = missingWords(frame.get('sandbox')?.split(/\s+/) ?? null);
  if (missing !== '')
    problems.push({
      seen: `sandbox without ${missing}`,
      fix: `Add ${missing} to the sandbox of the frame.`,
    });
  return problems;
}
