import type { Inventory, Item } from './inventory.ts';

/** What is not as it was in the last report. */
export interface Change {
  readonly what: 'added' | 'removed' | 'changed';
  readonly name: string;
}

/** Compares a page with an earlier report of it. */
export function changesSince(
  previousInventory: Inventory,
  inventory: Inventory,
): readonly Change[] {
  const contents = ({ items, headers }: Inventory): ReadonlyMap<string, string> =>
    new Map([
      ...items.map((item) => [item.name, contentOf(item)] as const),
      ...Object.entries(headers).map(([name, value]) => [`header ${name}`, value] as const),
    ]);
  const oldContents = contents(previousInventory);
  const newContents = contents(inventory);
  const names = new Set([...oldContents.keys(), ...newContents.keys()]);
  return [...names].flatMap((name): Change[] => {
    if (!oldContents.has(name)) return [{ what: 'added', name }];
    if (!newContents.has(name)) return [{ what: 'removed', name }];
    return oldContents.get(name) === newContents.get(name) ? [] : [{ what: 'changed', name }];
  });
}

function contentOf({ hashes, varies }: Item): string {
  return varies ? 'varies' : hashes.join();
}
