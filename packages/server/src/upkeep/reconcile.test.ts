import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { openWith, refusing } from '../../test/paid-shop.ts';
import { changesAround, now, openShop, storedAttempt } from '../../test/shop.ts';
import { memoryStore } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const hour = 3_600_000;
const order = { order: 'o-1' };

it('a pass with a limit that is not a number is refused', async () => {
  await using shop = await openShop();
  await assert.rejects(shop.wallet.reconcile({ limit: NaN }), { code: 'config_invalid' });
});

describe('the outcome of a payment, asked of the service', () => {
  it('proves no refused token by a question that was asked before the refusal', async () => {
    await using shop = await openShop();
    const [question, go] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    let poll: Promise<unknown> | undefined;
    shop.service.on('/v1/get-status', async () => {
      question.resolve(null);
      await go.promise;
      return { status: 'created' };
    });
    shop.service.on('/v1/pay-token', async (call, response) => {
      poll = shop.status();
      await question.promise;
      // The page's question ends after the refusal has come.
      setTimeout(go.resolve, 100, null);
      return refusing('BadToken')(call, response);
    });
    await shop.pay();
    await poll;
    for (const seconds of [2, 9]) {
      shop.wait(seconds * 1000);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'unknown');
    }
    shop.wait(4000);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'rejected');
  });

  it('is asked at once when an unverified webhook comes while the last question is under way', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    // By then the next question would come in an hour.
    for (let passes = 0; passes < 12; passes += 1) {
      shop.wait(1.3 * hour);
      await shop.wallet.reconcile();
    }
    const attempt = await storedAttempt(shop);
    shop.wait(1.3 * hour);
    shop.service.on('/v1/get-status', async () => {
      const body = { id: attempt.sessionId, status: 'paid' };
      const webhook = await shop.post('/wallet/webhook/v1', body);
      assert.equal(webhook.status, 200);
      return { status: 'processing' };
    });
    await shop.wallet.reconcile();
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  it('raises an alarm where the status is unknown, also after the payment', async () => {
    await using shop = await openShop();
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'chargeback' });
    assert.equal((await shop.webhook({ id: sessionId, status: 'chargeback' })).status, 200);
    await shop.wallet.drain();
    assert.match(
      shop.logs.join('\n'),
      /^unknown_status .*"state":"paid".*"answer":\{"status":"chargeback"/m,
    );
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
  });

  it('in another amount raises an alarm with that amount, and the outcome is unknown', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
    assert.equal((await shop.pay()).status, 202);
    const attempt = await storedAttempt(shop);
    assert.deepEqual([attempt.state, attempt.flag], ['unknown', 'mismatch']);
    assert.match(
      shop.logs.join('\n'),
      /^amount_mismatch .*"answer":\{"status":"paid","amount":"199.91","currency":null\}/m,
    );
  });

  it('is asked until the service answers, also after an unverified webhook that follows the end', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openShop({
        store,
        service: { webhooks: 'confirm', statusRetries: 0 },
      });
      await shop.pay();
      const { sessionId } = await storedAttempt(shop);
      shop.service.on('/v1/get-status', (_, response) => {
        response.writeHead(503).end();
        return null;
      });
      shop.wait(hour);
      assert.equal((await shop.webhook({ id: sessionId, status: 'refunded' })).status, 200);
      await shop.wallet.drain();
      shop.wait(2000);
      await shop.wallet.reconcile();
      shop.service.on('/v1/get-status', () => ({ status: 'refunded' }));
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'refunded');
    }
  });

  it('is asked again after an unverified webhook that came while the answer was on its way', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    shop.service.on('/v1/get-status', async () => {
      shop.service.on('/v1/get-status', () => ({ status: 'refunded' }));
      shop.wait(3000);
      await shop.webhook({ id: sessionId, status: 'refunded' });
      return { status: 'paid' };
    });
    shop.wait(5000);
    await shop.status();
    await shop.wallet.drain();
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'refunded');
  });

  it('changes nothing where it is about a session that was left behind', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    await shop.post('/wallet/prepare', order);
    const { sessionId } = await storedAttempt(shop);
    const [statusAnswer, tokenAnswer] = [
      Promise.withResolvers<object>(),
      Promise.withResolvers<object>(),
    ];
    shop.service.on('/v1/get-status', async () => statusAnswer.promise);
    const body = JSON.stringify({ id: sessionId, status: 'expired' });
    const webhook = new Request('https://shop.example/wallet/webhook/v1', { method: 'POST', body });
    await shop.wallet.handle(webhook);
    shop.orders.set('o-1', { amount: '250.00', currency: 'UAH' });
    const departure = new Promise<void>((resolve) => {
      shop.service.on('/v1/pay-token', async () => {
        resolve();
        return tokenAnswer.promise;
      });
    });
    const paying = shop.pay({ shown: { amount: '250', currency: 'UAH' } });
    await departure;
    statusAnswer.resolve({ status: 'expired' });
    await shop.wallet.drain(webhook);
    tokenAnswer.resolve({ status: 'paid' });
    assert.equal((await paying).status, 200);
    const { history } = (await shop.wallet.find('o-1')) ?? assert.fail();
    assert.deepEqual(
      history.map(({ to }) => to),
      ['paid'],
    );
  });

  it('is asked of the next attempt though one could not be written, which is logged', async () => {
    let isFull = false;
    const payments = changesAround(async (write, _, lookup) => {
      if (isFull && 'order' in lookup && lookup.order === 'o-1')
        throw new Error('The disk is full.');
      return write();
    });
    await using shop = await openShop({ payments });
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    for (const each of ['o-1', 'o-2']) await shop.pay({ order: each });
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    isFull = true;
    shop.wait(hour);
    await shop.wallet.reconcile();
    const states = [await storedAttempt(shop), await storedAttempt(shop, 'o-2')].map(
      ({ state }) => state,
    );
    assert.deepEqual(states, ['pending', 'paid']);
    assert.match(shop.logs.join('\n'), /^a check failed .*"order":"o-1"/m);
  });

  for (const [what, answer, least, most] of [
    ['in a day where it is answered', { status: 'paid' }, 21 * hour, 30 * hour],
    ['soon where it is not', null, 0, 60_000],
  ] as const) {
    it(`is asked again ${what}, while money may still move`, async () => {
      await using shop = await openWith('paid');
      shop.service.on('/v1/get-status', (_, response) => {
        if (answer === null) response.destroy();
        return answer;
      });
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      const { nextCheckAt, readAt } = await storedAttempt(shop);
      const pause = (nextCheckAt ?? Infinity) - readAt;
      assert.ok(pause >= least && pause <= most, String(pause));
    });
  }

  it('is not abandoned while the token is on its way, whatever a clock says', async () => {
    await using shop = await openShop();
    const answer = Promise.withResolvers<object>();
    const departure = new Promise<void>((resolve) => {
      shop.service.on('/v1/pay-token', async () => {
        resolve();
        return answer.promise;
      });
    });
    const paying = shop.pay();
    await departure;
    shop.wait(hour);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'unknown');
    answer.resolve({ status: 'paid' });
    assert.deepEqual(await (await paying).json(), { outcome: 'succeeded', status: 'paid' });
  });

  it('is asked of all attempts that are due in one pass, so many at once', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    for (const ref of ['o-2', 'o-3', 'o-4', 'o-5', 'o-6']) {
      shop.orders.set(ref, { amount: '1.00', currency: 'UAH' });
      await shop.pay({ order: ref, shown: { amount: '1', currency: 'UAH' } });
    }
    await shop.wallet.drain();
    shop.wait(5000);
    assert.equal((await shop.wallet.reconcile({ limit: 2 })).asked, 5);
  });

  it('is asked once a pass, however long the answers take, and changes are delivered meanwhile', async () => {
    let isDown = true;
    const deliveries: string[] = [];
    await using shop = await openShop({
      service: { statusRetries: 0 },
      onStatusChange: ({ order }) => {
        if (isDown) throw new Error('The shop is down.');
        deliveries.push(order);
      },
    });
    await shop.pay();
    await shop.wallet.drain();
    isDown = false;
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    for (const ref of ['o-2', 'o-3', 'o-4']) {
      shop.orders.set(ref, { amount: '1.00', currency: 'UAH' });
      await shop.pay({ order: ref, shown: { amount: '1', currency: 'UAH' } });
    }
    await shop.wallet.drain();
    deliveries.splice(0);
    const isTold = Promise.withResolvers<undefined>();
    shop.service.on('/v1/get-status', async (_, response) => {
      await isTold.promise;
      shop.wait(90_000);
      response.writeHead(503).end();
      return null;
    });
    shop.wait(31_000);
    deliveries.push = (order: string) => {
      isTold.resolve(undefined);
      return Array.prototype.push.call(deliveries, order);
    };
    const { asked } = await shop.wallet.reconcile({ limit: 1 });
    assert.ok(asked <= 4);
    assert.deepEqual([...deliveries], ['o-1']);
  });

  it('is not asked for ever where the service refuses to answer', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm', statusRetries: 0 } });
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    shop.service.on('/v1/get-status', (_, response) => {
      response.writeHead(410).end();
      return null;
    });
    await shop.webhook({ id: sessionId, status: 'refunded' });
    await shop.wallet.drain();
    for (let passes = 0; passes < 400; passes += 1) {
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
    }
    assert.equal((await storedAttempt(shop)).nextCheckAt, null);
  });

  it('is not asked beside a webhook that came while the token was on its way', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', async () => {
      const { sessionId } = await storedAttempt(shop);
      await shop.webhook({ id: sessionId, status: 'processing' });
      return { status: 'paid' };
    });
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(hour / 2);
    assert.equal((await shop.wallet.reconcile()).asked, 0);
  });

  it('is not asked for after a webhook that has it, where no operation is open', async () => {
    await using shop = await openShop();
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    await shop.webhook({ id: sessionId, status: 'refunded' });
    await shop.wallet.drain();
    assert.equal(shop.service.to('/v1/get-status').length, 0);
  });

  it('holds up a stop until it is known, although the page that asked has its answer', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    const answer = Promise.withResolvers<object>();
    shop.service.on('/v1/get-status', () => answer.promise);
    assert.deepEqual(await shop.status(), {
      outcome: 'pending',
      status: 'processing',
      final: false,
    });
    answer.resolve({ status: 'paid' });
    await shop.wallet.drain();
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  it('is asked for as long as money is held', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'holded' }));
    shop.service.on('/v1/get-status', () => ({ status: 'holded' }));
    await shop.pay();
    for (let day = 0; day < 20; day += 1) {
      shop.wait(24 * hour);
      await shop.wallet.reconcile();
    }
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    shop.wait(31 * hour);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  it('asks for a review after three days, and is recorded all the same when it comes', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openShop({ store, service: { statusRetries: 0 } });
      shop.service.on('/v1/pay-token', (_, response) => {
        response.destroy();
        return null;
      });
      const fail = (_: unknown, response: ServerResponse): null => {
        response.writeHead(503).end();
        return null;
      };
      shop.service.on('/v1/get-status', fail);
      await shop.pay();
      shop.wait(73 * hour);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).flag, 'needs_review');
      shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      const { state, flag } = await storedAttempt(shop);
      assert.deepEqual([state, flag], ['paid', null]);
    }
  });

  it('is asked soon again after any number of unverified webhooks', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    for (let count = 0; count < 12; count += 1) {
      shop.wait(2500);
      await shop.webhook({ id: sessionId, status: 'processing' });
      await shop.wallet.drain();
      await shop.wallet.reconcile();
    }
    shop.wait(10_000);
    assert.equal((await shop.wallet.reconcile()).asked, 1);
  });

  it('is stored though the changes that are due could not be delivered', async () => {
    const claimUndelivered = async () => Promise.reject(new Error('disk full'));
    await using shop = await openShop({ payments: () => ({ claimUndelivered }) });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(5000);
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    await assert.rejects(shop.wallet.reconcile(), /disk full/);
    await shop.wallet.drain();
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  it('rejects the pass where it fails while a change is delivered, and no promise is left unhandled', async () => {
    const claimDue = async () => Promise.reject(new Error('disk full'));
    let calls = 0;
    const onStatusChange = async (): Promise<void> => {
      calls += 1;
      if (calls === 1) throw new Error('The shop is down.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await using shop = await openShop({ payments: () => ({ claimDue }), onStatusChange });
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(hour);
    await assert.rejects(shop.wallet.reconcile(), /disk full/);
    assert.equal(calls, 2);
  });

  it('does not exist before a token was sent: the order can be paid', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const { sessionId } = await storedAttempt(shop);
    for (const status of ['preprocessing', 'unheard_of']) {
      assert.equal((await shop.webhook({ id: sessionId, status })).status, 200);
    }
    await shop.wallet.drain();
    assert.equal((await shop.pay()).status, 200);
  });

  it('does not count where the answer is about another session or another order', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    for (const ids of [{ id: 'another' }, { operations: [{ external_id: 'o-9' }] }]) {
      shop.wait(hour);
      shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90', ...ids }));
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'pending');
    }
    const alarms = shop.logs.filter((line) => line.startsWith('answer_mismatch'));
    assert.equal(alarms.length, 2);
  });

  it('does not free an order where "nothing was tried" is about another session or order', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    await shop.pay();
    for (const ids of [{ id: 'another' }, { operations: [{ external_id: 'o-9' }] }]) {
      shop.wait(hour);
      shop.service.on('/v1/get-status', () => ({ status: 'created', ...ids }));
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'unknown');
    }
    const alarms = shop.logs.filter((line) => line.startsWith('answer_mismatch'));
    assert.equal(alarms.length, 2);
  });

  it('is asked at a start about what is due alone, not about everything that is held', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'holded' }));
    for (let count = 0; count < 20; count += 1) {
      shop.orders.set(`h-${String(count)}`, { amount: '199.90', currency: 'UAH' });
      await shop.pay({ order: `h-${String(count)}` });
    }
    const { baseUrl } = shop.service;
    shop.wait(10_000);
    await using next = await openShop({ store: shop.store, service: { baseUrl } });
    await next.wallet.start();
    assert.deepEqual(await next.wallet.reconcile(), { asked: 0, delivered: 0 });
  });
});
