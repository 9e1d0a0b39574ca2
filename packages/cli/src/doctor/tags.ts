import type { SeenScript } from '../browser/seen-script.ts';
import { attributesIn } from '../html.ts';
import { mark } from '../scripts/inventory.ts';
import { expect, type Finding, findingOf } from './finding.ts';
import { judged } from './problem.ts';
import { settingNames, settingProblems } from './tag-settings.ts';
import { reasonExpression, stateProblems, type TagState } from './tag-states.ts';

/** A tag of the kit, from the HTML or from a browser. */
export interface Tag extends TagState {
  /** From a browser, these include the values that a script has set. */
  readonly attributes: ReadonlyMap<string, string>;
  /** `false`: the script of the tags did not define it. */
  readonly isDefined: boolean;
}

const ofA = ['merchant-domain', 'sdk-url', 'sdk-integrity'];
const addresses = ['backend', 'validate-merchant-url', 'pay-token-url', 'status-url'];
const attributeNames = [...settingNames, ...ofA, ...addresses, 'nonce'];

/** The tags of the kit in the HTML. A script may add others, or set properties. */
export function tagsIn(html: string): readonly Tag[] {
  const plain = html.replaceAll(/<script\b[^]*?<\/script>/gi, '');
  return Array.from(
    plain.matchAll(/<(wallet-[ab]-button|wallet-buttons)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: attributesIn(rest),
      isDefined: true,
      state: '',
      reason: '',
    }),
  );
}

/**
 * Runs in the page and collects the tags, through shadow roots, with the values of their properties. It waits up to 20
 * seconds for the answers of the providers.
 */
export const tagsExpression = `(async () => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((element) =>
    [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])]);
  const camel = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  const tags = () =>
    all(document).filter(({ localName }) => /^wallet-([ab]-button|buttons)$/.test(localName));
  const isWaiting = ({ state, loading }) => state === 'loading' && loading !== 'manual';
  const end = Date.now() + 20_000;
  while (tags().some(isWaiting) && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 200));
  return tags().map((tag) => ({
      state: tag.loading === 'manual' || typeof tag.state !== 'string' ? '' : tag.state,
      reason: ${reasonExpression},
      name: tag.localName,
      isDefined: tag.matches(':defined'),
      attributes: ${JSON.stringify(attributeNames)}
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

const noTag =
  'Give the URL of the page with the buttons; WALLET_PAGE_COOKIE opens one behind a session or with a basket.';

/** `page.tags`: each button is defined, has its required settings, and says itself that it can be pressed. */
export function checkTags(tags: readonly Tag[], hasBrowser: boolean): Finding {
  const buttons = tags.filter(({ name }) => name !== 'wallet-buttons');
  if (buttons.length === 0) {
    return hasBrowser
      ? findingOf('page.tags', 'fail', 'The page has no tag.', noTag)
      : findingOf('page.tags', 'skip', 'The HTML has no tag. --browser sees those of a script.');
  }
  const undefinedOnes = buttons.filter(({ isDefined }) => !isDefined).map(({ name }) => name);
  if (undefinedOnes.length > 0)
    return findingOf(
      'page.tags',
      'fail',
      `Not defined: ${undefinedOnes.join(', ')}. The script of the tags did not run.`,
      'Load the script of the tags, and look into the console: another script, or a policy, may stop it.',
    );
  const group = tags.find(({ name }) => name === 'wallet-buttons');
  const wrong = buttons.flatMap((button) => settingProblems(button, group));
  if (wrong.length > 0) {
    const finding = judged('page.tags', wrong, '', hasBrowser ? 'fail' : 'warn');
    if (hasBrowser) return finding;
    return { ...finding, seen: `${finding.seen} A script may set it: --browser sees that.` };
  }
  const { problems, notes } = stateProblems(buttons);
  return judged('page.tags', problems, [`${String(buttons.length)} tags`, ...notes].join('; '));
}

/** `page.twice` by the addresses in the HTML. */
export function checkVersions(html: string): Finding {
  const distinct = [...new Set(versionsIn(html))];
  if (distinct.length === 0) {
    const reason = 'The HTML names no version. --browser looks into the scripts.';
    return findingOf('page.twice', 'skip', reason);
  }
  return expect('page.twice', distinct.length === 1, distinct.join(', '));
}

/** `page.twice` by the scripts that ran. */
export function checkCopies(scripts: readonly SeenScript[]): Finding {
  const copies = scripts.filter(({ source }) => source.includes(mark));
  const byContent = [...new Map(copies.map((copy) => [copy.hash, copy])).values()];
  const urls = byContent.map(({ url }) => url);
  const versions = new Set(versionsIn(urls.join('\n')));
  if (urls.length === 0)
    return findingOf('page.twice', 'skip', 'No script of the page has the tags.');
  if (urls.length === 1) return findingOf('page.twice', 'pass', `One copy: ${urls.join()}`);
  const result = versions.size > 1 ? 'fail' : 'warn';
  return findingOf('page.twice', result, `${String(urls.length)} copies: ${urls.join(', ')}`);
}

function versionsIn(text: string): readonly string[] {
  const matches = text.matchAll(/@wallet-buttons\/elements@([\w.-]+)/g);
  return Array.from(matches, ([, version = '']) => version);
}
