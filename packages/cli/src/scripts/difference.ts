import type { Inventory, Item } from './inventory.ts';

/** What is not as it was in the last report. */
export interface Change {
  readonly what: 'added' | 'removed' | 'changed';
  readonly name: string;
}

/** Compares a page with an earlier report of it. */
export function changesSince(before: Inventory, now: Inventory): readonly Change[] {
  const contents = ({ items, headers }: Inventory): ReadonlyMap<string, string> =>
    new Map([
      ...items.map((item) => [item.name, contentOf(item)] as const),
      ...Object.entries(headers).map(([name, value]) => [`header ${name}`, value] as const),
    ]);
  const [old, current] = [contents(before), contents(now)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name): Change[] => {
    if (!old.has(name)) return [{ what: 'added', name }];
    if (!current.has(name)) return [{ what: 'removed', name }];
    return old.get(name) === current.get(name) ? [] : [{ what: 'changed', name }];
  });
}

function contentOf({ hashes, varies }: Item): string {
  return varies ? 'varies' : hashes.join();
}
