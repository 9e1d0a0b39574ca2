import type { Check } from './check.ts';
import { Finding } from './finding.ts';
import { bankPages } from './checks/bank.ts';
import { identities } from './checks/identities.ts';
import { lateWebhooks } from './checks/late-webhooks.ts';
import { lostAnswers } from './checks/lost-answers.ts';
import { merchantValidation } from './checks/merchant-validation.ts';
import { payments } from './checks/payments.ts';
import { races } from './checks/races.ts';
import { refusedTokens } from './checks/refused-tokens.ts';
import { requests } from './checks/requests.ts';
import { restarts } from './checks/restarts.ts';
import { statusAnswers } from './checks/status-answers.ts';
import { webhooks } from './checks/webhooks.ts';
import { Shop } from './shop.ts';
import type { Subject } from './subject.ts';

export type { Check } from './check.ts';
export type { Subject, Waits } from './subject.ts';
export { type RunLimits, untested } from './untested.ts';

/** Every check. Those that wait run last, all at once. */
export const conformanceChecks: readonly Check[] = [
  ...payments,
  ...bankPages,
  ...identities,
  ...races,
  ...merchantValidation,
  ...requests,
  ...lostAnswers,
  ...statusAnswers,
  ...refusedTokens,
  ...webhooks,
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
  /** Hears each result as it comes. */
  readonly onResult?: (result: CheckResult) => void;
}

/** Drives a merchant's backend through the protocol: one check after another, then those that wait, all at once. */
export async function runConformance(options: ConformanceOptions): Promise<readonly CheckResult[]> {
  const { only, orderOf, onResult, ...subject } = options;
  const checks = checksOf({ only, restart: subject.restart });
  const results: CheckResult[] = [];
  const run = async (check: Check): Promise<void> => {
    const startTime = performance.now();
    const index = checks.indexOf(check);
    const first = ordersOf(checks.slice(0, index)) + 1;
    const orders = Array.from({ length: check.orders ?? 1 }, (_, n) => orderOf(first + n));
    const shop = new Shop(subject, orders, check.waits === true && namesOrders(subject));
    const observation = await find(check, shop);
    shop.play({});
    const milliseconds = Math.round(performance.now() - startTime);
    const hasPassed = observation === '';
    const steps = hasPassed ? [] : shop.transcript.lines().slice(0, -1);
    const result = { check, passed: hasPassed, seen: observation, sent: steps, milliseconds };
    results[index] = result;
    onResult?.(result);
  };
  for (const check of checks.filter(({ waits }) => waits !== true)) await run(check);
  const waiting = checks.filter(({ waits }) => waits === true);
  if (namesOrders(subject)) await Promise.all(waiting.map(run));
  else for (const check of waiting) await run(check);
  return results;
}

/** The checks that such a run makes. */
export function checksOf({
  only,
  restart,
}: {
  readonly only?: readonly string[] | undefined;
  readonly restart?: unknown;
}): readonly Check[] {
  return conformanceChecks
    .filter((check) => only === undefined || only.some((name) => isNamed(check, name)))
    .filter((check) => check.restarts !== true || restart !== undefined);
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
    await check.run(shop);
    return '';
  } catch (error) {
    if (error instanceof Finding) return error.message;
    throw error;
  }
}
