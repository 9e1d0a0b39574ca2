import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from './check.ts';
import { Finding } from './finding.ts';
import { access } from './checks/access.ts';
import { bankPages } from './checks/bank.ts';
import { identities } from './checks/identities.ts';
import { lateWebhooks } from './checks/late-webhooks.ts';
import { lostAnswers } from './checks/lost-answers.ts';
import { merchantValidation } from './checks/merchant-validation.ts';
import { faultsOfCalls } from './checks/once.ts';
import { payments } from './checks/payments.ts';
import { races } from './checks/races.ts';
import { refusedTokens } from './checks/refused-tokens.ts';
import { requests } from './checks/requests.ts';
import { restarts } from './checks/restarts.ts';
import { statusAnswers } from './checks/status-answers.ts';
import { statuses } from './checks/statuses.ts';
import { webhookSubjects } from './checks/webhook-subjects.ts';
import { webhooks } from './checks/webhooks.ts';
import { createContext } from './check-context.ts';
import { Shop } from './shop.ts';
import { TokenWatch } from './token-watch.ts';
import type { Subject } from './subject.ts';

export type { Check } from './check.ts';
export type { Subject, Waits } from './subject.ts';
export { type RunLimits, untested } from './untested.ts';

/** Every check. */
export const conformanceChecks: readonly Check[] = [
  ...payments,
  ...bankPages,
  ...statuses,
  ...identities,
  ...access,
  ...races,
  ...merchantValidation,
  ...requests,
  ...lostAnswers,
  ...faultsOfCalls,
  ...statusAnswers,
  ...refusedTokens,
  ...webhooks,
  ...webhookSubjects,
  ...lateWebhooks,
  ...restarts,
];

/** What became of one check. */
export interface CheckResult {
  readonly check: Pick<Check, 'id' | 'promise' | 'cost'>;
  readonly passed: boolean;
  /** What the backend did instead; empty if it passed. */
  readonly seen: string;
  /** The last requests, events and faults of the check, one a line; empty if it passed. No line has a token. */
  readonly sent: readonly string[];
  readonly milliseconds: number;
}

/** How a run is set up. */
export interface ConformanceOptions extends Subject {
  /** The reference of the nth order, from 1: each check has orders of its own. */
  readonly orderOf: (n: number) => string;
  /** Checks by id, or by the beginning of their ids; default: all. */
  readonly only?: readonly string[] | undefined;
  /** Goes on although neither wallet can pay an order: each further check fails in its own time. */
  readonly all?: boolean | undefined;
  /** Hears each result as it comes. */
  readonly onResult?: (result: CheckResult) => void;
}

/** Where all of them fail, no other check can pass. */
const firstChecks: readonly string[] = ['pay.wallet-a', 'pay.wallet-b'];
/** Milliseconds that each of them has: against a backend that never answers a run ends within a minute. */
const firstLimit = 45_000;
/** How many of the checks that do not wait run at the same time. */
const quickCount = 3;

/**
 * Drives a merchant's backend through the protocol.
 *
 * @returns the result of each check; of the first ones alone, if neither wallet can pay
 */
export async function runConformance(options: ConformanceOptions): Promise<readonly CheckResult[]> {
  const { only, all, orderOf, onResult, ...subject } = options;
  const checks = checksOf({ only, ...subject });
  const results: CheckResult[] = [];
  const tokens = new TokenWatch();
  const isSideBySide = namesOrders(subject);
  const run = async (check: Check): Promise<void> => {
    const startTime = performance.now();
    const index = checks.indexOf(check);
    const first = ordersOf(checks.slice(0, index)) + 1;
    const orders = Array.from({ length: check.orders ?? 1 }, (_, n) => orderOf(first + n));
    const context = createContext(tokens, check.alone !== true && isSideBySide);
    const shop = new Shop(subject, orders, context);
    const observation = await find(check, shop);
    shop.play({});
    const milliseconds = Math.round(performance.now() - startTime);
    const hasPassed = observation === '';
    const steps = hasPassed ? [] : context.transcript.lines().slice(0, -1);
    const result = { check, passed: hasPassed, seen: observation, sent: steps, milliseconds };
    results[index] = result;
    onResult?.(result);
  };
  for (const queues of schedule(checks)) {
    const runQueue = async ({ queue, count }: Queue): Promise<void> =>
      runAll(queue, run, isSideBySide ? count : 1);
    if (isSideBySide) await Promise.all(queues.map(runQueue));
    else for (const queue of queues) await runQueue(queue);
    if (all !== true && canPayNothing(results)) return results.flat();
  }
  return results;
}

