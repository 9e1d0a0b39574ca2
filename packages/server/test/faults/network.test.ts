import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fetch } from '@wallet-buttons/service-client';
import { nodeFetch } from '../../src/node/listener.ts';
import type { LifeHere, LifeOptions, Instrumentation } from './life.ts';
import { type DeadEnd, deadEnds, type Interference, interferences } from './network-fault.ts';
import { type Meddling, openProxy, type Proxy } from './proxy.ts';
import { attempt, order, type Scene } from './trial.ts';
import type { Violation } from './checker.ts';
import type { MutantName } from './mutants.ts';

const path = '/v1/pay-token';
/** How long a call may take: what ends by itself ends long before. */
const timeoutFor = ({ stalls = false }): number => (stalls ? 3000 : 10_000);
const minute = 60_000;

/** Both ways to the service; the resolver of the first knows no name. */
const transports: Readonly<Record<string, Fetch>> = {
  nodeFetch: nodeFetch({
    lookup: (_name, _options, callback) => {
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '', 4);
    },
  }),
  fetch: globalThis.fetch,
};

for (const [transport, fetch] of Object.entries(transports)) {
  describe(
    `over ${transport}, a token that got nowhere is charged once`,
    { concurrency: 4 },
    () => {
      for (const ends of Object.values(deadEnds)) {
        for (const end of ends as readonly DeadEnd[]) {
          const { says, proves, open } = end;
          it(`when ${says}`, async () => {
            let refusals = 0;
            await using nowhere = await open();
            const misleadingFetch: Fetch = async (url, request) => {
              if (!url.endsWith(path) || refusals > 0) return fetch(url, request);
              return fetch(`${nowhere.origin}${path}`, request).catch((error: unknown) => {
                refusals += 1;
                throw error;
              });
            };
            // Only the transport for Node can say of every connection that it was never there.
            const first = proves && transport === 'nodeFetch' ? [503] : [503, 202];
            const violations = await attempt(async (scene) => {
              const { shopper, ledger, live } = scene;
              await prepared(scene);
              await live(
                async ({ url }) => {
                  const answer = await shopper.press(url, order, 'k1');
                  assert.ok(first.includes(answer), String(answer));
                  assert.equal(ledger.charges(order), 0);
                  assert.equal(await shopper.press(url, order, 'k1'), answer === 503 ? 200 : 202);
                },
                { timeout: timeoutFor(end) },
                { fetch: misleadingFetch },
              );
            });
            assert.equal(refusals, 1);
            assert.deepEqual(violations, []);
          });
        }
      }
    },
  );

  describe(
    `over ${transport}, a token that may have arrived is sent once, and its outcome found`,
    {
      concurrency: 4,
    },
    () => {
      for (const ways of Object.values(interferences)) {
        for (const way of ways as readonly Interference[]) {
          const { says, meddle } = way;
          it(`when ${says}`, async () => {
            const violations = await attempt(async (scene) => {
              await prepared(scene);
              await using other = await openProxy({
                target: scene.ledger.stub.baseUrl,
                path,
                meddle: async ({ client }) => Promise.resolve(client.destroy()),
              });
              const proxy = await through(
                scene,
                async (exchange) => meddle(exchange, other.url),
                async ({ url }) => {
                  const { shopper } = scene;
                  // So that the connection is one that was used before.
                  await shopper.validate(url, order);
                  assert.equal(await shopper.press(url, order, 'k1'), 202);
                  assert.equal(await shopper.press(url, order, 'k1'), 202);
                  assert.equal(await shopper.press(url, order, 'k2'), 409);
                },
                { timeout: timeoutFor(way) },
                { fetch },
              );
              assert.equal(proxy.hits(), 1);
              assert.equal(proxy.seen(), 1);
              assert.equal(other.seen(), 0);
            });
            assert.deepEqual(violations, []);
          });
        }
      }
    },
  );
}

