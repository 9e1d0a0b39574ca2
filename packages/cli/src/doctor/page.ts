import { findBrowser } from '../browser/find-browser.ts';
import { PageError } from '../browser/launch.ts';
import { type Visit, visit } from '../browser/visit.ts';
import { caOf, cookieOf, urlOf } from '../given.ts';
import { attributesIn } from '../html.ts';
import { securingHeaders } from '../securing-headers.ts';
import { checkCsp } from './csp.ts';
import { checkExamples, scriptsIn } from './examples.ts';
import { expect, type Finding, findingOf, type Setup, skipped } from './finding.ts';
import { checkFrame } from './frame.ts';
import { isLoopback, type Look, look } from './look.ts';
import { environment, registration, sameMerchant } from './page-names.ts';
import { checkOpen } from './page-open.ts';
import { mayPay } from './permission.ts';
import { checkPreload } from './preload.ts';
import { addressProblems, judged, noAnswer, type Problem, statusProblem } from './problem.ts';
import { reasonsScript } from './tag-states.ts';
import {
  checkCopies,
  checkTags,
  checkVersions,
  type Tag,
  tagsExpression,
  tagsFrom,
  tagsIn,
} from './tags.ts';

/** All but `env.example`, which the options alone can fail. */
const ids = [
  ...(['page.https', 'page.open', 'csp.script', 'csp.frame', 'csp.connect', 'csp.style'] as const),
  ...([
    'pp.payment',
    'page.coop',
    'page.tags',
    'page.twice',
    'preload.line',
    'preload.same',
  ] as const),
  ...(['page.headers', 'env.mix', 'b.same', 'a.domain'] as const),
];

/** The checkout page: headers and HTML as they are served, and with a browser also the loaded page. */
export async function checkPage(setup: Setup): Promise<Finding[]> {
  const frame = await checkFrame(setup);
  const examples = checkExamples(setup, { tags: [], scripts: [] });
  if (setup.url === undefined) {
    return [...skipped(ids, 'Name the URL of the checkout page.'), examples, frame];
  }
  const url = urlOf(setup.url);
  const ca = await caOf(setup.ca);
  const cookie = cookieOf();
  const answer = await look(url, { ca, headers: cookie === undefined ? {} : { cookie } });
  if (typeof answer === 'string' || answer.status !== 200) {
    const problem = typeof answer === 'string' ? noAnswer(answer) : pageProblem(answer);
    const rest = skipped(ids.slice(1), `${problem.seen}.`);
    return [judged('page.https', [problem], ''), ...rest, examples, frame];
  }
  const { headers } = answer;
  const html = answer.body.toString('utf8').replaceAll(/<!--[^]*?-->/g, '');
  const pageVisit = await visited(url, setup, ca);
  if (typeof pageVisit === 'string') {
    const reason = `A browser does not load it (${pageVisit}).`;
    const fix = 'Open the page in that browser by hand, and look into its console.';
    const rest = skipped(ids.slice(1), reason);
    return [findingOf('page.https', 'fail', reason, fix), ...rest, examples, frame];
  }
  const tags = pageVisit === null ? tagsIn(html) : tagsFrom(pageVisit.value);
  const header = headers['content-security-policy'];
  const policies = [...(header?.split(',') ?? []), ...metaPolicies(html)];
  const base = baseOf(html, url);
  return [
    secure(answer, tags, url),
    checkOpen(answer, html, tags.length > 0),
    ...checkCsp(policies, { page: url, base, tags, isOneResponse: pageVisit === null }),
    expect('pp.payment', mayPay(headers, url, url), permissionsOf(headers)),
    isolation(headers, tags),
    checkTags(tags, pageVisit !== null),
    pageVisit === null ? checkVersions(html) : checkCopies(pageVisit.scripts),
    ...checkPreload(
      { base, html, header: headers['link'] ?? '', nodes: pageVisit?.nodes ?? null },
      tags,
    ),
    watchedHeaders(headers),
    environment(tags, url, setup),
    checkExamples(setup, {
      tags,
      scripts: [
        ...scriptsIn(html, base),
        ...(pageVisit?.scripts ?? []).map((script) => script.url),
      ],
    }),
    sameMerchant(tags, setup),
    registration(tags, url, setup),
    frame,
  ];
}

