import { type Attempt, isOpen } from '../attempt.ts';
import { Problem, readJson, type Json } from '../problem.ts';
import { type Received, type Reply, ShopBackend } from '../shop-backend.ts';
import { failing, type Mutant } from './mutant.ts';

export const webhookMutants: readonly Mutant[] = [
  ...failing(
    [
      'webhook.v1',
      'webhook.v2',
      'webhook.v3',
      'webhook.forged',
      'webhook.raw-bytes',
      'webhook.not-json',
      'webhook.duplicate',
      'webhook.late',
      'webhook.first',
      'webhook.first-lost',
      'webhook.unknown-status',
      'webhook.refund',
      'webhook.part',
      'webhook.unknown-session',
      'durable.webhook',
    ],
    'every webhook is answered with 200, and none is read',
    class extends ShopBackend {
      override async webhook(): Promise<Reply> {
        return Promise.resolve([200, {}]);
      }
    },
  ),
  ...failing(
    ['webhook.v2', 'webhook.v3'],
    'there is one address for webhooks',
    class extends ShopBackend {
      override isWebhook(path: string): boolean {
        return path === '/webhook/v1';
      }
    },
  ),
  {
    check: 'webhook.forged',
    mistake: 'nothing checks the signature of a webhook',
    Backend: class extends ShopBackend {
      override isSigned(): boolean {
        return true;
      }
    },
  },
  {
    check: 'webhook.forged',
    mistake: 'a webhook without a signature is believed',
    Backend: class extends ShopBackend {
      override isSigned(raw: Buffer, signature: string): boolean {
        return signature === '' || super.isSigned(raw, signature);
      }
    },
  },
  {
    check: 'webhook.forged',
    mistake: 'a webhook is taken unread and believed later',
    Backend: class extends ShopBackend {
      override async webhook({ raw }: Received): Promise<Reply> {
        setTimeout(() => this.takeWebhook(readJson(raw.toString())), 300);
        return Promise.resolve([200, {}]);
      }
    },
  },
  {
    check: 'webhook.forged',
    mistake: 'an error of the check is taken for its success',
    Backend: class extends ShopBackend {
      override isSigned(raw: Buffer, signature: string): boolean {
        const { length } = Buffer.from(signature, 'base64');
        return (length !== 0 && length !== 256) || super.isSigned(raw, signature);
      }
    },
  },
  {
    check: 'webhook.raw-bytes',
    mistake: 'the signature is checked over the JSON written again',
    Backend: class extends ShopBackend {
      override isSigned(raw: Buffer, signature: string): boolean {
        const text = JSON.stringify(readJson(raw.toString()));
        return super.isSigned(Buffer.from(text), signature);
      }
    },
  },
  {
    check: 'webhook.not-json',
    mistake: 'a webhook that is not JSON is an error of its own',
    Backend: class extends ShopBackend {
      override async webhook(request: Received): Promise<Reply> {
        JSON.parse(request.raw.toString());
        return super.webhook(request);
      }
    },
  },
  {
    check: 'webhook.not-json',
    mistake: 'all JSON is an object',
    Backend: class extends ShopBackend {
      override async webhook(request: Received): Promise<Reply> {
        if (request.raw.toString() === 'null') throw new TypeError('null has no id');
        return super.webhook(request);
      }
    },
  },
  {
    check: 'webhook.duplicate',
    mistake: 'a webhook of a payment that has ended is refused',
    Backend: class extends ShopBackend {
      override takeWebhook(body: Json): Reply {
        const attempt = this.attemptOf(body);
        if (attempt && !isOpen(attempt)) throw new Problem(409, 'known');
        return super.takeWebhook(body);
      }
    },
  },
  {
    check: 'webhook.charset',
    mistake: 'a content-type is compared with one text',
    Backend: class extends ShopBackend {
      override checkRequest(request: Received): void {
        super.checkRequest(request);
        if (request.type !== 'application/json') throw new Problem(415, 'not_json');
      }
    },
  },
  {
    check: 'webhook.unknown-status',
    mistake: 'every webhook is one of a success',
    Backend: class extends ShopBackend {
      override takeWebhook(body: Json): Reply {
        return super.takeWebhook({ ...body, status: 'paid' });
      }
    },
  },
  {
    check: 'webhook.foreign-session',
    mistake: 'a webhook of an unknown session is found by its order',
    Backend: class extends ShopBackend {
      override attemptOf(body: Json): Attempt | undefined {
        return super.attemptOf(body) ?? this.attempts.get(String(body['external_id']));
      }
    },
  },
  {
    check: 'webhook.foreign-session',
    mistake: 'a webhook of an unknown session is found by the order of its first payment',
    Backend: class extends ShopBackend {
      override attemptOf(body: Json): Attempt | undefined {
        const [payment] = (body['payments'] ?? []) as readonly Json[];
        return super.attemptOf(body) ?? this.attempts.get(String(payment?.['external_id']));
      }
    },
  },
  {
    check: 'webhook.foreign-order',
    mistake: 'the order that a webhook names is not looked at',
    Backend: class extends ShopBackend {
      override isOfOrder(): boolean {
        return true;
      }
    },
  },
  {
    check: 'webhook.unknown-session',
    mistake: 'a webhook about another session is an error of its own',
    Backend: class extends ShopBackend {
      override takeWebhook(body: Json): Reply {
        if (this.attemptOf(body) === undefined) throw new Error('no such session');
        return super.takeWebhook(body);
      }
    },
  },
  {
    check: 'webhook.unknown-session',
    mistake: 'a webhook about another session pays the newest order',
    Backend: class extends ShopBackend {
      override attemptOf(body: Json): Attempt | undefined {
        return super.attemptOf(body) ?? [...this.attempts.values()].at(-1);
      }

      override isOfOrder(): boolean {
        return true;
      }
    },
  },
  {
    check: 'durable.webhook',
    mistake: 'a webhook is acknowledged, and stored later',
    Backend: class extends ShopBackend {
      override takeWebhook(body: Json): Reply {
        setTimeout(() => super.takeWebhook(body), 4000);
        return [200, {}];
      }
    },
  },
  {
    check: 'durable.token',
    mistake: 'an attempt is stored with its answer',
    Backend: class extends ShopBackend {
      override saveIntent(): void {
        // Later.
      }

      override async open(order: string, amount: string): Promise<string> {
        const attempt = this.attempts.get(order);
        this.attempts.delete(order);
        const session = await super.open(order, amount);
        if (attempt) this.attempts.set(order, attempt);
        return session;
      }
    },
  },
  {
    check: 'durable.answer',
    mistake: 'the outcome is stored after the page has it',
    Backend: class extends ShopBackend {
      override save(): void {
        setTimeout(() => {
          super.save();
        }, 4000);
      }
    },
  },
];
