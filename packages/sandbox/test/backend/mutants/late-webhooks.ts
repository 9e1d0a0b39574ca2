import type { Attempt } from '../attempt.ts';
import type { Json } from '../problem.ts';
import { ShopBackend } from '../shop-backend.ts';
import { failing, type Mutant } from './mutant.ts';

export const lateWebhookMutants: readonly Mutant[] = [
  {
    check: 'webhook.late',
    mistake: 'the last webhook that arrives decides',
    Backend: class extends ShopBackend {
      override isLater(): boolean {
        return true;
      }
    },
  },
  {
    check: 'webhook.after-failed',
    mistake: 'a payment that failed never changes',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt, outcome: string): boolean {
        return attempt.outcome !== 'failed' && super.isLater(attempt, outcome);
      }
    },
  },
  ...failing(
    ['webhook.first', 'webhook.first-lost'],
    'a webhook before the answer of its payment is ignored',
    class extends ShopBackend {
      override attemptOf(body: Json): Attempt | undefined {
        const attempt = super.attemptOf(body);
        return attempt?.outcome === 'unknown' ? undefined : attempt;
      }
    },
  ),
  {
    check: 'webhook.first',
    mistake: 'the answer overwrites what a webhook said before',
    Backend: class extends ShopBackend {
      override applyAnswer(attempt: Attempt, status: string): void {
        Object.assign(attempt, { status, outcome: this.outcomeOf(status) });
      }
    },
  },
  {
    check: 'webhook.first-lost',
    mistake: 'a lost answer overwrites what a webhook said before',
    Backend: class extends ShopBackend {
      override lose(attempt: Attempt): void {
        attempt.outcome = 'unknown';
      }
    },
  },
  {
    check: 'webhook.refund',
    mistake: 'a payment that succeeded never changes',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt, outcome: string): boolean {
        return attempt.outcome !== 'succeeded' && super.isLater(attempt, outcome);
      }
    },
  },
  {
    check: 'webhook.late',
    mistake: 'a payment that succeeded may be held again',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt, outcome: string): boolean {
        const isHeldAgain = attempt.outcome === 'succeeded' && outcome === 'authorized';
        return isHeldAgain || super.isLater(attempt, outcome);
      }
    },
  },
  {
    check: 'webhook.refund',
    mistake: 'a payment that was refunded may succeed again',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt, outcome: string): boolean {
        const isPaidAgain = attempt.outcome === 'refunded' && outcome === 'succeeded';
        return isPaidAgain || super.isLater(attempt, outcome);
      }
    },
  },
  {
    check: 'webhook.earlier-session',
    mistake: 'a webhook is found by its order alone',
    Backend: class extends ShopBackend {
      override attemptOf(body: Json): Attempt | undefined {
        return this.attempts.get(String(body['external_id']));
      }
    },
  },
  {
    check: 'webhook.earlier-session',
    mistake: 'an order keeps the session of its first payment',
    Backend: class extends ShopBackend {
      readonly #firstSessions = new Map<string, string>();

      override async open(order: string, amount: string): Promise<string> {
        const session = await super.open(order, amount);
        if (!this.#firstSessions.has(order)) this.#firstSessions.set(order, session);
        return session;
      }

      override attemptOf(body: Json): Attempt | undefined {
        const attempt = super.attemptOf(body);
        const isFirst = attempt && this.#firstSessions.get(attempt.order) === attempt.session;
        return isFirst ? attempt : undefined;
      }
    },
  },
];
