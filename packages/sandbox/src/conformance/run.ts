import type { Check } from './check.ts';
import { Finding } from './finding.ts';
import { lostAnswers } from './checks/lost-answers.ts';
import { merchantValidation } from './checks/merchant-validation.ts';
import { payments } from './checks/payments.ts';
import { refusedTokens } from './checks/refused-tokens.ts';
import { requests } from './checks/requests.ts';
import { webhooks } from './checks/webhooks.ts';
import { Shop, type Subject } from './shop.ts';

export type { Check } from './check.ts';
export type { Subject, Waits } from './shop.ts';

/** Every check. Those that wait run last, all at once. */
export const conformanceChecks: readonly Check[] = [
  ...payments,
  ...merchantValidation,
  ...requests,
  ...lostAnswers,
  ...refusedTokens,
  ...webhooks,
];

/** What became of one check. */
export interface CheckResult {
  readonly check: Pick<Check, 'id' | 'promise' | 'cost'>;
  readonly passed: boolean;
  /** What the backend did instead; empty if it passed. */
  readonly seen: string;
  readonly milliseconds: number;
}

/** How a run is set up. */
export interface ConformanceOptions extends Subject {
  /** The reference of the nth order, from 1: each check has an order of its own. */
  readonly orderOf: (n: number) => string;
  /** Checks by id, or by the beginning of their ids; default: all. */
  readonly only?: readonly string[];
  /** Hears each result as it comes. */
  readonly onResult?: (result: CheckResult) => void;
}

/** Drives a merchant's backend through the protocol: one check after another, then those that wait, all at once. */
export async function runConformance(options: ConformanceOptions): Promise<readonly CheckResult[]> {
  const { only, orderOf, onResult, ...subject } = options;
  const wanted = conformanceChecks.filter(
    (check) => only === undefined || only.some((name) => isNamed(check, name)),
  );
  const results: CheckResult[] = [];
  const run = async (check: Check): Promise<void> => {
    const from = performance.now();
    const index = wanted.indexOf(check);
    const shop = new Shop(
      subject,
      orderOf(index + 1),
      check.waits === true && namesOrders(subject),
    );
    const seen = await find(check, shop);
    shop.play({});
    const milliseconds = Math.round(performance.now() - from);
    const result = { check, passed: seen === '', seen, milliseconds };
    results[index] = result;
    onResult?.(result);
  };
  for (const check of wanted.filter(({ waits }) => waits !== true)) await run(check);
  const waiting = wanted.filter(({ waits }) => waits === true);
  if (namesOrders(subject)) await Promise.all(waiting.map(run));
  else for (const check of waiting) await run(check);
  return results;
}

/** Whether the service learns the order: without it a scenario is one for all, and checks cannot run side by side. */
function namesOrders({ service }: Subject): boolean {
  const { sessions } = service.ledger();
  return sessions.length === 0 || sessions.some(({ external_id: order }) => order !== null);
}

/** Whether a check has this id, or one that begins so. */
export function isNamed({ id }: Check, name: string): boolean {
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
