/** Backends without a mistake that look different from the outside. */
import type { Attempt } from './attempt.ts';
import { Problem, type Json } from './problem.ts';
import { type Press, type Received, type Reply, ShopBackend } from './shop-backend.ts';

/** A right backend, and the checks that its shape concerns. */
export interface OtherShape {
  readonly shape: string;
  readonly checks: readonly string[];
  readonly Backend: typeof ShopBackend;
}

/** Answers 202 once a press is stored. A job sends its token a little later. */
class QueuedPresses extends ShopBackend {
  override async payToken(press: Press): Promise<Reply> {
    const { attempt, isNew } = await this.claim(press);
    if (!isNew) return this.replyTo(attempt);
    this.saveIntent();
    setTimeout(() => void this.#run(attempt, press), 200);
    return [202, { outcome: 'pending', status: '' }];
  }

  async #run(attempt: Attempt, press: Press): Promise<void> {
    try {
      attempt.session = await this.open(press.order, press.amount);
    } catch {
      this.attempts.delete(press.order);
      return;
    }
    await this.send(attempt, press).catch((error: unknown) => this.lose(attempt, error, press));
    this.save();
  }
}

/** Closes the connection of a body that is too long before it has come. */
class EarlyRefusal extends ShopBackend {
  override refusesUnread(length: number): boolean {
    return length > 65_536;
  }
}

export const otherShapes: readonly OtherShape[] = [
  {
    shape: 'answers 202, and pays from a queue',
    checks: [
      'pay.wallet-b',
      'pay.token-bytes',
      'pay.declined',
      'pay.held',
      'pay.bank-approves',
      'pay.bank-again',
      'pay.same-key',
      'pay.same-key-declined',
      'pay.foreign-key',
      'request.key',
      'lost.cut',
      'webhook.earlier-session',
    ],
    Backend: QueuedPresses,
  },
  {
    shape: 'closes the connection of a body that is too long',
    checks: ['request.size'],
    Backend: EarlyRefusal,
  },
  {
    shape: 'adds a field that differs in each answer',
    checks: ['pay.same-key'],
    Backend: class extends ShopBackend {
      #count = 0;

      override async answer(request: Received): Promise<Reply> {
        const [status, body] = await super.answer(request);
        this.#count += 1;
        const members = body as Json | null;
        return [status, members && { request_id: this.#count, ...members }];
      }
    },
  },
  {
    shape: 'stands behind a gateway that refuses other methods with 403',
    checks: ['request.method'],
    Backend: class extends ShopBackend {
      override checkRequest(request: Received): void {
        if (request.method !== 'POST') throw new Problem(403, 'forbidden');
        super.checkRequest(request);
      }
    },
  },
];
