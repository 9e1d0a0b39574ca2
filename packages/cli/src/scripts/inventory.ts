import type { SeenScript } from '../browser/seen-script.ts';
import type { Visit } from '../browser/visit.ts';
import { securingHeaders } from '../securing-headers.ts';

/** One script of the page, or one foreign frame in it. */
export interface Item {
  /** The address of a file; `inline 2 of …` or `evaluated by …` without an address; `frame …`. */
  readonly name: string;
  /** The context in which it runs: `page`, `frame`, `worker`. */
  readonly places: readonly string[];
  readonly owner: string;
  /** The description that the command can derive by itself; may be empty. */
  readonly purpose: string;
  /** SHA-384 of the content, as in `integrity`; empty if two loads of the page gave different contents. */
  readonly hashes: readonly string[];
  /** Two loads of the page gave different contents. */
  readonly varies: boolean;
  /** The browser compares the hash itself: the attribute `integrity`. */
  readonly hasIntegrity: boolean;
}

/** The scripts and headers that a browser received for a payment page. */
export interface Inventory {
  readonly page: string;
  /** ISO 8601. */
  readonly time: string;
  readonly browser: string;
  /** The scripts for which the merchant is responsible, and foreign frames. */
  readonly items: readonly Item[];
  /** Scripts in foreign frames, for which their owners are responsible. */
  readonly foreign: readonly Item[];
  /** The headers that protect the page, without nonces. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A text in every copy of the tags of this kit. */
export const mark = 'wallet-buttons.texts';

const providers: readonly (readonly [url: RegExp, owner: string, purpose: string])[] = [
  [
    /^https:\/\/applepay\.cdn-apple\.com\//,
    'Apple Inc.',
    'Draws the button of wallet A and opens its sheet. The provider changes this file in place.',
  ],
  [
    /^https:\/\/pay\.google\.com\//,
    'Google LLC',
    'Draws the button of wallet B and opens its sheet. The provider changes this file in place.',
  ],
];

/** Merges two loads of one page. A part that differs between them has no hash to approve. */
export function inventoryOf(first: Visit, second: Visit, time: Date): Inventory {
  const [a, b] = [scriptsByName(first), scriptsByName(second)];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  const items = names.map((name) => itemOf(name, first, a.get(name) ?? [], b.get(name) ?? []));
  const isForeign = ({ name }: Item): boolean =>
    [...(a.get(name) ?? []), ...(b.get(name) ?? [])].every(({ place }) =>
      isOther(place.url, first.page),
    );
  const page = second.documents.find(({ isPage }) => isPage);
  const frames = second.nodes
    .filter(({ name, framed }) => name === 'IFRAME' && isOther(framed, first.page))
    .map(({ framed }) => frameOf(framed));
  return {
    page: first.page,
    time: time.toISOString(),
    browser: first.browser,
    items: [
      ...items.filter((item) => !isForeign(item)),
      ...new Map(frames.map((frame) => [frame.name, frame])).values(),
    ],
    foreign: items.filter(isForeign),
    headers: securingHeaders(page?.headers),
  };
}

/** The scripts of a visit by name. Scripts that differ only in their content share a name. */
function scriptsByName({ scripts }: Visit): ReadonlyMap<string, readonly SeenScript[]> {
  const counts = new Map<string, number>();
  const nameOf = ({ kind, url, line }: SeenScript): string => {
    if (kind === 'file') return url;
    if (kind === 'evaluated') return `evaluated by ${url}`;
    if (kind === 'handler') return `handlers of ${url}`;
    if (kind === 'import map') return `import map of ${url}`;
    if (line === 0) return `inline, written by a script, of ${url}`;
    const number = (counts.get(url) ?? 0) + 1;
    counts.set(url, number);
    return `inline ${String(number)} of ${url}`;
  };
  const scriptsByLine = scripts.toSorted((one, other) => one.line - other.line);
  return Map.groupBy(scriptsByLine, nameOf);
}

function itemOf(
  name: string,
  { page, nodes }: Visit,
  a: readonly SeenScript[],
  b: readonly SeenScript[],
): Item {
  const all = [...a, ...b];
  const hashes = hashesOf(a);
  const varies = hashes.join() !== hashesOf(b).join();
  const isKit = all.some(({ source }) => source.includes(mark));
  const [, owner, purpose] = providers.find(([url]) => url.test(name)) ?? [];
  const host = all.map(({ url }) => url).find((url) => isOther(url, page));
  return {
    name,
    places: [...new Set(all.map(({ place }) => place.kind))].sort(),
    owner: owner ?? (host === undefined ? 'the merchant' : new URL(host).host),
    purpose:
      purpose ??
      (isKit ? 'The tags of @wallet-buttons/elements: hands the token to the backend.' : ''),
    hashes: varies ? [] : hashes,
    varies,
    hasIntegrity: nodes.some(
      ({ name: tag, attributes, document }) =>
        tag === 'SCRIPT' &&
        attributes.has('integrity') &&
        URL.canParse(attributes.get('src') ?? '', document) &&
        new URL(attributes.get('src') ?? '', document).href.startsWith(name),
    ),
  };
}

function frameOf(address: string): Item {
  const { origin, host, pathname } = new URL(address);
  const [, owner = host, purpose = ''] = providers.find(([url]) => url.test(address)) ?? [];
  const name = `frame ${origin}${pathname}`;
  return { name, places: ['page'], owner, purpose, hashes: [], varies: false, hasIntegrity: false };
}

function hashesOf(scripts: readonly SeenScript[]): readonly string[] {
  return [...new Set(scripts.map(({ hash }) => hash))].sort();
}

/** Whether an address is of another origin than the page. */
function isOther(address: string, page: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin } = new URL(address);
  return origin !== 'null' && origin !== new URL(page).origin;
}
