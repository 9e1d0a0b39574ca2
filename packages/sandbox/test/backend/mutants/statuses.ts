import { type Attempt, isOpen } from '../attempt.ts';
import type { Json } from '../problem.ts';
import { type Reply, ShopBackend } from '../shop-backend.ts';
import { failing, type Mutant } from './mutant.ts';

/** What a mutant takes each status for. */
const wrongOutcomes: Readonly<Record<string, string>> = {
  created: 'failed',
  precreated: 'expired',
  preprocessing: 'failed',
  async_preprocessing: 'failed',
  processing: 'succeeded',
  processing_hold_completion: 'succeeded',
  processing_void: 'cancelled',
  blocked: 'failed',
  under_review: 'failed',
  holded: 'pending',
  hold_confirmed: 'succeeded',
  paid: 'authorized',
  paid_off: 'pending',
  failed: 'pending',
  voided: 'pending',
  expired: 'pending',
};

export const statusMutants: readonly Mutant[] = [
  ...Object.entries(wrongOutcomes).map(([status, outcome]) => ({
    check: `means.${status}`,
    mistake: `"${status}" is taken for ${outcome}`,
    Backend: class extends ShopBackend {
      override outcomeOf(name: string): string {
        return name === status ? outcome : super.outcomeOf(name);
      }
    },
  })),
  ...failing(
    ['means.hold_confirmed', 'means.paid_off'],
    'a webhook knows only the statuses of the service’s document',
    class extends ShopBackend {
      override takeWebhook(body: Json): Reply {
        const documented = ['paid', 'refunded', 'failed', 'holded', 'voided', 'expired'];
        return documented.includes(String(body['status'])) ? super.takeWebhook(body) : [200, {}];
      }
    },
  ),
  ...failing(
    ['means.hold_confirmed', 'means.paid_off', 'means.expired'],
    'get-status knows only paid and failed',
    class extends ShopBackend {
      override seen(attempt: Attempt, status: string, answer: Json): void {
        if (status === 'paid' || status === 'failed') super.seen(attempt, status, answer);
      }
    },
  ),
  {
    check: 'means.blocked',
    mistake: 'a webhook that it does not understand ends the payment',
    Backend: class extends ShopBackend {
      override takeWebhook(body: Json): Reply {
        const reply = super.takeWebhook(body);
        const attempt = this.attemptOf(body);
        if (attempt && isOpen(attempt)) attempt.outcome = 'failed';
        return reply;
      }
    },
  },
  {
    check: 'means.voided',
    mistake: 'an order that was cancelled is closed for ever',
    Backend: class extends ShopBackend {
      override isFree(attempt: Attempt): boolean {
        return attempt.outcome !== 'cancelled' && super.isFree(attempt);
      }
    },
  },
  {
    check: 'means.hold_confirmed',
    mistake: 'money that is held is not final',
    Backend: class extends ShopBackend {
      override isFinal(attempt: Attempt): boolean {
        return attempt.outcome !== 'authorized' && super.isFinal(attempt);
      }
    },
  },
  {
    check: 'means.refunded',
    mistake: 'an order that was refunded is closed for ever',
    Backend: class extends ShopBackend {
      override isFree(attempt: Attempt): boolean {
        return attempt.outcome !== 'refunded' && super.isFree(attempt);
      }
    },
  },
  ...failing(
    ['means.part', 'webhook.part'],
    'whatever was given back is all of it',
    class extends ShopBackend {
      override isPart(): boolean {
        return false;
      }
    },
  ),
];
