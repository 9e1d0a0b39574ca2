import { caOf, urlOf } from '../given.ts';
import { expect, type Finding, found, type Setup } from './finding.ts';
import { look } from './look.ts';
import { mayPay } from './permission.ts';
import { attributesIn } from './tags.ts';

/** `page.frame`: the page that shows the checkout in a frame lets it take payments. */
export async function checkFrame({ url, embeddedIn, ca }: Setup): Promise<Finding> {
  if (embeddedIn === undefined || url === undefined) {
    const why = 'If a page shows the checkout in a frame, name it with --embedded-in.';
    return found('page.frame', 'skip', why);
  }
  const [checkout, page] = [urlOf(url), urlOf(embeddedIn)];
  const answer = await look(page, { ca: await caOf(ca) });
  if (typeof answer === 'string') return found('page.frame', 'fail', `No answer (${answer}).`);
  const html = answer.body.toString('utf8').replaceAll(/<!--[^]*?-->/g, '');
  const frames = html.matchAll(/<iframe\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi);
  const frame = Array.from(frames, ([, text = '']) => attributesIn(text)).find((attributes) =>
    shows(attributes.get('src') ?? '', page, checkout),
  );
  if (!frame)
    return found(
      'page.frame',
      'skip',
      `The HTML of ${page.href} has no frame of ${checkout.href}.`,
    );
  const problems = problemsOf(frame, page.origin !== checkout.origin);
  const policy = answer.headers['permissions-policy'] ?? '';
  if (!mayPay(policy, page, checkout)) problems.push(`Permissions-Policy: ${policy}`);
  const seen = problems.length === 0 ? 'The frame may take payments.' : `${problems.join('; ')}.`;
  return expect('page.frame', problems.length === 0, seen);
}

function shows(source: string, page: URL, { origin, pathname }: URL): boolean {
  if (!URL.canParse(source, page.href)) return false;
  const shown = new URL(source, page);
  return shown.origin === origin && shown.pathname === pathname;
}

function problemsOf(frame: ReadonlyMap<string, string>, isOther: boolean): string[] {
  const problems: string[] = [];
  const allow = frame.get('allow') ?? '';
  if (isOther && !/(^|[;\s])payment\b(?!\s+'none')/.test(allow))
    problems.push('no allow="payment"');
  const sandbox = frame.get('sandbox');
  if (sandbox === undefined) return problems;
  const words = sandbox.split(/\s+/);
  for (const word of ['allow-scripts', 'allow-same-origin', 'allow-popups'])
    if (!words.includes(word)) problems.push(`sandbox without ${word}`);
  return problems;
}
