import type { ScenarioFields } from '@wallet-buttons/sandbox';

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 on, below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  of(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** @throws RangeError when there is nothing to choose from */
  one<T>(list: readonly T[]): T {
    const [chosen] = list.slice(this.below(list.length));
    if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
    return chosen;
  }
}

const answers = [
  'cut',
  'truncated',
  'html',
  'empty',
  'error500',
  'error503',
  'unknown-status',
] as const;

/** What bank and service do with a payment. */
export function scenarioBy(chance: Chance): ScenarioFields {
  const delay = (percent: number, ms: number): number => (chance.of(percent) ? ms : 0);
  return {
    result: chance.one(['auto', 'auto', 'paid', 'holded', 'failed']),
    bankCheck: chance.one(['auto', 'always', 'never']),
    answer: chance.of(50) ? 'normal' : chance.one(answers),
    answerOn: chance.one(['pay-token', 'pay-token', 'get-status', 'session', 'payment', 'void']),
    processed: chance.of(90),
    processDelay: delay(20, 1500),
    answerDelay: delay(20, 1500),
    webhook: chance.one(['before', 'after', 'never']),
    webhookDelay: delay(20, 1500),
    webhookCopies: chance.one([1, 1, 3]),
    webhookVersion: chance.one(['v1', 'v2', 'v3']),
    settleAfter: delay(20, 3000),
    changeAfter: delay(20, 2000),
    expireAfter: delay(10, 4000),
    paidOffAfter: delay(10, 4000),
  };
}
