import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createWalletServer,
  type OrderRecord,
  type Records,
  type RecordWrite,
  type StatusChange,
  type Store,
  WalletServerError,
} from '../src/index.ts';
import { randomFrom } from './faults/random.ts';
import { now, wait } from './shop.ts';
import { type Manner, walkService, ways } from './walk-service.ts';

const hour = 3600;
const times = [1, 2, 20, 40, 120, 960, 3 * hour, 25 * hour];
export const orders = ['o-1', 'o-2'] as const;
const parts = [{}, { amount: '50.00' }, { amount: '30.00' }, { amount: '50.00', key: 'again' }];

/** One thing that happens. */
export const step = fc.record({
  act: fc.constantFrom(
    ...(['press', 'press', 'press', 'ask', 'find', 'webhook', 'reconcile', 'decide'] as const),
    ...([
      'operate',
      'operate',
      'operate',
      'operate',
      'operate',
      'meddle',
      'undo',
      'deafen',
    ] as const),
    ...(['move', 'move', 'move', 'move', 'move', 'pass', 'pass', 'crash', 'fail'] as const),
  ),
  server: fc.constantFrom(0, 1),
  order: fc.constantFrom('o-1', 'o-1', 'o-1', 'o-2'),
  /** Chooses among what is there at that time. */
  choice: fc.nat(7),
  /** The next step comes at the same time, or after all work, or after the calls that pass at once. */
  then: fc.constantFrom('at once', 'idle', 'flow', 'flow', 'flow'),
});
/** What one walk happens to be like. */
export const setting = fc.record({
  names: fc.constantFrom<Manner['names'][]>('nothing', 'the amount', 'all', 'all', 'all'),
  namesPart: fc.boolean(),
  whole: fc.constantFrom('voided', 'refunded'),
  first: fc.constantFrom('holded', 'holded', 'paid', 'paid', 'failed', '', ''),
  lag: fc.constantFrom(0, 0, 3000, 8000),
  isVerified: fc.boolean(),
  meddles: fc.boolean(),
  seed: fc.nat(),
});
type Value<Made> = Made extends fc.Arbitrary<infer Type> ? Type : never;
type Step = Value<typeof step>;

/** The parts of a record's text that are JSON; the lines of earlier attempts stand below them. */
export function partsOf(body: string): Partial<Pick<OrderRecord, 'operations' | 'changes'>> {
  const [text = ''] = body.split('\n', 1);
  return JSON.parse(text) as Partial<OrderRecord>;
}

let walks = 0;

