import { attemptCases } from './store/attempts.ts';
import { deliveryCases } from './store/delivery.ts';
import { operationCases } from './store/operations.ts';
import type { MakeStore, StoreCase } from './store/scene.ts';

/**
 * What every store must keep.
 * @param makeStore an empty store a call, which measures time by the `now` that it is given.
 */
export function storeContract(makeStore: MakeStore): readonly StoreCase[] {
  return [...attemptCases(makeStore), ...deliveryCases(makeStore), ...operationCases(makeStore)];
}
