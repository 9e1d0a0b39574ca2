import { providerScripts } from '../provider-scripts.ts';
import type { CheckId, Finding } from './finding.ts';
import { judged, type Problem } from './problem.ts';
import { matches, missingWords, parse, type Policy, sourcesOf } from './policy.ts';
import type { Tag } from './tags.ts';

interface Need {
  readonly id: CheckId;
  /** The directive and its fallbacks (CSP3 6.8.3). */
  readonly directives: readonly string[];
  readonly url: string;
}

const scripts = ['script-src-elem', 'script-src', 'default-src'];
const connects = ['connect-src', 'default-src'];

const needs: Readonly<Record<'a' | 'b', readonly Need[]>> = {
  a: [{ id: 'csp.script', directives: scripts, url: providerScripts.a }],
  b: [
    { id: 'csp.script', directives: scripts, url: providerScripts.b },
    {
      id: 'csp.frame',
      directives: ['frame-src', 'child-src', 'default-src'],
      url: 'https://pay.google.com/gp/p/ui/payframe',
    },
    { id: 'csp.connect', directives: connects, url: 'https://google.com/pay' },
    { id: 'csp.connect', directives: connects, url: 'https://pay.google.com/about' },
  ],
};

/** What a policy is checked for. */
interface Subject {
  readonly page: URL;
  /** Relative addresses of the page are relative to it. */
  readonly base: URL;
  /** The tags of both wallets, and the group. Without any, both wallets are checked, with a nonce. */
  readonly tags: readonly Tag[];
  /** Whether header and tags are of one response, so that their nonces are the same. */
  readonly isOneResponse: boolean;
}

/** What the policies of a page allow the wallets. Every policy has to allow it. */
export function checkCsp(policies: readonly string[], subject: Subject): Finding[] {
  const { page, base, tags } = subject;
  const parsedPolicies = policies.map(parse);
  const buttons = tags.filter(({ name }) => name !== 'wallet-buttons');
  const wallets = (['a', 'b'] as const).filter(
    (wallet) =>
      buttons.length === 0 || buttons.some(({ name }) => name === `wallet-${wallet}-button`),
  );
  const isRefused = ({ directives, url }: Need, nonce: string | null): boolean =>
    !parsedPolicies.every((policy) =>
      allows(policy, { directives, url: new URL(url), nonce }, subject),
    );
  const refusedNeeds = wallets.flatMap((wallet) => {
    const nonce = nonceOf(tags, `wallet-${wallet}-button`);
    return needs[wallet].filter((need) => isRefused(need, nonce));
  });
  const backends = backendsOf(tags, base).filter((url) =>
    isRefused({ id: 'csp.connect', directives: connects, url }, null),
  );
  const lacksNonce = parsedPolicies.some((policy) =>
    (sourcesOf(policy, scripts) ?? []).some((source) => source.startsWith("'nonce-")),
  );
  const problems = (id: CheckId, fix: string): Problem[] => {
    const urls = refusedNeeds.filter((need) => need.id === id).map(({ url }) => url);
    return urls.length === 0 ? [] : [{ seen: `Refused: ${urls.join(', ')}`, fix }];
  };
  const good = policies.length === 0 ? 'no policy' : 'allowed';
  // The button of wallet A does without the styles of its script.
  const nonceOfB = nonceOf(tags, 'wallet-b-button');
  const hasStyles =
    !wallets.includes('b') || parsedPolicies.every((policy) => isStyled(policy, nonceOfB, subject));
  return [
    judged(
      'csp.script',
      [
        ...problems(
          'csp.script',
          lacksNonce ? giveNonce : "Allow the provider's script in script-src.",
        ),
        ...untrustedTypes(parsedPolicies, wallets),
        ...sandboxes(parsedPolicies),
      ],
      good,
    ),
    judged('csp.frame', problems('csp.frame', "Allow wallet B's frames in frame-src."), good),
    judged(
      'csp.connect',
      [
        ...backends.map((url) => ({
          seen: `Refused: the backend ${url}`,
          fix: `Allow the backend in connect-src: ${new URL(url).origin === page.origin ? "'self'" : new URL(url).origin}.`,
        })),
        ...problems('csp.connect', "Allow wallet B's origins in connect-src."),
      ],
      good,
    ),
    judged('csp.style', hasStyles ? [] : [inlineStyles], good, 'warn'),
  ];
}