/** A shop of two servers, each with its own store of one database, and the payment service. */
export function openWalk(
  stores: readonly Store[],
  { seed, isVerified, meddles, ...manner }: Value<typeof setting>,
) {
  const merchant = `walk-${String(process.pid)}-${String((walks += 1))}`;
  const random = randomFrom(seed);
  const service = walkService(manner, now, random);
  const changes: StatusChange[] = [];
  const endStates = new Map<string, string>();
  const releases: (() => void)[] = [];
  let [busy, calls, failing, deaf, isCalm] = [0, 0, 0, 0, true];

  const turn = async (): Promise<void> => new Promise(setImmediate);
  /** Some calls of the store take until a later step. */
  const pause = async (): Promise<void> => {
    for (let turns = random.below(3); turns > 0; turns -= 1) await turn();
    if (isCalm || !random.chance(0.05)) return;
    busy -= 1;
    await new Promise<void>((resolve) => releases.push(resolve));
    busy += 1;
  };
  /**
   * An operation that has ended stays as it is, unless the service undoes it, or something was changed in the cabinet at
   * the same time: the amounts may then fit another operation.
   */
  const watch = ({ order, body }: RecordWrite): void => {
    const sessions = [...service.sessions.values()].filter((session) => session.order === order);
    const mayDrop = sessions.some(({ isUndone, isMeddled }) => isUndone || isMeddled);
    const { operations = [] } = partsOf(body ?? '{}');
    for (const { id, state, refusal } of operations) {
      const previousState = endStates.get(id) ?? state;
      const isDropped = mayDrop && previousState === 'done' && refusal === 'dropped';
      if (previousState !== state && !isDropped)
        service.faults.push(`an operation was ${previousState}, is ${state}`);
      if (state === 'done' || state === 'refused') endStates.set(id, state);
    }
  };
  /** Calls of the store take turns, may fail, and never end once the server is gone. */
  const unsteady = (records: Records, life: { readonly isOver: boolean }): Records => {
    type Method = (...args: unknown[]) => Promise<unknown>;
    const slow = ([name, method]: [string, unknown]): [string, Method] => [
      name,
      async (...args) => {
        calls += 1;
        busy += 1;
        try {
          await pause();
          const fails = (failing -= 1) === 0 ? random.one(['before', 'after']) : null;
          const failure = new WalletServerError('store_failed', 'The database is away.');
          if (life.isOver || fails === 'before') throw failure;
          const result = await (method as Method)(...args);
          if (name === 'save' && result === 'saved') watch(args[0] as RecordWrite);
          await pause();
          if (fails === 'after') throw failure;
          return result;
        } finally {
          busy -= 1;
          if (life.isOver) await new Promise(() => undefined);
        }
      },
    ];
    const { now: storeClock, ...methods } = records;
    const slowMethods = Object.fromEntries(Object.entries(methods).map(slow));
    return { ...slowMethods, now: storeClock } as unknown as Records;
  };
  const start = (store: Store) => {
    const life = { isOver: false };
    const wallet = createWalletServer({
      findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
      callbackUrl: 'https://shop.example/wallet/webhook/v1',
      redirectUrl: 'https://shop.example/return',
      onStatusChange: (change) => {
        if (life.isOver || (deaf -= 1) >= 0) throw new Error('The shop is away.');
        changes.push(change);
      },
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      merchant,
      paymentsPerMinute: 1000,
      store: { ...store, forMerchant: (name) => unsteady(store.forMerchant(name), life) },
      service: {
        baseUrl: 'https://service.example',
        merchantId: '1',
        statusRetries: 0,
        signer: { sign: async () => Promise.resolve('signed') },
        webhooks: isVerified
          ? { verifier: { verify: async () => Promise.resolve(true) } }
          : 'confirm',
        fetch: async (...call) => {
          if (life.isOver) throw new Error('The server is gone.');
          return service.fetch(...call).finally(() => (calls += 1));
        },
      },
    });
    const end = (): void => void (life.isOver = true);
    return { wallet, end, again: () => start(store) };
  };
  const servers = stores.map(start);
  const serverAt = (server: number) => servers[server] ?? assert.fail();
  const idle = async (): Promise<void> => {
    for (let [calm, seen] = [0, -1]; calm < 4; seen = calls) {
      await turn();
      calm = busy === 0 && seen === calls ? calm + 1 : 0;
    }
  };
  const flow = async (): Promise<void> => {
    if (random.chance(0.3)) releases.shift()?.();
    for (;;) {
      await idle();
      const passing = service.flights.filter((flight) => isCalm || flight.passes());
      if (passing.length === 0) return;
      for (const flight of passing) service.move(flight, 'passes', random.below(8));
    }
  };
  const pass = (seconds: number): void => {
    wait(seconds * 1000);
    service.age();
  };
  const post = async (server: number, path: string, body: string, key = ''): Promise<unknown> => {
    const url = `https://shop.example/wallet/${path}`;
    const type = { 'content-type': 'application/json', 'x-sign-v2': 'signed' };
    const headers = { ...type, 'idempotency-key': key };
    return serverAt(server).wallet.handle(new Request(url, { method: 'POST', body, headers }));
  };
  const acts: Readonly<Record<Step['act'], (step: Step) => unknown>> = {
    press: async ({ server, order, choice }) => {
      const token = `token-${String(choice)}`;
      const shownAmount = { amount: '199.9', currency: 'UAH' };
      return post(
        server,
        'pay-token',
        JSON.stringify({ order, wallet: 'wallet-b', token, shown: shownAmount }),
        token,
      );
    },
    ask: async ({ server, order }) => post(server, 'status', JSON.stringify({ order })),
    find: async ({ server, order }) => serverAt(server).wallet.find(order, { fresh: true }),
    webhook: async ({ server, choice }) =>
      post(server, 'webhook/v1', service.webhooks.at(random.one([choice, -1 - choice])) ?? ''),
    reconcile: async ({ server }) => serverAt(server).wallet.reconcile(),
    operate: async ({ server, order, choice }) => {
      const kind = random.one(['capture', 'void', 'refund', 'refund'] as const);
      await serverAt(server).wallet[kind](order, kind === 'void' ? {} : parts[choice % 4]);
    },
    decide: ({ order, choice }) => {
      service.decide(order, choice);
    },
    meddle: ({ order, choice }) => {
      if (meddles) service.meddle(order, choice);
    },
    undo: ({ order }) => {
      service.undo(order);
    },
    move: ({ choice }) => {
      const flight = service.flights.at(random.below(8) % service.flights.length);
      if (flight) service.move(flight, ways[choice] ?? 'passes', random.below(8));
    },
    pass: ({ choice }) => {
      pass(times[choice] ?? 0);
    },
    crash: ({ server }) => {
      serverAt(server).end();
      servers[server] = serverAt(server).again();
    },
    fail: ({ choice }) => (failing = choice + 1),
    deafen: ({ choice }) => (deaf = choice),
  };
  return {
    service,
    changes,
    merchant,
    take: async (nextStep: Step): Promise<void> => {
      // Its end is in the books.
      Promise.resolve(acts[nextStep.act](nextStep)).catch(() => undefined);
      if (nextStep.then === 'at once') return turn();
      await (nextStep.then === 'flow' ? flow() : idle());
    },
    worsen: () => (isCalm = false),
    /** The service ends everything, and both servers ask and deliver until nothing is left to do. */
    settle: async () => {
      [failing, deaf, isCalm] = [0, 0, true];
      for (const go of releases) go();
      await flow();
      for (const order of orders) service.decide(order, 2);
      // A change of the service whose webhook was lost, and whose question lagged, shows after a week.
      for (const hours of [0, 0.3, 1, 32, 2, 32, 2, 9 * 24, 2]) {
        pass(hours * hour);
        for (const { wallet } of servers) {
          wallet.reconcile().catch((error: unknown) => service.faults.push(String(error)));
          await flow();
        }
      }
      return serverAt(0).wallet;
    },
  };
}
