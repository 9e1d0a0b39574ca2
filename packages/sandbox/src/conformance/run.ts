import type { Check } from './check.ts';
import { Finding } from './finding.ts';
import { lostAnswers } from './checks/lost-answers.ts';
import { merchantValidation } from './checks/merchant-validation.ts';
import { payments } from './checks/payments.ts';
import { requests } from './checks/requests.ts';
import { webhooks } from './checks/webhooks.ts';
import { Shop, type Subject } from './shop.ts';

export type { Check } from './check.ts';
export type { Subject } from './shop.ts';

/** Every check, in the order in which they run. */
export const conformanceChecks: readonly Check[] = [
  ...payments,
  ...merchantValidation,
  ...requests,
  ...lostAnswers,
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

/** Drives a merchant's backend through the protocol, one check after another. */
export async function runConformance(options: ConformanceOptions): Promise<readonly CheckResult[]> {
  const { only, orderOf, onResult, ...subject } = options;
  const wanted = conformanceChecks.filter(
    (check) => only === undefined || only.some((name) => isNamed(check, name)),
  );
  const results: CheckResult[] = [];
  for (const [index, check] of wanted.entries()) {
    const from = performance.now();
    const seen = await find(check, new Shop(subject, orderOf(index + 1)));
    subject.service.scenario({});
    const milliseconds = Math.round(performance.now() - from);
    const result = { check, passed: seen === '', seen, milliseconds };
    results.push(result);
    onResult?.(result);
  }
  return results;
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