/** What the directive `sandbox` takes from the page. */
function sandboxes(policies: readonly Policy[]): Problem[] {
  return policies.flatMap((policy) => {
    const missing = missingWords(policy.get('sandbox') ?? null);
    if (missing === '') return [];
    const fix = `Add ${missing} to the directive sandbox, or leave the directive out.`;
    return [{ seen: `sandbox without ${missing}`, fix }];
  });
}

/** The Trusted Types that the scripts of both wallets make; `wallet-buttons` is the tags' own. */
const typesOf = { a: ['wallet-buttons'], b: ['wallet-buttons', 'goog#html'] } as const;

/** Where scripts need Trusted Types, those that the policies lack. A default one of the page takes any text. */
function untrustedTypes(policies: readonly Policy[], wallets: readonly ('a' | 'b')[]): Problem[] {
  const isNeeded = policies.some((policy) => policy.has('require-trusted-types-for'));
  const lists = policies.flatMap((policy) => {
    const names = policy.get('trusted-types');
    return names ? [names] : [];
  });
  const neededNames = [...new Set(wallets.flatMap((wallet) => typesOf[wallet]))];
  const missing = neededNames.filter((name) =>
    lists.some((list) => !['*', 'default', name].some((each) => list.includes(each))),
  );
  if (!isNeeded || missing.length === 0) return [];
  const names = missing.join(' ');
  return [{ seen: `Trusted Types without ${names}`, fix: `Add ${names} to trusted-types.` }];
}

const giveNonce =
  'Put the nonce of the policy as nonce="…" on the tags, which pass it on to the scripts that they load.';
const inlineStyles: Problem = {
  seen: 'Inline styles are refused',
  fix: 'Give the tag of wallet B the nonce of style-src, or allow inline styles.',
};

/** The nonce of the first tag of a name, or of the group around it; `null` if the page has no tag to read. */
function nonceOf(tags: readonly Tag[], name: string): string | null {
  const tag = tags.find((each) => each.name === name);
  if (!tag) return null;
  const group = tags.find((each) => each.name === 'wallet-buttons');
  return tag.attributes.get('nonce') ?? group?.attributes.get('nonce') ?? '';
}

/** The addresses that the tags call: below `backend`, or their own. */
function backendsOf(tags: readonly Tag[], base: URL): readonly string[] {
  const group = tags.find(({ name }) => name === 'wallet-buttons');
  const attributeOf = ({ attributes }: Tag, name: string): string =>
    (attributes.get(name) ?? group?.attributes.get(name)) || '';
  const buttons = tags.filter((tag) => tag !== group);
  const texts = buttons.flatMap((tag) => [
    attributeOf(tag, 'backend') || '/wallet',
    ...['validate-merchant-url', 'pay-token-url', 'status-url'].map((name) =>
      attributeOf(tag, name),
    ),
  ]);
  const addresses = buttons.length === 0 ? ['/wallet'] : texts.filter((text) => text !== '');
  const urls = addresses.map((text) => URL.parse(text, base.href)?.href ?? '');
  return [...new Set(urls)].filter((url) => /^https?:/.test(url));
}

interface Request {
  readonly directives: readonly string[];
  readonly url: URL;
  /** Of the tag that makes the request; `null` if it is not known. */
  readonly nonce: string | null;
}

function allows(policy: Policy, { directives, url, nonce }: Request, subject: Subject): boolean {
  const sources = sourcesOf(policy, directives);
  if (sources === null) return true;
  const isScript = directives === scripts;
  // The tags pass their nonce to the scripts that they load.
  if (isScript && hasNonce(sources, nonce, subject)) return true;
  if (isScript && sources.includes("'strict-dynamic'")) return true;
  return sources.some((source) => matches(source, url, subject.page));
}

function hasNonce(
  sources: readonly string[],
  nonce: string | null,
  { isOneResponse }: Subject,
): boolean {
  if (nonce === '') return false;
  if (nonce === null || !isOneResponse) return sources.some((each) => each.startsWith("'nonce-"));
  return sources.includes(`'nonce-${nonce}'`);
}

function isStyled(policy: Policy, nonce: string | null, subject: Subject): boolean {
  const sources = sourcesOf(policy, ['style-src-elem', 'style-src', 'default-src']);
  if (sources === null) return true;
  // A nonce or a hash switches 'unsafe-inline' off.
  const isStrict = sources.some((source) => /^'(?:nonce|sha\d+)-/i.test(source));
  if (!isStrict && sources.includes("'unsafe-inline'")) return true;
  return hasNonce(sources, nonce, subject);
}
