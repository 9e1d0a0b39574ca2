import { providerScripts } from '../provider-scripts.ts';
import { type CheckId, expect, type Finding } from './finding.ts';

/** One policy: its directives and their sources. */
type Policy = ReadonlyMap<string, readonly string[]>;

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

/** What the policies of a page allow the wallets. Every policy has to allow it. */
export function checkCsp(
  policies: readonly string[],
  wallets: readonly ('a' | 'b')[],
  page: URL,
): Finding[] {
  const read = policies.map(parse);
  const refused = wallets
    .flatMap((wallet) => needs[wallet])
    .filter(
      ({ directives, url }) =>
        !read.every((policy) => allows(policy, directives, new URL(url), page)),
    );
  const ids = ['csp.script', 'csp.frame', 'csp.connect'] as const;
  const findings = ids.map((id) => {
    const urls = refused.filter((need) => need.id === id).map(({ url }) => url);
    const isFree = policies.length === 0 ? 'no policy' : 'allowed';
    return expect(
      id,
      urls.length === 0,
      urls.length === 0 ? isFree : `Refused: ${urls.join(', ')}.`,
    );
  });
  const styles = read.map((policy) =>
    sourcesOf(policy, ['style-src-elem', 'style-src', 'default-src']),
  );
  const isStyled = styles.every(
    (sources) =>
      sources === null ||
      sources.some((source) => source === "'unsafe-inline'" || source.startsWith("'nonce-")),
  );
  return [
    ...findings,
    expect('csp.style', isStyled, isStyled ? 'allowed' : 'Inline styles are refused.', 'warn'),
  ];
}

function parse(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    // The first of two directives with one name counts.
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** `null` if the policy does not restrict it. */
function sourcesOf(policy: Policy, directives: readonly string[]): readonly string[] | null {
  const name = directives.find((directive) => policy.has(directive));
  return name === undefined ? null : (policy.get(name) ?? []);
}

function allows(policy: Policy, directives: readonly string[], url: URL, page: URL): boolean {
  const sources = sourcesOf(policy, directives);
  if (sources === null) return true;
  // The tags pass their nonce to the scripts that they load.
  const isScript = directives === scripts;
  if (isScript && sources.some((source) => source.startsWith("'nonce-"))) return true;
  if (isScript && sources.includes("'strict-dynamic'")) return true;
  return sources.some((source) => matches(source, url, page));
}

/** CSP3 6.7.2.6, for an address of https at its usual port. */
function matches(source: string, url: URL, page: URL): boolean {
  if (['*', 'http:', 'https:'].includes(source.toLowerCase())) return true;
  if (source === "'self'") return url.origin === page.origin;
  const [, scheme = 'https:', name = '', port = '443', path = ''] =
    /^(?:([a-z]+:)\/\/)?([^/:']+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  const host = name.toLowerCase();
  const isHost = host.startsWith('*.')
    ? url.hostname.endsWith(host.slice(1))
    : host === '*' || host === url.hostname;
  return (
    isHost &&
    /^https?:$/i.test(scheme) &&
    ['80', '443', '*'].includes(port) &&
    (path.endsWith('/') ? url.pathname.startsWith(path) : path === '' || path === url.pathname)
  );
}
