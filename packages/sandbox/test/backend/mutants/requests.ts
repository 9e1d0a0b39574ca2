import { Problem, type Json } from '../problem.ts';
import { type Press, type Received, type Reply, ShopBackend } from '../shop-backend.ts';
import type { Mutant } from './mutant.ts';

export const requestMutants: readonly Mutant[] = [
  {
    check: 'validate.bytes',
    mistake: 'the merchant session is put into another object',
    Backend: class extends ShopBackend {
      override async validate(body: Json): Promise<Reply> {
        const [status, session] = await super.validate(body);
        return [status, { session }];
      }
    },
  },
  {
    check: 'validate.fresh',
    mistake: 'a merchant session is kept for the next sheet',
    Backend: class extends ShopBackend {
      #session: string | undefined;

      override async merchantSession(order: string, url: string, domain: string): Promise<string> {
        this.#session ??= await super.merchantSession(order, url, domain);
        return this.#session;
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'every validation_url is passed on',
    Backend: class extends ShopBackend {
      override isGateway(): boolean {
        return true;
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'a host that begins like the right one is taken',
    Backend: class extends ShopBackend {
      override isGateway(url: string): boolean {
        return url.startsWith('https://apple-pay-gateway.apple.com');
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'a host that ends like the right one is taken',
    Backend: class extends ShopBackend {
      override isGateway(url: string): boolean {
        const { protocol, hostname, username } = new URL(url);
        return protocol === 'https:' && username === '' && hostname.endsWith('apple.com');
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'every port of the right host is taken',
    Backend: class extends ShopBackend {
      override isGateway(url: string): boolean {
        const address = new URL(url);
        address.port = '';
        return super.isGateway(address.href);
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'a user before the right host is not looked at',
    Backend: class extends ShopBackend {
      override isGateway(url: string): boolean {
        return super.isGateway(url.replace('https://attacker.example@', 'https://'));
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'the host is what follows the last @',
    Backend: class extends ShopBackend {
      override isGateway(url: string): boolean {
        return super.isGateway(url.replace(/^https:\/\/.*\\@/, 'https://'));
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'a validation_url that is no URL is an error of its own',
    Backend: class extends ShopBackend {
      override isGateway(url: string): boolean {
        return super.isGateway(new URL(url).href);
      }
    },
  },
  {
    check: 'validate.foreign-url',
    mistake: 'every validation_url is refused',
    Backend: class extends ShopBackend {
      override isGateway(): boolean {
        return false;
      }
    },
  },
  {
    check: 'validate.foreign-domain',
    mistake: 'the browser names the domain',
    Backend: class extends ShopBackend {
      override domainOf(body: Json): string {
        return String(body['domain']);
      }
    },
  },
  {
    check: 'request.unknown-order',
    mistake: 'every reference is an order',
    Backend: class extends ShopBackend {
      override orderOf({ order }: Json): string {
        return String(order);
      }
    },
  },
  {
    check: 'request.unknown-order',
    mistake: 'orders are looked up in an object',
    Backend: class extends ShopBackend {
      override orderOf(body: Json): string {
        const order = String(body['order']);
        return order in {} ? order : super.orderOf(body);
      }
    },
  },
  {
    check: 'request.unknown-order',
    mistake: 'a merchant session needs no order',
    Backend: class extends ShopBackend {
      override async validate(body: Json): Promise<Reply> {
        const url = String(body['validation_url']);
        if (!this.isGateway(url)) throw new Problem(400, 'validation_url');
        return [200, await this.merchantSession(String(body['order']), url, this.domainOf(body))];
      }
    },
  },
  {
    check: 'request.malformed',
    mistake: 'wallets are looked up in an object',
    Backend: class extends ShopBackend {
      override pressOf(body: Json, key: string | undefined): Press {
        const isInherited = String(body['wallet']) in {};
        return super.pressOf(isInherited ? { ...body, wallet: 'wallet-b' } : body, key);
      }
    },
  },
  {
    check: 'request.malformed',
    mistake: 'a reference may end with a blank',
    Backend: class extends ShopBackend {
      override orderOf({ order }: Json): string {
        return super.orderOf({ order: typeof order === 'string' ? order.trim() : order });
      }
    },
  },
  {
    check: 'request.malformed',
    mistake: 'a wallet that it does not know is taken for wallet B',
    Backend: class extends ShopBackend {
      override pressOf(body: Json, key: string | undefined): Press {
        const wallet = body['wallet'] === 'wallet-a' ? 'wallet-a' : 'wallet-b';
        return super.pressOf({ ...body, wallet }, key);
      }
    },
  },
  {
    check: 'request.malformed',
    mistake: 'every payment is refused',
    Backend: class extends ShopBackend {
      override pressOf(): Press {
        throw new Problem(400, 'invalid_request');
      }
    },
  },
  {
    check: 'request.key',
    mistake: 'a missing key is made up',
    Backend: class extends ShopBackend {
      override pressOf(body: Json, key = 'made-up'): Press {
        return super.pressOf(body, key);
      }
    },
  },
  {
    check: 'request.content-type',
    mistake: 'a form of another site is read as JSON',
    Backend: class extends ShopBackend {
      override checkRequest(request: Received): void {
        super.checkRequest({ ...request, type: 'application/json' });
      }
    },
  },
  {
    check: 'request.size',
    mistake: 'a body of any length is read',
    Backend: class extends ShopBackend {
      override checkRequest(request: Received): void {
        super.checkRequest({ ...request, raw: Buffer.alloc(0) });
      }
    },
  },
  {
    check: 'request.method',
    mistake: 'GET is answered like POST',
    Backend: class extends ShopBackend {
      override checkRequest(request: Received): void {
        super.checkRequest({ ...request, method: 'POST' });
      }
    },
  },
];
