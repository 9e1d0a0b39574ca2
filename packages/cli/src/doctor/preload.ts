import type { DomNode } from '../browser/dom.ts';
import { attributesIn } from '../html.ts';
import { providerScripts } from '../provider-scripts.ts';
import { expect, type Finding, skipped } from './finding.ts';
import type { Tag } from './tags.ts';

/** A script as a line of the page names it, or as a tag loads it. */
interface Script {
  readonly url: string;
  /** Whether it is requested with `crossorigin="anonymous"`. */
  readonly isAnonymous: boolean;
  readonly integrity: string;
}

/** The page as it was served, and as a browser has it. */
interface Page {
  /** Relative addresses are relative to it. */
  readonly base: URL;
  readonly html: string;
  /** The header `Link`. */
  readonly header: string;
  /** The elements that the browser has in the end; `null` without one. */
  readonly nodes: readonly DomNode[] | null;
}

const ids = ['preload.line', 'preload.same'] as const;

/**
 * Each provider's script has a preload line (`preload.line`) that the browser can use for the tag (`preload.same`): in the
 * HTML, in the header, or from a script of the page.
 */
export function checkPreload(page: Page, tags: readonly Tag[]): Finding[] {
  const neededScripts = scriptsOf(tags, page.base);
  if (neededScripts.length === 0)
    return skipped(ids, 'The HTML has no tag. --browser sees those of a script.');
  const scripts = attributesOf(page.html, 'script').map((attributes) =>
    addressOf(attributes.get('src'), page.base),
  );
  if (scripts.some((url) => /\/wallet-[ab]\.js$/.test(url)))
    return skipped(ids, 'The page has the stand-ins of the sandbox.');
  const lines = linesIn(page);
  // A script of the page itself is requested as early.
  const lateScripts = neededScripts.filter(({ url }) => !scripts.includes(url));
  const missing = lateScripts.filter((script) => !lines.some((line) => isFor(line, script)));
  const different = lateScripts
    .filter((script) => !missing.includes(script))
    .map((script) =>
      lines.filter((line) => isFor(line, script)).map((line) => differenceOf(line, script)),
    )
    .filter((differences) => !differences.includes(''))
    .flatMap(([first = '']) => first);
  const unseen = page.nodes === null ? ' A script may add it: --browser sees that.' : '';
  const names = missing.map(({ url }) => url).join(', ');
  const line = expect(
    'preload.line',
    !names,
    names ? `No line for ${names}.${unseen}` : 'each script',
    'warn',
  );
  if (missing.length === neededScripts.length)
    return [line, ...skipped(['preload.same'], 'The page has no preload line for a tag.')];
  const observation = different.length === 0 ? 'as the tags' : different.join(' ');
  return [line, expect('preload.same', different.length === 0, observation, 'warn')];
}

/** The scripts that the tags load, each once. */
function scriptsOf(tags: readonly Tag[], base: URL): readonly Script[] {
  const scripts = tags.flatMap(({ name, attributes }): readonly Script[] => {
    if (name === 'wallet-b-button')
      return [{ url: providerScripts.b, isAnonymous: false, integrity: '' }];
    if (name !== 'wallet-a-button') return [];
    const sdkUrl = attributes.get('sdk-url') ?? '';
    const integrity = sdkUrl && (attributes.get('sdk-integrity') ?? '');
    return [{ url: addressOf(sdkUrl || providerScripts.a, base), isAnonymous: true, integrity }];
  });
  return [...new Map(scripts.map((script) => [JSON.stringify(script), script])).values()];
}

function linesIn(page: Page): readonly Script[] {
  const linkNodes = (page.nodes ?? []).filter(({ name }) => name === 'LINK');
  return [
    ...attributesOf(page.html, 'link'),
    ...linksIn(page.header),
    ...linkNodes.map(({ attributes }) => attributes),
  ]
    .filter((attributes) => /(^|\s)preload(\s|$)/i.test(attributes.get('rel') ?? ''))
    .filter((attributes) => attributes.get('as')?.toLowerCase() === 'script')
    .map((attributes) => ({
      url: addressOf(attributes.get('href'), page.base),
      // Without a value, or with an unknown one, it is anonymous.
      isAnonymous:
        attributes.has('crossorigin') &&
        !/^use-credentials$/i.test(attributes.get('crossorigin') ?? ''),
      integrity: attributes.get('integrity') ?? '',
    }));
}

/** The attributes of the elements of one name. */
function attributesOf(
  html: string,
  name: 'link' | 'script',
): readonly ReadonlyMap<string, string>[] {
  const tag = new RegExp(`<${name}\\b((?:"[^"]*"|'[^']*'|[^>"'])*)>`, 'gi');
  return Array.from(html.matchAll(tag), ([, text = '']) => attributesIn(text));
}

/** The links of a header, with the attributes of the element. */
function linksIn(header: string): readonly ReadonlyMap<string, string>[] {
  const links = header.matchAll(/<([^>]*)>([^,]*)/g);
  return Array.from(
    links,
    ([, href = '', rest = '']) =>
      new Map([...attributesIn(rest.replaceAll(';', ' ')), ['href', href] as const]),
  );
}

/** The absolute address; `''` for a text that is not an address. */
function addressOf(text = '', base: URL): string {
  return URL.parse(text, base.href)?.href ?? '';
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
