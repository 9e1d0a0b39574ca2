import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../problem.ts';
import { ShopBackend } from '../shop-backend.ts';
import type { Mutant } from './mutant.ts';

/** A call that fails is made once more. */
function repeating(repeatedCall: string): typeof ShopBackend {
  return class extends ShopBackend {
    override async ask(name: string, fields: Json): Promise<Json> {
      return super.ask(name, fields).catch(async (error: unknown) => {
        if (name !== repeatedCall) throw error;
        await sleep(100);
        return super.ask(name, fields);
      });
    }
  };
}

export const onceMutants: readonly Mutant[] = [
  {
    check: 'lost.payment',
    mistake: 'the payment is added once more to its session',
    Backend: repeating('payment'),
  },
  {
    check: 'lost.once',
    mistake: 'the token is sent once more',
    Backend: repeating('pay-token'),
  },
  {
    check: 'unproven.session',
    mistake: 'a session is kept that the service has not named',
    Backend: class extends ShopBackend {
      override async open(order: string, amount: string): Promise<string> {
        if (this.sessions.has(order)) return super.open(order, amount);
        const { id } = await this.ask('session', {}).catch((): Json => ({}));
        this.sessions.set(order, String(id));
        return super.open(order, amount);
      }
    },
  },
  {
    check: 'unproven.payment',
    mistake: '200 is a success of /v1/payment',
    Backend: class extends ShopBackend {
      override async ask(name: string, fields: Json): Promise<Json> {
        if (name !== 'payment') return super.ask(name, fields);
        const text = await this.call(name, fields);
        return { id: 'made-up', ...(text.startsWith('{') && (JSON.parse(text) as Json)) };
      }
    },
  },
];
