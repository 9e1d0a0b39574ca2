import { providerScripts } from '../provider-scripts.ts';
import { expect, type Finding, skipped } from './finding.ts';
import { attributesIn, type Tag } from './tags.ts';

/** A script as a line of the page names it, or as a tag loads it. */
interface Script {
  readonly url: string;
  /** Whether it is requested with `crossorigin="anonymous"`. */
  readonly isAnonymous: boolean;
  readonly integrity: string;
}

const ids = ['preload.line', 'preload.same'] as const;

/**
 * Each provider's script has a preload line (`preload.line`) that the browser can use for the tag (`preload.same`). The
 * lines are those of the served HTML: a line that a script adds is too late.
 */
export function checkPreload(html: string, tags: readonly Tag[], page: URL): Finding[] {
  const wanted = scriptsOf(tags, page);
  if (wanted.length === 0)
    return skipped(ids, 'The HTML has no tag. --browser sees those of a script.');
  const scripts = attributesOf(html, 'script').map((own) => addressOf(own.get('src'), page));
  if (scripts.some((url) => /\/wallet-[ab]\.js$/.test(url)))
    return skipped(ids, 'The page has the stand-ins of the sandbox.');
  const lines = linesIn(html, page);
  // A script of the page itself is requested as early.
  const late = wanted.filter(({ url }) => !scripts.includes(url));
  const missing = late.filter((script) => !lines.some((line) => isFor(line, script)));
  const different = late
    .filter((script) => !missing.includes(script))
    .map((script) =>
      lines.filter((line) => isFor(line, script)).map((line) => differenceOf(line, script)),
    )
    .filter((differences) => !differences.includes(''))
    .flatMap(([first = '']) => first);
  const names = missing.map(({ url }) => url).join(', ');
  const line = expect(
    'preload.line',
    !names,
    names ? `No line for ${names}.` : 'each script',
    'warn',
  );
  if (missing.length === wanted.length)
    return [line, ...skipped(['preload.same'], 'The HTML has no preload line for a tag.')];
  const seen = different.length === 0 ? 'as the tags' : different.join(' ');
  return [line, expect('preload.same', different.length === 0, seen, 'warn')];
}

/** The scripts that the tags load, each once. */
function scriptsOf(tags: readonly Tag[], page: URL): readonly Script[] {
  const scripts = tags.flatMap(({ name, attributes: own }): readonly Script[] => {
    if (name === 'wallet-b-button')
      return [{ url: providerScripts.b, isAnonymous: false, integrity: '' }];
    if (name !== 'wallet-a-button') return [];
    const sdkUrl = own.get('sdk-url') ?? '';
    const integrity = sdkUrl && (own.get('sdk-integrity') ?? '');
    return [{ url: addressOf(sdkUrl || providerScripts.a, page), isAnonymous: true, integrity }];
  });
  return [...new Map(scripts.map((script) => [JSON.stringify(script), script])).values()];
}

function linesIn(html: string, page: URL): readonly Script[] {
  return attributesOf(html, 'link')
    .filter((own) => /(^|\s)preload(\s|$)/i.test(own.get('rel') ?? ''))
    .filter((own) => own.get('as')?.toLowerCase() === 'script')
    .map((own) => ({
      url: addressOf(own.get('href'), page),
      // Without a value, or with an unknown one, it is anonymous.
      isAnonymous:
        own.has('crossorigin') && !/^use-credentials$/i.test(own.get('crossorigin') ?? ''),
      integrity: own.get('integrity') ?? '',
    }));
}

function attributesOf(
  html: string,
  tag: 'link' | 'script',
): readonly ReadonlyMap<string, string>[] {
  const found = html.matchAll(new RegExp(`<${tag}\\b((?:"[^"]*"|'[^']*'|[^>"'])*)>`, 'gi'));
  return Array.from(found, ([, text = '']) => attributesIn(text));
}

/** The absolute address; `''` if it is none. */
function addressOf(text = '', page: URL): string {
  return URL.canParse(text, page.href) ? new URL(text, page).href : '';
}

/** Whether a line is meant for a script: it names the provider's file or the tag's own, of whatever version. */
function isFor(line: Script, { url, isAnonymous }: Script): boolean {
  const provider = isAnonymous ? providerScripts.a : providerScripts.b;
  return line.url === url || [provider, url].map(fileOf).includes(fileOf(line.url));
}

function fileOf(url: string): string {
  return url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
}

/** Why the browser does not use a line for the tag; `''` if it does. */
function differenceOf(line: Script, script: Script): string {
  if (line.url !== script.url) return `The line names ${line.url}, the tag loads ${script.url}.`;
  if (line.isAnonymous !== script.isAnonymous)
    return `The line for ${line.url} ${script.isAnonymous ? 'lacks crossorigin="anonymous"' : 'has a crossorigin'}.`;
  if (line.integrity !== script.integrity)
    return `The line for ${line.url} has not the tag's integrity.`;
  return '';
}
