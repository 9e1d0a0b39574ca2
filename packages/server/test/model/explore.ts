import { emptyRecord } from '../../src/order/record.ts';
import { type Alphabet, stepsOf } from './events.ts';
import { invariants, steps } from './invariants.ts';
import type { Evidence } from '@wallet-buttons/service-client';
import type { Attempt } from '../../src/order/attempt.ts';
import type { Operation } from '../../src/order/operation.ts';
import type { Flight, World } from './world.ts';

/** A promise that is broken, and the shortest way to it. */
export interface Broken {
  readonly promise: string;
  readonly way: readonly string[];
  readonly world: World;
}

export interface Explored {
  readonly states: number;
  readonly depth: number;
  readonly broken: Broken | null;
}

interface Node {
  readonly world: World;
  readonly from: Node | null;
  readonly name: string;
}

export const start: World = {
  now: 1_800_000_000_000,
  record: emptyRecord('o'),
  sessions: [],
  flights: [],
  webhooks: [],
  counts: {},
  lost: [],
  dropped: [],
  faults: [],
};

/** Takes every way of so many steps, breadth first; a state that was seen is not entered again. */
export function explore(alphabet: Alphabet, depth: number, begin: World): Explored {
  const seenKeys = new Set<string>([canonical(begin, recordText(begin))]);
  const seenRecords = new Set<string>();
  let level: readonly Node[] = [{ world: begin, from: null, name: '' }];
  for (let stepCount = 0; stepCount < depth; stepCount += 1) {
    const next: Node[] = [];
    for (const node of level) {
      for (const [name, world] of stepsOf(node.world, alphabet)) {
        const text = recordText(world);
        const key = canonical(world, text);
        if (seenKeys.has(key)) continue;
        seenKeys.add(key);
        const nextNode = { world, from: node, name };
        const violation = brokenBy(nextNode, seenRecords.has(text));
        seenRecords.add(text);
        if (violation) return { states: seenKeys.size, depth: stepCount + 1, broken: violation };
        // No step is taken from the last level, so its worlds are not kept.
        if (stepCount + 1 < depth) next.push(nextNode);
      }
    }
    level = next;
  }
  return { states: seenKeys.size, depth, broken: null };
}

const promises = Object.entries(invariants);
const codec = 'a record is read as it was written';

function brokenBy(node: Node, wasRead: boolean): Broken | null {
  for (const [promise, holds] of promises) {
    // A record with the text of another is read as that one was.
    if (promise === codec && wasRead) continue;
    if (!holds(node.world)) return { promise, way: wayTo(node), world: node.world };
  }
  if (!node.from) return null;
  for (const [promise, holds] of Object.entries(steps)) {
    if (!holds(node.from.world, node.world))
      return { promise, way: wayTo(node), world: node.world };
  }
  return null;
}

function wayTo(node: Node): readonly string[] {
  return node.from ? [...wayTo(node.from), node.name] : [];
}

/** States that differ only in what no rule looks at are one. Times count from the present. */
function canonical({ now, record: _, flights, counts, ...rest }: World, text: string): string {
  const texts = flights.map((flight) => flightText(flight, now));
  return [JSON.stringify([rest, counts]), text, ...texts].join('|');
}

function recordText({ now, record }: World): string {
  const changes = record.changes.map(({ attempt, status, outcome, holdNotice }) =>
    [attempt, status, outcome, holdNotice].join(''),
  );
  return [
    ...record.attempts.map((attempt) => attemptText(attempt, now)),
    ...record.operations.map((operation) => operationText(operation, now)),
    ...changes,
    record.delivery ? record.delivery.at - now : '',
  ].join('|');
}

function flightText(flight: Flight, now: number): string {
  const { kind, attempt, evidence } = flight;
  const single = 'operation' in flight ? [flight.operation] : [];
  const operations = flight.kind === 'question' ? flight.operations : single;
  const { stage, token, isAlone } = { stage: '', token: '', isAlone: false, ...flight };
  const texts = operations.map((operation) => operationText(operation, now));
  const status = evidence && 'answer' in evidence ? shortText(evidence) : evidence?.kind;
  // An answer is as old as its question.
  const age = kind === 'question' ? attempt.readAt - now : '';
  return [kind, stage, token, isAlone, age, attemptText(attempt, now), status, ...texts].join();
}

/** What an answer names, in short. */
function shortText({ kind, answer }: Extract<Evidence, { readonly answer: unknown }>): string {
  const { status, amount, refunded, payments } = answer;
  return [kind, status, amount, refunded, payments.length].join(' ');
}

function operationText(operation: Operation, now: number): string {
  const { id, key, state, refusal, before, sentAt, isShown, isUnmoved, isInReview } = operation;
  const { refusedAt = now } = operation;
  const times = [sentAt - now, refusedAt - now];
  return [id, key, state, refusal, before, ...times, isShown, isUnmoved, isInReview].join();
}

function attemptText(attempt: Attempt, now: number): string {
  const { id, state, live, held, charged, refunded, status, refusal, flag, tokenHash } = attempt;
  const { sentAt, absentAt, doubtedAt, amountsAt, nextCheckAt } = attempt;
  const { checks, holdEndsAt, holdNotice } = attempt;
  const times = [sentAt, absentAt, doubtedAt, amountsAt, nextCheckAt, holdEndsAt].map(
    (time) => time && time - now,
  );
  const money = [held, charged, refunded];
  const texts = [status, refusal, flag, tokenHash, holdNotice];
  return [id, state, live, ...money, ...texts, ...times, checks].join();
}
