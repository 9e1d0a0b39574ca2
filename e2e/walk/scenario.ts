import type { ScenarioFields } from '@wallet-buttons/sandbox';
// eslint-disable-next-line no-restricted-imports -- Playwright sets no condition, by which the package has these
import type { Random } from '../../packages/server/test/faults/random.ts';

const answers = ['cut', 'html', 'error503', 'refused', 'in-progress', 'pending-status'] as const;

/**
 * What bank and service do with a payment, as far as a page can notice it: the walks of two servers take the forms of
 * webhooks, the statuses of HTTP and the later changes. The books can agree in the end.
 */
export function scenarioBy(random: Random): ScenarioFields {
  const delay = (): number => (random.chance(0.2) ? 1500 : 0);
  const answer = random.chance(0.3) ? 'normal' : random.one(answers);
  return {
    result: random.one(['auto', 'auto', 'paid', 'holded', 'failed']),
    bankCheck: random.one(['auto', 'always', 'never']),
    answer,
    answerOn: random.one(['pay-token', 'pay-token', 'session']),
    // A lie that keeps an order which was never charged would be believed.
    processed: answer === 'pending-status' || random.chance(0.7),
    processDelay: delay(),
    answerDelay: delay(),
    webhook: random.one(['before', 'after', 'never']),
  };
}
