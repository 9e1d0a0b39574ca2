import { readingCases } from './store/reading.ts';
import { savingCases } from './store/saving.ts';
import type { MakeStore, StoreCase } from './store/scene.ts';

/**
 * What every store must keep.
 * @param makeStore an empty store a call, which measures time by the `now` that it is given.
 */
export function storeContract(makeStore: MakeStore): readonly StoreCase[] {
  return [...savingCases(makeStore), ...readingCases(makeStore)];
}
