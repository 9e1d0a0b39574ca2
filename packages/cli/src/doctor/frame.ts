import { caOf, urlOf } from '../given.ts';
import { attributesIn } from '../html.ts';
import { type Finding, findingOf, type Setup } from './finding.ts';
import { look } from './look.ts';
import { mayPay } from './permission.ts';
import { judged, noAnswer, type Problem, statusProblem } from './problem.ts';

/** `page.frame`: the page that shows the checkout in a frame lets it take payments. */
export async function checkFrame({ url, embeddedIn, ca }: Setup): Promise<Finding> {
  if (embeddedIn === undefined || url === undefined) {
    const why = 'If a page shows the checkout in a frame, name it with --embedded-in.';
    return findingOf('page.frame', 'skip', why);
  }
  const checkout = urlOf(url);
  const page = urlOf(embeddedIn);
  const answer = await look(page, { ca: await caOf(ca) });
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
  const policy = answer.headers['permissions-policy'] ?? '';
  const forbidden = {
    seen: `Permissions-Policy: ${policy}`,
    fix: 'Allow payment in the Permissions-Policy of the page around, for the origin of the checkout page.',
  };
  const problems = [
    ...problemsOf(frame, page.origin !== checkout.origin),
    ...(mayPay(policy, page, checkout) ? [] : [forbidden]),
  ];
  return judged('page.frame', problems, 'The frame may take payments.');
}

function shows(source: string, page: URL, { origin, pathname }: URL): boolean {
  if (!URL.canParse(source, page.href)) return false;
  const frameUrl = new URL(source, page);
  return frameUrl.origin === origin && frameUrl.pathname === pathname;
}

function problemsOf(frame: ReadonlyMap<string, string>, isOther: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  const allow = frame.get('allow') ?? '';
  if (isOther && !/(^|[;\s])payment\b(?!\s+'none')/.test(allow))
    problems.push({ seen: 'no allow="payment"', fix: 'Give the frame allow="payment".' });
  const sandbox = frame.get('sandbox');
  if (sandbox === undefined) return problems;
  const words = sandbox.split(/\s+/);
  const neededWords = ['allow-scripts', 'allow-same-origin', 'allow-popups'];
  const missingWords = neededWords.filter((word) => !words.includes(word)).join(', ');
  if (missingWords !== '')
    problems.push({
      seen: `sandbox without ${missingWords}`,
      fix: `Add ${missingWords} to the sandbox of the frame.`,
    });
  return problems;
}