describe('on the way to the service', () => {
  it('a token that arrives minutes after its time is charged, and known', async () => {
    assert.deepEqual(await holdUp(), []);
  });

  it('… which shows a server in which "not found" counts at once', async () => {
    const rules = (await holdUp('"not found" counts at once')).map(({ rule }) => rule);
    assert.ok(rules.includes('a charge is never reported as a failure'), rules.join());
  });

  it('a token that is delivered twice is sent once by us, and the refusal of the second is no failure', async () => {
    const violations = await attempt(async (scene) => {
      await prepared(scene);
      scene.ledger.plans.set(order, { refusesAgain: 'SessionStatusError' });
      const proxy = await through(
        scene,
        async ({ client, forward }) => {
          await forward();
          client.write(await forward());
        },
        async ({ url }) => {
          assert.equal(await scene.shopper.press(url, order, 'k1'), 202);
        },
      );
      assert.equal(proxy.hits(), 1);
      assert.equal(proxy.seen(), 1);
    });
    // The middlebox's doing, which the checker sees as it should.
    assert.deepEqual(
      violations.map(({ rule }) => rule),
      ['a token is sent once'],
    );
  });
});

describe('on the way from the page', () => {
  it('a payer who is cut off has paid once, and the same request says so', async () => {
    const payment = Promise.withResolvers<Buffer>();
    const violations = await fromThePage(
      async ({ client, forward }) => {
        client.resetAndDestroy();
        payment.resolve(await forward());
      },
      async (press) => {
        assert.equal(await press('k1'), 0);
        await payment.promise;
        assert.equal(await press('k1'), 200);
      },
    );
    assert.deepEqual(violations, []);
  });

  it('a press that is delivered twice pays once', async () => {
    const violations = await fromThePage(
      async ({ client, forward }) => {
        const [one] = await Promise.all([forward(), forward()]);
        client.write(one);
      },
      async (press) => {
        await press('k1');
        assert.equal(await press('k1'), 200);
      },
    );
    assert.deepEqual(violations, []);
  });
});

/** Session and payment are open, so that only the token's call is left. */
async function prepared({ live, shopper }: Scene): Promise<void> {
  await live(async ({ url }) => shopper.validate(url, order));
}

/** A life whose calls go through a proxy that meddles with the token's. */
async function through(
  { ledger, live }: Scene,
  meddle: Meddling,
  during: (life: LifeHere) => Promise<void>,
  options: Partial<LifeOptions> = {},
  instrumentation?: Instrumentation,
): Promise<Pick<Proxy, 'hits' | 'seen'>> {
  const ledgerUrl = ledger.stub.baseUrl;
  await using proxy = await openProxy({ target: ledgerUrl, path, meddle });
  await live(during, { baseUrl: proxy.url, ledgerUrl, ...options }, instrumentation);
  return proxy;
}

/** The token is held up for longer than its call takes, and shorter than the grace. */
async function holdUp(mutant?: MutantName): Promise<readonly Violation[]> {
  return attempt(async (scene) => {
    const { shopper } = scene;
    const release = Promise.withResolvers<undefined>();
    const arrival = Promise.withResolvers<Buffer>();
    await prepared(scene);
    const proxy = await through(
      scene,
      async ({ forward }) => {
        await release.promise;
        arrival.resolve(await forward());
      },
      async (life) => {
        const { url } = life;
        assert.equal(await shopper.press(url, order, 'k1'), 202);
        for (const seconds of [2, 10, 60, 300]) {
          life.wait(seconds * 1000);
          await life.reconcile();
          await shopper.ask(url, order);
          await shopper.press(url, order, 'k2');
        }
        release.resolve(undefined);
        await arrival.promise;
        life.wait(10 * minute);
        await life.reconcile();
      },
      { timeout: timeoutFor({ stalls: true }) },
    );
    assert.equal(proxy.hits(), 1);
  }, mutant);
}

/** A life that the page reaches through a proxy that meddles with the press. */
async function fromThePage(
  meddle: Meddling,
  during: (press: (key: string) => Promise<number>) => Promise<void>,
): Promise<readonly Violation[]> {
  return attempt(async ({ live, shopper }) =>
    live(async (life) => {
      await using proxy = await openProxy({ target: life.url, path: '/wallet/pay-token', meddle });
      await during(async (key) => shopper.press(proxy.url, order, key));
      assert.equal(proxy.hits(), 1);
    }),
  );
}
