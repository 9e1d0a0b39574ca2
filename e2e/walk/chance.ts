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
  'error403',
  'error429',
  'error500',
  'error503',
  'redirect',
  'unknown-status',
  'failed-status',
  'pending-status',
  'success-false',
  'other-session',
  'other-order',
  'refused',
  'refused',
  'in-progress',
  'in-progress',
] as const;
const calls = [
  ...['pay-token', 'pay-token', 'pay-token', 'pay-token', 'get-status', 'get-status'],
  ...['void', 'void', 'void', 'complete-hold', 'complete-hold', 'session', 'payment'],
] as const;
type Call = (typeof calls)[number];
const httpStatuses = [200, 202, 400, 401, 403, 404, 409, 423, 425, 429, 500, 503] as const;
const forms = ['json', 'json', 'json', 'form', 'gzip', 'bom', 'list', 'ping'] as const;

/** The calls of the counter. */
export const counterCalls = ['void', 'void', 'void', 'complete-hold'] as const;

/** What bank and service do with a payment. The books can agree in the end. */
export function scenarioBy(chance: Chance, spoilt: readonly Call[] = calls): ScenarioFields {
  const delay = (percent: number, ms: number): number => (chance.of(percent) ? ms : 0);
  return {
    result: chance.one(['auto', 'auto', 'paid', 'paid', 'holded', 'holded', 'failed']),
    bankCheck: chance.one(['auto', 'always', 'never']),
    ...answerBy(chance, spoilt),
    processDelay: delay(20, 1500),
    answerDelay: delay(20, 1500),
    webhook: chance.one(['before', 'after', 'never']),
    webhookDelay: delay(20, 1500),
    webhookCopies: chance.one([1, 1, 3]),
    webhookVersion: chance.one(['v1', 'v2', 'v3']),
    webhookForm: chance.one(forms),
    settleAfter: delay(20, 3000),
    changeAfter: delay(20, 2000),
    dropAfter: chance.of(35) ? chance.one([500, 2500]) : 0,
    statusLag: delay(15, 2000),
    partRefund: chance.of(25) ? 'refunded' : 'auto',
    expireAfter: delay(10, 4000),
    paidOffAfter: delay(10, 4000),
  };
}

/** A spoilt answer to one of the calls. */
function answerBy(chance: Chance, spoilt: readonly Call[]): ScenarioFields {
  const answerOn = chance.one(spoilt);
  const answer = chance.of(30) ? 'normal' : chance.one(answers);
  const answerStatus = chance.of(25) ? chance.one(httpStatuses) : 0;
  const processed = chance.of(answer === 'refused' ? 30 : 80);
  const isAboutToken = answerOn === 'pay-token' || answerOn === 'get-status';
  // Where the service says that a charge failed, the order is free, and the next payment is a second charge.
  if (answer === 'failed-status' && isAboutToken) {
    return { answer, answerOn: 'pay-token', answerStatus, processed: false };
  }
  return { answer, answerOn, answerStatus, processed };
}
