import { defaultProfile, type Evidence } from '@wallet-buttons/service-client';
import type { Attempt } from '../../src/order/attempt.ts';
import type { Operation } from '../../src/order/operation.ts';
import type { OrderRecord } from '../../src/order/record.ts';
import type { Effect, Session } from './service.ts';

/** A token on its way from a press to its outcome. */
export interface TokenFlight {
  readonly kind: 'token';
  /** `read`: the process has read the attempt. `sent`: its intent is stored. `answered`: an answer is on its way. */
  readonly stage: 'read' | 'sent' | 'answered';
  readonly attempt: Attempt;
  readonly token: string;
  readonly evidence: Evidence | null;
  /** Its process has ended: the token may still arrive. */
  readonly isAlone: boolean;
}

/** An operation on its way. */
export interface OperationFlight {
  readonly kind: 'operation';
  readonly stage: 'sent' | 'answered';
  readonly attempt: Attempt;
  readonly operation: Operation;
  readonly evidence: Evidence | null;
  readonly isAlone: boolean;
}

/** A question whose answer is on its way. */
export interface QuestionFlight {
  readonly kind: 'question';
  readonly attempt: Attempt;
  readonly operations: readonly Operation[];
  readonly evidence: Evidence;
}

export type Flight = TokenFlight | OperationFlight | QuestionFlight;

/** An order of a shop, the service, and everything that is on its way between them. */
export interface World {
  readonly now: number;
  readonly record: OrderRecord;
  readonly sessions: readonly Session[];
  readonly flights: readonly Flight[];
  /** Webhooks that may still arrive: the session as it was. */
  readonly webhooks: readonly Session[];
  /** What has happened how often; it bounds the exploration. */
  readonly counts: Readonly<Record<string, number>>;
  /** Operations that the service has taken back. */
  readonly lost: readonly Effect[];
  /** Operations that the service has accepted and never does, by their id. */
  readonly dropped: readonly string[];
  /** Promises that an event has broken. */
  readonly faults: readonly string[];
}

/** One thing that may happen: its name, and the world after it. */
export type Step = readonly [string, World];

export const profile = defaultProfile;
export const rules = { profile, recheckPaid: 'few', isNotified: true, random: () => 0.5 } as const;
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export function replaced<Item>(list: readonly Item[], old: Item, item: Item): readonly Item[] {
  return list.map((each) => (each === old ? item : each));
}

export function without<Item>(list: readonly Item[], old: Item): readonly Item[] {
  return list.filter((each) => each !== old);
}

/** Whether a thing may happen once more. */
export function isLeft({ counts }: World, name: string, most: number): boolean {
  return (counts[name] ?? 0) < most;
}

export function counted(world: World, name: string): World {
  return { ...world, counts: { ...world.counts, [name]: (world.counts[name] ?? 0) + 1 } };
}
