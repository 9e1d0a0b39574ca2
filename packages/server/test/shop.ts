import { type Moves, withMoves } from './payments/moves.ts';
import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  merchantKey,
  serviceKey,
  type ServiceStub,
  signAsService,
  startServiceStub,
} from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  memoryStore,
  pemSigner,
  pemVerifier,
  type Signer,
  type StatusChange,
  type Store,
  type WalletServer,
  type WalletServerOptions,
} from '../src/index.ts';
import type { Attempt } from '../src/order/attempt.ts';
import { type Payments, paymentsOver } from '../src/records/payments.ts';
import { walletServerOver } from '../src/server.ts';

let offset = 0;
let stopTime: { readonly date: number; readonly elapsed: number } | null = null;
const { performance: clock } = globalThis;
const originalNow = clock.now.bind(clock);
// What is measured in the process passes with the time of the store.
clock.now = () => (stopTime?.elapsed ?? originalNow()) + offset;

/** The clock of stores, which {@link Shop.wait} moves; in milliseconds since 1970. */
export const now = (): number => (stopTime?.date ?? Date.now()) + offset;

/** Moves the clocks of the stores and of the process, in milliseconds. */
export const wait = (duration: number): void => void (offset += duration);

let stops = 0;

/**
 * Stops the clocks: however slow the machine, only {@link Shop.wait} moves them.
 * @returns lets them run again.
 */
export function stopClocks(): () => void {
  stops += 1;
  stopTime ??= { date: Date.now(), elapsed: originalNow() };
  return () => {
    stops -= 1;
    if (stops === 0) stopTime = null;
  };
}

/** A merchant's server with one order, `o-1` over 199.90 UAH, and the service behind it. */
export interface Shop extends AsyncDisposable {
  readonly wallet: WalletServer;
  readonly service: ServiceStub;
  readonly store: Store;
  /** The merchant's payments in the store. */
  readonly payments: Payments & Moves;
  readonly orders: Map<string, { readonly amount: string; readonly currency: string }>;
  readonly changes: StatusChange[];
  readonly logs: string[];
  /** Moves the clocks of the store and of the process, in milliseconds. */
  readonly wait: (time: number) => void;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  readonly pay: (overrides?: object, key?: string) => Promise<Response>;
  /** The attempt of the order that counts, as it is stored. */
  readonly stored: (order?: string) => Promise<Attempt | null>;
  readonly status: (order?: string) => Promise<unknown>;
  readonly webhook: (message: object, version?: string) => Promise<Response>;
}

/** Signs nothing: the tests of the signed calls are those of the client, and a signature costs more than a payment. */
const noSigner: Signer = { sign: async () => Promise.resolve('unsigned') };

/** The least that a server is made of, with no service and no order behind it. */
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

/** Replaces some methods of the payments. */
export type Replace = (payments: Payments) => Partial<Payments>;

export type ShopOptions = Partial<Omit<WalletServerOptions, 'service'>> & {
  readonly payments?: Replace;
  readonly service?: Partial<WalletServerOptions['service']>;
};

/** A change of a record, its cause, and what it is about. */
type Around = (write: () => Promise<unknown>, cause: string, lookup: object) => Promise<unknown>;

/** Payments whose changes can be watched, held or refused. */
export function changesAround(wrap: Around): Replace {
  return ({ change }) => {
    const wrappedChange = async (...args: Parameters<Payments['change']>): Promise<unknown> =>
      wrap(async () => change(...args), args[1], args[0]);
    return { change: wrappedChange as Payments['change'] };
  };
}

/** Opens a shop for a test. Its clocks stand still until the test ends, also if it leaves the shop open. */
export async function openShop(options?: ShopOptions): Promise<Shop> {
  after(stopClocks());
  return startShop(options);
}

/** Opens a shop in a program of its own, whose clocks run. */
export async function startShop({
  payments: replace,
  ...options
}: ShopOptions = {}): Promise<Shop> {
  const service = await startServiceStub();
  const orders = new Map([['o-1', { amount: '199.90', currency: 'UAH' }]]);
  const changes: StatusChange[] = [];
  const logs: string[] = [];
  const store = options.store ?? memoryStore({ now });
  let presses = 0;
  const note = (message: string, fields: object): void => {
    logs.push(`${message} ${JSON.stringify(fields)}`);
  };
  const { merchantId = '1', baseUrl = service.baseUrl } = options.service ?? {};
  const payments = withMoves(store.forMerchant(options.merchant ?? merchantId));
  const wallet = walletServerOver(replacing(replace), {
    findOrder: async (order) => Promise.resolve(orders.get(order) ?? null),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    onStatusChange: (change) => void changes.push(change),
    walletA: { domains: ['shop.example'], domainAssociation: 'association' },
    logger: { info: note, warn: note, error: note },
    ...options,
    store,
    service: {
      merchantId,
      signer: noSigner,
      webhooks: { verifier: pemVerifier(serviceKey) },
      // Only a call that is never answered should reach it.
      timeout: 30_000,
      ...options.service,
      baseUrl,
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
    payments,
    orders,
    changes,
    logs,
    wait,
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
    stored: async (order = 'o-1') => payments.find({ order }),
    status: async (order = 'o-1') =>
      (await post('/wallet/status', { order })).json() as Promise<unknown>,
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

/** The attempt of an order that counts. */
export async function storedAttempt({ payments }: Shop, order = 'o-1'): Promise<Attempt> {
  return (await payments.find({ order })) ?? assert.fail('There is no attempt.');
}

/** The code of a problem. */
export async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { readonly code: unknown }).code;
}

/** Opens the payments of a store's records with some methods replaced. */
function replacing(replace: Replace = () => ({})): typeof paymentsOver {
  return (records) => {
    const payments = paymentsOver(records);
    return { ...payments, ...replace(payments) };
  };
}
