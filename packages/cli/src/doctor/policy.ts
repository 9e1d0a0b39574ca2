/** A Content-Security-Policy, as browsers read it. */

/** One policy: its directives and their sources. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Keywords count in any case; a nonce and a hash do not. */
const keyword = /^'(?:self|none|unsafe-inline|strict-dynamic)'$/i;

/** The first of two directives with one name counts. */
export function parse(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    if (name && !policy.has(name.toLowerCase()))
      policy.set(
        name.toLowerCase(),
        sources.map((source) => (keyword.test(source) ? source.toLowerCase() : source)),
      );
  }
  return policy;
}

/** `null` if the policy does not restrict it. */
export function sourcesOf(policy: Policy, directives: readonly string[]): readonly string[] | null {
  const name = directives.find((directive) => policy.has(directive));
  return name === undefined ? null : (policy.get(name) ?? []);
}

/** CSP3 6.7.2.6: a source matches its own scheme and port, and the secure ones in their place. */
export function matches(source: string, url: URL, page: URL): boolean {
  if (source === '*') return true;
  if (source === "'self'") return url.origin === page.origin;
  const [, scheme = page.protocol, , name = '', port = '', path = ''] =
    /^(?:([a-z][a-z\d+.-]*:)(?:\/\/|$))?(([^/:']+)(?::(\d+|\*))?(\/.*)?)?$/i.exec(source) ?? [];
  const isScheme = [url.protocol, 'http:'].includes(scheme.toLowerCase());
  if (!isScheme || source.endsWith(':')) return isScheme;
  const host = name.toLowerCase();
  const isHost = host.startsWith('*.')
    ? url.hostname.endsWith(host.slice(1))
    : host === '*' || host === url.hostname;
  const isUsual = url.port === '' && ['', '80', '443'].includes(port);
  return (
    isHost &&
    (port === '*' || isUsual || (port !== '' && port === url.port)) &&
    (path.endsWith('/') ? url.pathname.startsWith(path) : path === '' || path === url.pathname)
  );
}

/** Whether the policies of a page let another one show it in a frame; `null` if none names it. */
export function mayBeFramed(policies: readonly string[], page: URL, parent: URL): boolean | null {
  const lists = policies.flatMap((text) => {
    const sources = parse(text).get('frame-ancestors');
    return sources ? [sources] : [];
  });
  if (lists.length === 0) return null;
  return lists.every((sources) => sources.some((source) => matches(source, parent, page)));
}

/** What the wallets need, and a sandbox lacks, as text; `''` without a sandbox (`null`). */
export function missingWords(sandbox: readonly string[] | null): string {
  const neededWords = ['allow-scripts', 'allow-same-origin', 'allow-popups'];
  if (sandbox === null) return '';
  return neededWords.filter((word) => !sandbox.includes(word)).join(', ');
}
