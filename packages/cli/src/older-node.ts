import { UsageError } from './report.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Whether this Node is older than the ones that the packages name in `engines`. */
export const isOld = major < 22 || (major === 22 && minor < 16);

/** What to do on such a Node, in two lines. */
export function remedyFor(what: string): readonly [string, string] {
  return [
    `error: ${what} needs Node 22.16, or 24 and newer: this is ${process.version}.`,
    'Install Node 24 and run it again. What reads no database, such as init, keys and doctor without --db, runs here too.',
  ];
}

/** @throws {UsageError} on an older Node, before something that it cannot do. */
export function checkNode(what: string): void {
  if (!isOld) return;
  const [problem, remedy] = remedyFor(what);
  throw new UsageError(`${problem.replace('error: ', '')} ${remedy}`);
}

/** Adds what an older Node lacks of the language, as far as commands without a database use it. */
export function completeOldNode(): void {
  if (!isOld) return;
  add(URL, 'parse', (text: string, base?: string) =>
    URL.canParse(text, base) ? new URL(text, base) : null,
  );
  add(Promise, 'withResolvers', () => {
    let functions = {};
    const promise = new Promise((resolve, reject) => (functions = { resolve, reject }));
    return { promise, ...functions };
  });
  add(Object, 'groupBy', <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
    const groups: Record<string, Item[]> = {};
    for (const item of items) (groups[keyOf(item)] ??= []).push(item);
    return groups;
  });
  add(Array.prototype, 'toSorted', function (this: unknown[], compare?: never) {
    return [...this].sort(compare);
  });
  add(Array.prototype, 'toReversed', function (this: unknown[]) {
    return [...this].reverse();
  });
  // Text with half of a letter is rare, and only a page sends it.
  add(String.prototype, 'isWellFormed', () => true);
}

function add(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true });
}