/** Checks, and how many of them run at the same time. */
interface Queue {
  readonly queue: readonly Check[];
  readonly count: number;
}

/** What runs one after another: in each step queues that run side by side. */
function schedule(checks: readonly Check[]): readonly (readonly Queue[])[] {
  const first = checks.filter(isFirst);
  const last = checks.filter((check) => check.last === true);
  const middle = checks.filter((check) => !isFirst(check) && check.last !== true);
  const alone = middle.filter((check) => check.alone === true);
  const waiting = middle.filter((check) => check.alone !== true && check.waits === true);
  const quick = middle.filter((check) => check.alone !== true && check.waits !== true);
  return [
    [{ queue: first, count: first.length }],
    [{ queue: alone, count: 1 }],
    [
      { queue: waiting, count: waiting.length },
      { queue: quick, count: quickCount },
    ],
    [{ queue: last, count: 1 }],
  ];
}

async function runAll(
  queue: readonly Check[],
  run: (check: Check) => Promise<void>,
  count: number,
): Promise<void> {
  const rest = [...queue];
  const runNext = async (): Promise<void> => {
    for (let check = rest.shift(); check !== undefined; check = rest.shift()) await run(check);
  };
  await Promise.all(Array.from({ length: count }, runNext));
}

/** Whether neither wallet can pay an order: then nothing else was checked. */
export function canPayNothing(results: readonly CheckResult[]): boolean {
  const firstResults = results.filter(({ check }) => isFirst(check));
  return firstResults.length === firstChecks.length && firstResults.every(({ passed }) => !passed);
}

function isFirst({ id }: Pick<Check, 'id'>): boolean {
  return firstChecks.includes(id);
}

/** The checks that such a run makes. */
export function checksOf({ only, restart, headers }: Selection): readonly Check[] {
  const known = { restart: restart !== undefined, headers: Object.keys(headers ?? {}).length > 0 };
  return conformanceChecks
    .filter((check) => only === undefined || only.some((name) => isNamed(check, name)))
    .filter(({ needs }) => needs === undefined || known[needs]);
}

/** What decides which checks a run makes. */
export interface Selection extends Pick<Subject, 'headers'> {
  readonly only?: readonly string[] | undefined;
  readonly restart?: unknown;
}

/** How many orders these checks pay. */
export function ordersOf(checks: readonly Check[]): number {
  return checks.reduce((sum, { orders = 1 }) => sum + orders, 0);
}

/** Whether the service learns the order: without it a scenario is one for all, and checks cannot run side by side. */
function namesOrders({ service }: Subject): boolean {
  const { sessions } = service.ledger();
  return sessions.length === 0 || sessions.some(({ external_id: order }) => order !== null);
}

/** Whether a check has this id, or one that begins so. */
export function isNamed({ id }: Pick<Check, 'id'>, name: string): boolean {
  return id === name || id.startsWith(`${name}.`);
}

async function find(check: Check, shop: Shop): Promise<string> {
  try {
    await (isFirst(check) ? withinFirstLimit(check.run(shop)) : check.run(shop));
    return '';
  } catch (error) {
    if (error instanceof Finding) return error.message;
    throw error;
  }
}

async function withinFirstLimit(run: Promise<void>): Promise<void> {
  const timeout = new AbortController();
  const end = sleep(firstLimit, undefined, timeout).then(() => {
    throw new Finding(`it did not end within ${firstLimit / 1000} s`);
  });
  // The one that loses the race has no other reader.
  end.catch(() => undefined);
  run.catch(() => undefined);
  await Promise.race([run, end]).finally(() => {
    timeout.abort();
  });
}
