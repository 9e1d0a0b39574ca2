import type { SeenScript } from '../browser/seen-script.ts';
import { mark } from '../scripts/inventory.ts';
import { expect, type Finding, found } from './finding.ts';

/** A tag of the kit, from the HTML or from a browser. */
export interface Tag {
  readonly name: string;
  /** From a browser, these include the values that a script has set. */
  readonly attributes: ReadonlyMap<string, string>;
  /** `false`: the script of the tags did not define it. */
  readonly isDefined: boolean;
}

const required = ['order', 'amount', 'currency', 'country', 'label'];
const ofB = ['gateway', 'gateway-merchant-id'];
const ofA = ['merchant-domain', 'sdk-url', 'sdk-integrity'];
const read = [...required, ...ofB, ...ofA, 'environment'];

/** The tags of the kit in the HTML. A script may add others, or set properties. */
export function tagsIn(html: string): readonly Tag[] {
  const plain = html.replaceAll(/<script\b[^]*?<\/script>/gi, '');
  return Array.from(
    plain.matchAll(/<(wallet-[ab]-button|wallet-buttons)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: attributesIn(rest),
      isDefined: true,
    }),
  );
}

/** The attributes between the name of a tag and its end. */
export function attributesIn(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return new Map(
    Array.from(pairs, ([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? ''] as const),
  );
}

/** Runs in the page and collects the tags, through shadow roots, with the values of their properties. */
export const tagsExpression = `(() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((element) =>
    [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])]);
  const camel = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  return all(document).filter(({ localName }) => /^wallet-([ab]-button|buttons)$/.test(localName))
    .map((tag) => ({
      name: tag.localName,
      isDefined: tag.matches(':defined'),
      attributes: ${JSON.stringify(read)}
        .map((name) => [name, tag[camel(name)] ?? tag.getAttribute(name)])
        .filter(([, value]) => typeof value === 'string' && value !== ''),
    }));
})()`;

/** The result of {@link tagsExpression}. */
export function tagsFrom(value: unknown): readonly Tag[] {
  const tags = value as readonly (Omit<Tag, 'attributes'> & {
    readonly attributes: readonly (readonly [string, string])[];
  })[];
  return tags.map((tag) => ({ ...tag, attributes: new Map(tag.attributes) }));
}

/** `page.tags`: each button is defined, and has its required settings. */
export function checkTags(tags: readonly Tag[], hasBrowser: boolean): Finding {
  const buttons = tags.filter(({ name }) => name !== 'wallet-buttons');
  if (buttons.length === 0) {
    return hasBrowser
      ? found('page.tags', 'fail', 'The page has no tag.')
      : found('page.tags', 'skip', 'The HTML has no tag. --browser sees those of a script.');
  }
  const undefinedOnes = buttons.filter(({ isDefined }) => !isDefined).map(({ name }) => name);
  if (undefinedOnes.length > 0)
    return found(
      'page.tags',
      'fail',
      `Not defined: ${undefinedOnes.join(', ')}. The script of the tags did not run.`,
    );
  const group = tags.find(({ name }) => name === 'wallet-buttons');
  const missing = buttons.flatMap(({ name, attributes: own }) =>
    [...required, ...(name === 'wallet-b-button' ? ofB : [])]
      .filter((attribute) => !own.get(attribute) && !group?.attributes.get(attribute))
      .map((attribute) => `${name} lacks ${attribute}`),
  );
  if (missing.length === 0) return found('page.tags', 'pass', `${String(buttons.length)} tags`);
  const seen = `${missing.join(', ')}.`;
  return hasBrowser
    ? found('page.tags', 'fail', seen)
    : found('page.tags', 'warn', `${seen} A script may set it: --browser sees that.`);
}

/** `page.twice` by the addresses in the HTML. */
export function checkVersions(html: string): Finding {
  const distinct = [...new Set(versionsIn(html))];
  if (distinct.length === 0) {
    const why = 'The HTML names no version. --browser looks into the scripts.';
    return found('page.twice', 'skip', why);
  }
  return expect('page.twice', distinct.length === 1, distinct.join(', '));
}

/** `page.twice` by the scripts that ran. */
export function checkCopies(scripts: readonly SeenScript[]): Finding {
  const copies = scripts.filter(({ source }) => source.includes(mark));
  const byContent = [...new Map(copies.map((copy) => [copy.hash, copy])).values()];
  const urls = byContent.map(({ url }) => url);
  const versions = new Set(versionsIn(urls.join('\n')));
  if (urls.length === 0) return found('page.twice', 'skip', 'No script of the page has the tags.');
  if (urls.length === 1) return found('page.twice', 'pass', `One copy: ${urls.join()}`);
  const result = versions.size > 1 ? 'fail' : 'warn';
  return found('page.twice', result, `${String(urls.length)} copies: ${urls.join(', ')}`);
}

function versionsIn(text: string): readonly string[] {
  const named = text.matchAll(/@wallet-buttons\/elements@([\w.-]+)/g);
  return Array.from(named, ([, version = '']) => version);
}
