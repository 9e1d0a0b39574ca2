import type { Attempt } from '../attempt.ts';
import type { Problem, Json } from '../problem.ts';
import { type Claim, type Press, type Reply, ShopBackend } from '../shop-backend.ts';
import type { Mutant } from './mutant.ts';

export const identityMutants: readonly Mutant[] = [
  {
    check: 'pay.foreign-key',
    mistake: 'a key is looked up without its order',
    Backend: class extends ShopBackend {
      override async claim(press: Press): Promise<Claim> {
        const previousAttempt = [...this.attempts.values()].find(({ key }) => key === press.key);
        return previousAttempt ? { attempt: previousAttempt, isNew: false } : super.claim(press);
      }
    },
  },
  {
    check: 'pay.other-case',
    mistake: 'its database ignores case, and the request names the order',
    Backend: class extends ShopBackend {
      override orderOf({ order }: Json): string {
        super.orderOf({ order: typeof order === 'string' ? order.toLowerCase() : order });
        return String(order);
      }
    },
  },
  {
    check: 'pay.token-secret',
    mistake: 'an answer repeats the request',
    Backend: class extends ShopBackend {
      override async payToken(press: Press): Promise<Reply> {
        const [status, body] = await super.payToken(press);
        return [status, { ...Object(body), request: press }];
      }
    },
  },
  ...(['hex', 'base64', 'base64url'] as const).map((encoding) => ({
    check: 'pay.token-secret',
    mistake: `a conflict shows the request in ${encoding}`,
    Backend: class extends ShopBackend {
      override problemBody(problem: Problem, raw: Buffer): Json {
        const body = super.problemBody(problem, raw);
        return problem.status === 409 ? { ...body, detail: raw.toString(encoding) } : body;
      }
    },
  })),
  {
    check: 'pay.token-secret',
    mistake: 'an error of its own shows the request',
    Backend: class extends ShopBackend {
      override problemBody(problem: Problem, raw: Buffer): Json {
        const body = super.problemBody(problem, raw);
        return problem.status < 500 ? body : { ...body, detail: raw.toString() };
      }
    },
  },
  {
    check: 'pay.amount',
    mistake: 'the currency that the page showed is not looked at',
    Backend: class extends ShopBackend {
      override isCurrency(): boolean {
        return true;
      }
    },
  },
  {
    check: 'pay.prepared',
    mistake: 'each tag of a page opens a session',
    Backend: class extends ShopBackend {
      override async prepare(order: string): Promise<Reply> {
        this.sessions.delete(order);
        return super.prepare(order);
      }
    },
  },
  ...(['pay.after-expired', 'pay.after-voided'] as const).map((check) => ({
    check,
    mistake: 'only a declined card frees an order',
    Backend: class extends ShopBackend {
      override isFree({ outcome }: Attempt): boolean {
        return outcome === 'failed';
      }
    },
  })),
];
