import { attemptCases } from './attempts.ts';
import { deliveryCases } from './delivery.ts';
import { operationCases } from './operations.ts';
import type { MakeStore, StoreCase } from '../../testing/store/scene.ts';

/** What the rules of an order and a store keep together. */
export function paymentPromises(makeStore: MakeStore): readonly StoreCase[] {
  return [...attemptCases(makeStore), ...deliveryCases(makeStore), ...operationCases(makeStore)];
}
