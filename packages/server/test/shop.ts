import type { StatusChange, Store, WalletServer, WalletServerOptions } from '../src/index.ts';
import { createWalletServer, memoryStore, pemSigner, pemVerifier } from '../src/index.ts';
import { merchantKey, serviceKey, signAsService, startServiceStub } from './service-stub.ts';
import type { ServiceStub } from './service-stub.ts';

/** A merchant's server with one order, `o-1` over 199.90 UAH, and the service behind it. */
export interface Shop extends AsyncDisposable {
  readonly wallet: WalletServer;
  readonly service: ServiceStub;
  readonly store: Store;
  readonly orders: Map<string, { readonly amount: string; readonly currency: string }>;
  readonly changes: StatusChange[];
  readonly logs: string[];
  /** Moves the clock of the server, in milliseconds; by itself it stands still. */
  readonly wait: (time: number) => void;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  readonly pay: (overrides?: object, key?: string) => Promise<Response>;
  readonly status: (order?: string) => Promise<unknown>;
  readonly webhook: (message: object, version?: string) => Promise<Response>;
}

/** The least that a server is made of, with nothing behind it. */
export const plainOptions: WalletServerOptions = {
  service: {
    baseUrl: 'https://service.example',
    merchantId: '1',
    signer: pemSigner(merchantKey),
    webhooks: 'confirm',
  },
  store: memoryStore(),
  findOrder: () => null,
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
};

export type ShopOptions = Partial<Omit<WalletServerOptions, 'service'>> & {
  readonly service?: Partial<WalletServerOptions['service']>;
};

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const service = await startServiceStub();
  const orders = new Map([['o-1', { amount: '199.90', currency: 'UAH' }]]);
  const changes: StatusChange[] = [];
  const logs: string[] = [];
  const store = options.store ?? memoryStore();
  let time = Date.now();
  let presses = 0;
  const note = (message: string, fields: object): void => {
    logs.push(`${message} ${JSON.stringify(fields)}`);
  };
  const wallet = createWalletServer({
    findOrder: async (order) => Promise.resolve(orders.get(order) ?? null),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    onStatusChange: (change) => void changes.push(change),
    walletA: { domains: ['shop.example'], domainAssociation: 'association' },
    logger: { info: note, warn: note, error: note },
    now: () => time,
    ...options,
    store,
    service: {
      baseUrl: service.baseUrl,
      merchantId: '1',
      signer: pemSigner(merchantKey),
      webhooks: { verifier: pemVerifier(serviceKey) },
      // Only what never answers should meet it.
      timeout: 30_000,
      ...options.service,
    },
  });
  const post: Shop['post'] = async (path, body, headers = {}) =>
    wallet.handle(
      new Request(`https://shop.example${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  return {
    wallet,
    service,
    store,
    orders,
    changes,
    logs,
    wait: (passed) => void (time += passed),
    post,
    pay: async (overrides = {}, key = `key-${String((presses += 1))}`) =>
      post(
        '/wallet/pay-token',
        {
          order: 'o-1',
          wallet: 'wallet-b',
          token: `token-${key}`,
          shown: { amount: '199.9', currency: 'UAH' },
          ...overrides,
        },
        { 'idempotency-key': key },
      ),
    status: async (order = 'o-1') => (await post('/wallet/status', { order })).json(),
    webhook: async (message, version = 'v1') => {
      const body = JSON.stringify(message);
      return post(`/wallet/webhook/${version}`, body, { 'x-sign-v2': signAsService(body) });
    },
    [Symbol.asyncDispose]: async () => {
      await wallet.close();
      await service.close();
    },
  };
}
