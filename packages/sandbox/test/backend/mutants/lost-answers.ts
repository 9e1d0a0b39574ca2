import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, isOpen } from '../attempt.ts';
import { membersOf, Problem, type Json } from '../problem.ts';
import { type Press, type Reply, ShopBackend } from '../shop-backend.ts';
import { isInProgress, Refused, type ServiceAnswer } from '../service-calls.ts';
import { failing, type Mutant } from './mutant.ts';

const spoilt = [
  'lost.cut',
  'lost.truncated',
  'lost.html',
  'lost.error503',
  'lost.error429',
  'lost.redirect',
  'lost.empty',
  'lost.error408',
  'lost.error500',
];

/** “In progress” is taken for a refusal. */
class ConflictIsRefusal extends ShopBackend {
  override isRefusal(answer: ServiceAnswer): boolean {
    return super.isRefusal(answer) || isInProgress(answer);
  }
}

export const lostAnswerMutants: readonly Mutant[] = [
  ...failing(
    spoilt,
    'a lost answer is called a failure',
    class extends ShopBackend {
      override lose(attempt: Attempt): void {
        attempt.outcome = 'failed';
      }
    },
  ),
  ...failing(
    spoilt,
    'a lost answer is answered by sending the token again',
    class extends ShopBackend {
      override async lose(attempt: Attempt, _error: unknown, press: Press): Promise<void> {
        await this.send(attempt, press).catch(() => undefined);
      }
    },
  ),
  ...failing(
    [...spoilt, 'lost.unasked'],
    'nothing asks about a lost answer',
    class extends ShopBackend {
      override async look(): Promise<void> {
        return Promise.resolve();
      }
    },
  ),
  ...failing(
    ['lost.second-press', 'lost.slow'],
    'an order whose outcome is unknown may be paid again',
    class extends ShopBackend {
      override isFree(attempt: Attempt): boolean {
        return attempt.outcome === 'unknown' || super.isFree(attempt);
      }
    },
  ),
  {
    check: 'lost.no-status',
    mistake: 'an answer without a status is a success',
    Backend: class extends ShopBackend {
      override outcomeOf(status: string): string {
        return status === 'undefined' ? 'succeeded' : super.outcomeOf(status);
      }
    },
  },
  {
    check: 'lost.success-false',
    mistake: '200 is a success',
    Backend: class extends ShopBackend {
      override async ask(name: string, fields: Json): Promise<Json> {
        const answer = await super.ask(name, fields);
        return name === 'pay-token' ? { ...answer, status: 'paid' } : answer;
      }
    },
  },
  {
    check: 'lost.success-false',
    mistake: 'success: false is a failure',
    Backend: class extends ShopBackend {
      override outcomeOf(status: string): string {
        return status === 'undefined' ? 'failed' : super.outcomeOf(status);
      }
    },
  },
  ...failing(
    ['lost.other-session', 'lost.other-order'],
    'whatever is answered is about this payment',
    class extends ShopBackend {
      override isAbout(): boolean {
        return true;
      }
    },
  ),
  {
    check: 'lost.not-processed',
    mistake: 'a lost answer is called a success',
    Backend: class extends ShopBackend {
      override lose(attempt: Attempt): void {
        attempt.outcome = 'succeeded';
      }
    },
  },
  {
    check: 'lost.not-processed',
    mistake: 'a session that the service has is called a success',
    Backend: class extends ShopBackend {
      override seen(attempt: Attempt): void {
        this.apply(attempt, 'paid');
      }
    },
  },
  {
    check: 'lost.unasked',
    mistake: 'only the page has the status asked for',
    Backend: class extends ShopBackend {
      override job(): void {
        // Nothing.
      }
    },
  },
  {
    check: 'lost.unasked',
    mistake: 'the job asks, and keeps nothing',
    Backend: class extends ShopBackend {
      override job(): void {
        for (const { session } of this.attempts.values()) {
          void this.ask('get-status', { session_id: session }).catch(() => undefined);
        }
      }
    },
  },
  {
    check: 'lost.one-look',
    mistake: 'one look frees an order whose token was lost',
    Backend: class extends ShopBackend {
      override seen(attempt: Attempt, status: string): void {
        if (status === 'created') attempt.outcome = 'failed';
        else this.apply(attempt, status);
      }
    },
  },
  {
    check: 'lost.timeout',
    mistake: 'the token is sent again after a timeout',
    Backend: class extends ShopBackend {
      override async call(name: string, fields: Json): Promise<string> {
        const answer = super.call(name, fields);
        const timeout = sleep(2500).then(() => '');
        const first = await Promise.race([answer, timeout]);
        return first === '' ? super.call(name, fields) : first;
      }
    },
  },
  {
    check: 'lost.session',
    mistake: 'an order whose session was lost stays without one',
    Backend: class extends ShopBackend {
      readonly #lost = new Set<string>();

      override async open(order: string, amount: string): Promise<string> {
        if (this.#lost.has(order)) throw new Error('no session');
        this.#lost.add(order);
        const session = await super.open(order, amount);
        this.#lost.delete(order);
        return session;
      }
    },
  },
  {
    check: 'lost.payment',
    mistake: 'a session is kept although its payment was not added',
    Backend: class extends ShopBackend {
      override async ask(name: string, fields: Json): Promise<Json> {
        const answer = await super.ask(name, fields).catch((error: unknown) => {
          if (name !== 'payment') throw error;
          this.#isBroken = true;
          throw error;
        });
        if (this.#isBroken && name === 'session') throw new Refused(name);
        return answer;
      }

      #isBroken = false;
    },
  },
  {
    check: 'lost.payment',
    mistake: 'the payment is added again until it is answered',
    Backend: class extends ShopBackend {
      override async ask(name: string, fields: Json): Promise<Json> {
        const answer = super.ask(name, fields);
        return name === 'payment' ? answer.catch(() => this.#again(fields)) : answer;
      }

      async #again(fields: Json): Promise<Json> {
        await sleep(300);
        return super.ask('payment', fields).catch(() => ({}));
      }
    },
  },
  {
    check: 'lost.second-press',
    mistake: 'only what is pending is not final',
    Backend: class extends ShopBackend {
      override isFinal({ outcome }: Attempt): boolean {
        return outcome !== 'pending';
      }
    },
  },
  ...failing(
    ['refused.again', 'refused.again-403'],
    'a refused token leaves its order closed',
    class extends ShopBackend {
      override free(): void {
        // Never.
      }
    },
  ),
  {
    check: 'refused.again-403',
    mistake: 'only 400 is a refusal',
    Backend: class extends ShopBackend {
      override isRefusal(answer: ServiceAnswer): boolean {
        return answer.status === 400 && super.isRefusal(answer);
      }
    },
  },
  {
    check: 'refused.one-look',
    mistake: 'one look at the status frees an order',
    Backend: class extends ShopBackend {
      override get looksApart(): number {
        return 0;
      }
    },
  },
  {
    check: 'refused.one-look',
    mistake: 'a refused token is refused on, with a problem document',
    Backend: class extends ShopBackend {
      override replyTo(attempt: Attempt): Reply {
        if (attempt.refused && isOpen(attempt)) throw new Problem(400, 'token_refused');
        return super.replyTo(attempt);
      }
    },
  },
  {
    check: 'refused.one-look',
    mistake: 'a refused token is said to have failed',
    Backend: class extends ShopBackend {
      override replyTo(attempt: Attempt): Reply {
        if (!attempt.refused) return super.replyTo(attempt);
        return [200, { outcome: 'failed', status: attempt.status }];
      }
    },
  },
  ...failing(
    [
      'refused.in-progress',
      ...['408', '409', '423', '425', '429'].map((one) => `refused.status-${one}`),
    ],
    'an HTTP status that decides nothing is taken for a refusal',
    ConflictIsRefusal,
  ),
  ...failing(
    ['refused.in-progress-code', 'refused.session-in-progress', 'refused.session-locked'],
    'the codes “in progress” are taken for a refusal',
    class extends ShopBackend {
      override isRefusal({ status, text }: ServiceAnswer): boolean {
        return status < 500 && status !== 409 && membersOf(text)?.['type'] === 'processing';
      }
    },
  ),
];
