import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, isOpen } from '../attempt.ts';
import { Problem, type Json } from '../problem.ts';
import { answerOf, type Claim, type Press, type Reply, ShopBackend } from '../shop-backend.ts';
import type { Mutant } from './mutant.ts';

/** Between its question and its insert a database has time for another press. */
class CheckThenInsert extends ShopBackend {
  override async claim({ order, key }: Press): Promise<Claim> {
    const previousAttempt = this.attempts.get(order);
    await sleep(2);
    if (previousAttempt?.key === key) return { attempt: previousAttempt, isNew: false };
    if (previousAttempt && !this.isFree(previousAttempt)) {
      throw new Problem(409, 'order_busy', answerOf(previousAttempt));
    }
    if (previousAttempt) this.sessions.delete(order);
    const attempt: Attempt = { order, key, session: '', status: '', outcome: 'unknown' };
    this.attempts.set(order, attempt);
    return { attempt, isNew: true };
  }
}

export const paymentMutants: readonly Mutant[] = [
  {
    check: 'pay.wallet-a',
    mistake: 'every token is sent as one of wallet B',
    Backend: class extends ShopBackend {
      override paytypeOf(): string {
        return 'google_pay';
      }
    },
  },
  {
    check: 'pay.wallet-b',
    mistake: 'every token is sent as one of wallet A',
    Backend: class extends ShopBackend {
      override paytypeOf(): string {
        return 'apple_pay';
      }
    },
  },
  {
    check: 'pay.wallet-b',
    mistake: 'a payment that succeeded is never final',
    Backend: class extends ShopBackend {
      override isFinal(): boolean {
        return false;
      }
    },
  },
  {
    check: 'pay.prepared',
    mistake: 'the payment opens a session of its own',
    Backend: class extends ShopBackend {
      override async payToken(press: Press): Promise<Reply> {
        this.sessions.delete(press.order);
        return super.payToken(press);
      }
    },
  },
  {
    check: 'pay.prepared',
    mistake: 'prepare does nothing',
    Backend: class extends ShopBackend {
      override async prepare(): Promise<Reply> {
        return Promise.resolve([204, null]);
      }
    },
  },
  {
    check: 'pay.none',
    mistake: 'an order without a payment is refused by another code',
    Backend: class extends ShopBackend {
      override async status(order: string): Promise<Reply> {
        if (!this.attempts.has(order)) throw new Problem(404, 'not_found');
        return super.status(order);
      }
    },
  },
  {
    check: 'pay.none',
    mistake: 'an order that is only prepared is called pending',
    Backend: class extends ShopBackend {
      override async status(order: string): Promise<Reply> {
        const isPrepared = this.sessions.has(order) && !this.attempts.has(order);
        if (isPrepared) return [200, { outcome: 'pending', status: 'created', final: false }];
        return super.status(order);
      }
    },
  },
  {
    check: 'pay.payer-data',
    mistake: 'a field that it does not read is an error',
    Backend: class extends ShopBackend {
      override pressOf(body: Json, key: string | undefined): Press {
        const names = ['order', 'wallet', 'token', 'shown'];
        const hasOther = Object.keys(body).some((name) => !names.includes(name));
        if (hasOther) throw new Problem(400, 'unknown_field');
        return super.pressOf(body, key);
      }
    },
  },
  {
    check: 'pay.token-bytes',
    mistake: 'the token is parsed and written again',
    Backend: class extends ShopBackend {
      override tokenSent(token: string): string {
        return JSON.stringify(JSON.parse(token));
      }
    },
  },
  {
    check: 'pay.amount',
    mistake: 'the browser names the amount',
    Backend: class extends ShopBackend {
      override priceOf(order: string, shownPrice: string): string {
        return shownPrice || super.priceOf(order, shownPrice);
      }
    },
  },
  {
    check: 'pay.amount',
    mistake: 'the cents that the page showed are not looked at',
    Backend: class extends ShopBackend {
      override isPrice(shownPrice: string, price: string): boolean {
        return Math.trunc(Number(shownPrice)) === Math.trunc(Number(price));
      }
    },
  },
  {
    check: 'pay.double-press',
    mistake: 'nothing remembers an attempt before its answer',
    Backend: class extends ShopBackend {
      override async claim({ order, key }: Press): Promise<Claim> {
        const attempt: Attempt = { order, key, session: '', status: '', outcome: 'unknown' };
        this.attempts.set(order, attempt);
        return Promise.resolve({ attempt, isNew: true });
      }
    },
  },
  {
    check: 'pay.double-press',
    mistake: 'it looks, and then inserts, without a lock',
    Backend: CheckThenInsert,
  },
  {
    check: 'pay.double-press-again',
    mistake: 'only the first payment of an order is locked',
    Backend: class extends CheckThenInsert {
      override async claim(press: Press): Promise<Claim> {
        const isFirst = !this.attempts.has(press.order);
        return isFirst ? ShopBackend.prototype.claim.call(this, press) : super.claim(press);
      }
    },
  },
  {
    check: 'pay.same-key',
    mistake: 'the key of a request is not looked at',
    Backend: class extends ShopBackend {
      override async claim(press: Press): Promise<Claim> {
        return super.claim({ ...press, key: randomUUID() });
      }
    },
  },
  {
    check: 'pay.same-key',
    mistake: 'a repeated request is sent again',
    Backend: class extends ShopBackend {
      override async claim(press: Press): Promise<Claim> {
        if (this.attempts.get(press.order)?.key === press.key) this.attempts.delete(press.order);
        return super.claim(press);
      }
    },
  },
  {
    check: 'pay.same-key-declined',
    mistake: 'the key of a payment that failed is forgotten',
    Backend: class extends ShopBackend {
      override async claim(press: Press): Promise<Claim> {
        const previousAttempt = this.attempts.get(press.order);
        if (previousAttempt && this.isFree(previousAttempt)) {
          this.attempts.delete(press.order);
          this.sessions.delete(press.order);
        }
        return super.claim(press);
      }
    },
  },
  {
    check: 'pay.again',
    mistake: 'an order that is paid may be paid again',
    Backend: class extends ShopBackend {
      override isFree({ outcome }: Attempt): boolean {
        return outcome === 'failed' || outcome === 'succeeded';
      }
    },
  },
  {
    check: 'pay.declined',
    mistake: 'a declined card closes its order',
    Backend: class extends ShopBackend {
      override isFree(): boolean {
        return false;
      }
    },
  },
  {
    check: 'pay.declined',
    mistake: 'whatever is answered is a success',
    Backend: class extends ShopBackend {
      override applyAnswer(attempt: Attempt): void {
        this.apply(attempt, 'paid');
      }
    },
  },
  {
    check: 'pay.held',
    mistake: 'held money is called a success',
    Backend: class extends ShopBackend {
      override outcomeOf(status: string): string {
        return status === 'holded' ? 'succeeded' : super.outcomeOf(status);
      }
    },
  },
  {
    check: 'pay.held',
    mistake: 'an order whose money is held may be paid again',
    Backend: class extends ShopBackend {
      override isFree(attempt: Attempt): boolean {
        return attempt.outcome === 'authorized' || super.isFree(attempt);
      }
    },
  },
  {
    check: 'pay.held',
    mistake: 'held money stays held for ever',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt, outcome: string): boolean {
        return attempt.outcome !== 'authorized' && super.isLater(attempt, outcome);
      }
    },
  },
  {
    check: 'pay.unknown-status',
    mistake: 'whatever is not a failure is a success',
    Backend: class extends ShopBackend {
      override outcomeOf(status: string): string {
        const outcome = super.outcomeOf(status);
        return outcome === 'pending' ? 'succeeded' : outcome;
      }
    },
  },
  {
    check: 'pay.late-result',
    mistake: 'a payment that is under way stays so',
    Backend: class extends ShopBackend {
      override isLater(attempt: Attempt): boolean {
        return attempt.outcome !== 'pending';
      }
    },
  },
  {
    check: 'pay.late-result',
    mistake: 'a payment that is under way is given up at once',
    Backend: class extends ShopBackend {
      override applyAnswer(attempt: Attempt, status: string): void {
        super.applyAnswer(attempt, status);
        if (isOpen(attempt)) attempt.outcome = 'failed';
      }
    },
  },
];
