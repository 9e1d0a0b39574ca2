import { type Attempt, isOpen } from '../attempt.ts';
import type { Json } from '../problem.ts';
import { type Press, type Reply, ShopBackend } from '../shop-backend.ts';
import type { Mutant } from './mutant.ts';

export const bankMutants: readonly Mutant[] = [
  {
    check: 'pay.bank-approves',
    mistake: 'acs_url is not handed on',
    Backend: class extends ShopBackend {
      override async ask(name: string, fields: Json): Promise<Json> {
        const { acs_url: _, ...answer } = await super.ask(name, fields);
        return answer;
      }
    },
  },
  {
    check: 'pay.bank-approves',
    mistake: 'a payment at the bank is called a success',
    Backend: class extends ShopBackend {
      override outcomeOf(status: string): string {
        return status === 'processing' ? 'succeeded' : super.outcomeOf(status);
      }
    },
  },
  {
    check: 'pay.bank-approves',
    mistake: 'a payment at the bank is called final',
    Backend: class extends ShopBackend {
      override isFinal(): boolean {
        return true;
      }
    },
  },
  {
    check: 'pay.bank-declines',
    mistake: 'a payment that is under way can only succeed',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt, outcome: string): boolean {
        const isDeclined = attempt.outcome === 'pending' && outcome === 'failed';
        return !isDeclined && super.isLater(attempt, outcome);
      }
    },
  },
  {
    check: 'pay.while-bank-waits',
    mistake: 'an order whose payer is at the bank may be paid again',
    Backend: class extends ShopBackend {
      override isFree(attempt: Attempt): boolean {
        return attempt.acsUrl !== undefined || super.isFree(attempt);
      }
    },
  },
  {
    check: 'pay.bank-approves',
    mistake: 'nothing tells the bank where the payer returns to',
    Backend: class extends ShopBackend {
      override async ask(name: string, fields: Json): Promise<Json> {
        const { redirect_url: _, ...rest } = fields;
        return super.ask(name, rest);
      }
    },
  },
  {
    check: 'pay.second-tab',
    mistake: 'prepare replaces the session of a payment that is under way',
    Backend: class extends ShopBackend {
      override async prepare(order: string): Promise<Reply> {
        const attempt = this.attempts.get(order);
        if (attempt) this.sessions.delete(order);
        const reply = await super.prepare(order);
        if (attempt) attempt.session = this.sessions.get(order) ?? '';
        return reply;
      }
    },
  },
  {
    check: 'pay.second-tab',
    mistake: 'a second sheet replaces the session of a payment that is under way',
    Backend: class extends ShopBackend {
      override async validate(body: Json): Promise<Reply> {
        const order = this.orderOf(body);
        const attempt = this.attempts.get(order);
        if (attempt) this.sessions.delete(order);
        const reply = await super.validate(body);
        if (attempt) attempt.session = this.sessions.get(order) ?? '';
        return reply;
      }
    },
  },
  {
    check: 'pay.bank-again',
    mistake: 'acs_url is handed on once',
    Backend: class extends ShopBackend {
      override async payToken(press: Press): Promise<Reply> {
        const isRepeated = this.attempts.get(press.order)?.key === press.key;
        const [status, body] = await super.payToken(press);
        const { acs_url: _, ...rest } = Object(body) as Json;
        return [status, isRepeated ? rest : body];
      }
    },
  },
  {
    check: 'pay.bank-slow',
    mistake: 'a payment that is under way is given up after three seconds',
    Backend: class extends ShopBackend {
      override applyAnswer(attempt: Attempt, status: string): void {
        super.applyAnswer(attempt, status);
        setTimeout(() => {
          if (isOpen(attempt)) attempt.outcome = 'failed';
        }, 3000);
      }
    },
  },
  {
    check: 'pay.unasked',
    mistake: 'the job asks about lost answers alone',
    Backend: class extends ShopBackend {
      override job(): void {
        for (const attempt of this.attempts.values()) {
          if (attempt.outcome === 'unknown') void this.look(attempt);
        }
      }
    },
  },
];
