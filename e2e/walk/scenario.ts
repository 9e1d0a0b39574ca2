import type { ScenarioFields } from '@wallet-buttons/sandbox';
// eslint-disable-next-line no-restricted-imports -- Playwright sets no condition, by which the package has these
import type { Random } from '../../packages/server/test/faults/random.ts';

const brokenAnswers = [
  ...(['normal', 'cut', 'truncated', 'html', 'empty', 'redirect', 'success-false'] as const),
  ...(['error403', 'error429', 'error500', 'error503', 'other-session', 'other-order'] as const),
  ...(['refused', 'refused', 'in-progress', 'in-progress'] as const),
];
const calls = ['pay-token', 'pay-token', 'get-status', 'session', 'payment'] as const;
const httpStatuses = [200, 202, 400, 401, 403, 404, 409, 423, 425, 429, 500, 503] as const;

/** What bank and service do with a payment. The books can agree in the end. */
export function scenarioBy(random: Random): ScenarioFields {
  const delay = (chance: number, ms: number): number => (random.chance(chance) ? ms : 0);
  return {
    result: random.one(['auto', 'auto', 'paid', 'holded', 'failed']),
    bankCheck: random.one(['auto', 'always', 'never']),
    ...answerBy(random),
    processDelay: delay(0.2, 1500),
    answerDelay: delay(0.2, 1500),
    webhook: random.one(['before', 'after', 'never']),
    webhookDelay: delay(0.2, 1500),
    webhookCopies: random.one([1, 1, 3]),
    webhookVersion: random.one(['v1', 'v2', 'v3']),
    webhookForm: random.one(['json', 'json', 'json', 'form', 'gzip', 'bom', 'list', 'ping']),
    settleAfter: delay(0.2, 3000),
    statusLag: delay(0.15, 2000),
    expireAfter: delay(0.1, 4000),
    paidOffAfter: delay(0.1, 4000),
  };
}

/** A spoilt answer to one of the calls. */
function answerBy(random: Random): ScenarioFields {
  const answer = random.one(['normal', 'broken', 'broken', 'status'] as const);
  if (answer === 'normal') return {};
  if (answer === 'status') {
    // A lie that frees a charged order, or keeps one that was never charged, would be believed.
    const status = random.one(['failed-status', 'pending-status', 'unknown-status'] as const);
    return { answer: status, answerOn: 'pay-token', processed: status !== 'failed-status' };
  }
  const answerStatus = random.chance(0.25) ? random.one(httpStatuses) : 0;
  const isProcessed = random.chance(0.7);
  return {
    answer: random.one(brokenAnswers),
    answerOn: random.one(calls),
    answerStatus,
    processed: isProcessed,
  };
}
