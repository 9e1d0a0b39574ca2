import { type Attempt, isOpen } from '../attempt.ts';
import type { Problem, Json } from '../problem.ts';
import { ShopBackend } from '../shop-backend.ts';
import { failing, type Mutant } from './mutant.ts';

export const statusAnswerMutants: readonly Mutant[] = [
  ...failing(
    ['status.other-session', 'status.other-order'],
    'whatever get-status answers is about this payment',
    class extends ShopBackend {
      override async look(attempt: Attempt): Promise<void> {
        if (!isOpen(attempt) || attempt.session === '') return;
        const fields = { session_id: attempt.session };
        const { status } = await this.ask('get-status', fields).catch((): Json => ({}));
        if (typeof status === 'string') this.seen(attempt, status);
      }
    },
  ),
  ...failing(
    ['status.error503', 'status.html', 'status.empty'],
    'a question that the service does not answer is an error of its own',
    class extends ShopBackend {
      override async look(attempt: Attempt): Promise<void> {
        if (isOpen(attempt)) await this.ask('get-status', { session_id: attempt.session });
        await super.look(attempt);
      }

      override job(): void {
        for (const attempt of this.attempts.values()) this.look(attempt).catch(() => undefined);
      }
    },
  ),
  {
    check: 'pay.declined',
    mistake: 'a payment that failed is never final',
    Backend: class extends ShopBackend {
      override isFinal(attempt: Attempt): boolean {
        return attempt.outcome !== 'failed' && super.isFinal(attempt);
      }
    },
  },
  {
    check: 'pay.while-bank-waits',
    mistake: 'a refusal names the status of the payment in place of its own',
    Backend: class extends ShopBackend {
      override problemBody(problem: Problem, raw: Buffer): Json {
        return { ...super.problemBody(problem, raw), ...problem.extra };
      }
    },
  },
  {
    check: 'pay.while-bank-waits',
    mistake: 'a second press is refused without the outcome',
    Backend: class extends ShopBackend {
      override problemBody(problem: Problem, raw: Buffer): Json {
        return { ...super.problemBody(problem, raw), outcome: undefined };
      }
    },
  },
];
