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
    check: 'status.no-status',
    mistake: 'a question that is answered without a status ends the payment',
    Backend: class extends ShopBackend {
      override isAbout(attempt: Attempt, answer: Json): boolean {
        if (isOpen(attempt) && 'id' in answer && !('status' in answer)) attempt.outcome = 'failed';
        return super.isAbout(attempt, answer);
      }
    },
  },
  {
    check: 'status.success-false',
    mistake: 'a question that is answered with success: false ends the payment',
    Backend: class extends ShopBackend {
      override isAbout(attempt: Attempt, answer: Json): boolean {
        if (answer['success'] === false) attempt.outcome = 'failed';
        return super.isAbout(attempt, answer);
      }
    },
  },
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