/** `page.https`: wallet B counts loopback as secure, as browsers do; wallet A does not. */
function secure(answer: Look, tags: readonly Tag[], url: URL): Finding {
  const isLocal = url.protocol === 'http:' && isLoopback(url);
  const isSecure = url.protocol === 'https:' || isLocal;
  const problems = addressProblems(answer, { isSecure, isPublic: true });
  const buttons = tags.filter(({ name }) => name !== 'wallet-buttons');
  const hasA = buttons.length === 0 || buttons.some(({ name }) => name === 'wallet-a-button');
  if (problems.length > 0 || !isLocal || !hasA) return judged('page.https', problems, url.origin);
  const onlyHttps = {
    seen: `${url.origin}: wallet A takes https only, on this machine too`,
    fix: 'For tries with the real wallet A serve https on your machine. Its stand-in of the sandbox works without.',
  };
  return judged('page.https', [onlyHttps], '', 'warn');
}

/** Why the page does not come, as its status says it. */
function pageProblem(answer: Look): Problem {
  const { status } = answer;
  if (status !== 401 && status !== 403) return statusProblem(answer);
  const fix = 'Let the page through, or name its session in WALLET_PAGE_COOKIE ("name=value; …").';
  return { seen: `HTTP ${String(status)}`, fix };
}

/** Those that protect the page. `--watch` compares them. */
function watchedHeaders(receivedHeaders: Readonly<Record<string, string>>): Finding {
  const headers = securingHeaders(receivedHeaders);
  const observation = Object.keys(headers).join(', ');
  return {
    ...findingOf('page.headers', 'pass', observation || 'no header protects the page'),
    headers,
  };
}

/** The page in a browser, or the reason why it did not load; `null` without a browser. */
async function visited(
  url: URL,
  { browser: browserName }: Setup,
  ca: Buffer | undefined,
): Promise<Visit | string | null> {
  if (browserName === undefined) return null;
  const browser = findBrowser(browserName === true ? undefined : browserName);
  try {
    return await visit(url, {
      browser,
      ca,
      cookie: cookieOf(),
      first: reasonsScript,
      expression: tagsExpression,
    });
  } catch (error) {
    if (error instanceof PageError) return error.message;
    throw error;
  }
}

/** The address to which the relative ones of a page are relative. */
function baseOf(html: string, url: URL): URL {
  const [, text = ''] = /<base\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/i.exec(html) ?? [];
  return URL.parse(attributesIn(text).get('href') ?? '', url.href) ?? url;
}

/** `page.coop`: the window and the frames of wallet B stay connected with the page. */
function isolation(headers: Readonly<Record<string, string>>, tags: readonly Tag[]): Finding {
  const opener = headers['cross-origin-opener-policy'] ?? 'none';
  const embedder = headers['cross-origin-embedder-policy'] ?? '';
  if (/^same-origin\s*(;|$)/.test(opener.trim())) return findingOf('page.coop', 'fail', opener);
  const buttons = tags.filter(({ name }) => name !== 'wallet-buttons');
  const hasB = buttons.length === 0 || buttons.some(({ name }) => name === 'wallet-b-button');
  if (!hasB || !/^\s*(require-corp|credentialless)\b/.test(embedder))
    return findingOf('page.coop', 'pass', opener);
  const fix =
    'Leave Cross-Origin-Embedder-Policy off the checkout page: browsers block each frame of another site that comes without it.';
  return findingOf('page.coop', 'warn', `Cross-Origin-Embedder-Policy: ${embedder}`, fix);
}

function permissionsOf(headers: Readonly<Record<string, string>>): string {
  const [newer = '', older = ''] = [headers['permissions-policy'], headers['feature-policy']];
  if (older === '') return newer || 'no Permissions-Policy';
  return `${newer || 'no Permissions-Policy'}; Feature-Policy: ${older}`;
}

/** The policies in the head: below it, browsers ignore them. */
function metaPolicies(html: string): readonly string[] {
  const [head = ''] = html.replaceAll(/<script\b[^]*?<\/script>/gi, '').split(/<body\b/i);
  const metas = Array.from(
    head.matchAll(/<meta\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, text = '']) => attributesIn(text),
  );
  return (
    metas
      .filter((meta) => /^content-security-policy$/i.test(meta.get('http-equiv') ?? ''))
      .map((meta) => meta.get('content') ?? '')
      // A framework escapes the quotes of 'self'.
      .map((content) => content.replaceAll(/&#x27;|&#0?39;|&apos;/gi, "'"))
      // Only a header may have this directive.
      .map((content) => content.replaceAll(/(^|;)\s*sandbox\b[^;]*/gi, '$1'))
  );
}
