import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badReferences } from '@wallet-buttons/protocol/testing/inputs.js';
import { openShop, type Shop, type ShopOptions } from '../../test/shop.ts';
import type { Found } from '../context.ts';

const total = { amount: '199.90', currency: 'UAH' } as const;
const spellings = ['A-1001', 'a-1001', 'Ａ-1001', 'a\u0301-1001', '\u00e1-1001'];

/** As MySQL's default collation compares: without case, accents and widths. */
const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();

/** A shop whose database finds one order for every spelling. */
const openLooseShop = async (options: ShopOptions = {}): Promise<Shop> =>
  openShop({
    findOrder: (order) => (fold(order) === 'A-1001' ? { ...total, reference: 'A-1001' } : null),
    ...options,
  });

const codeOf = async (answer: Response): Promise<unknown> =>
  ((await answer.json()) as { readonly code?: unknown }).code;

const pays = async (shop: Shop, order: string, key?: string): Promise<Response> =>
  shop.pay({ order }, key);

const tokens = ({ service }: Shop): number => service.to('/v1/pay-token').length;

const externalIds = ({ service }: Shop): readonly unknown[] =>
  service.to('/v1/payment').map(({ body }) => (body as Record<string, unknown>)['external_id']);

describe('an order that findOrder finds by several spellings', () => {
  it('is charged once', async () => {
    await using shop = await openLooseShop();
    for (const order of spellings.toReversed()) await pays(shop, order);
    assert.equal(tokens(shop), 1);
    assert.deepEqual(externalIds(shop), ['A-1001']);
  });

  it('is charged once when two spellings are pressed at the same time', async () => {
    await using shop = await openLooseShop();
    const answers = await Promise.all(spellings.map(async (order) => pays(shop, order)));
    assert.equal(tokens(shop), 1);
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
    const codes = await Promise.all(answers.filter(({ ok }) => !ok).map(codeOf));
    assert.ok(codes.every((code) => code === 'in_progress' || code === 'already_paid'));
  });

  it('is named by its own reference to the service, the shop and the logs', async () => {
    await using shop = await openLooseShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await pays(shop, 'a-1001');
    await shop.wallet.drain();
    const answer = {
      id: (await shop.stored('A-1001'))?.sessionId,
      status: 'refunded',
      amount: '1',
    };
    await shop.webhook(answer);
    await shop.webhook({ ...answer, external_id: 'a-1001' });
    assert.deepEqual(externalIds(shop), ['A-1001']);
    const requests = JSON.stringify(shop.service.calls.map(({ body }) => body));
    assert.match(requests, /"https:\/\/shop\.example\/wallet\/return\/QS0xMDAx\//);
    assert.doesNotMatch(requests, /a-1001/);
    assert.ok(shop.changes.length > 0);
    assert.ok(shop.changes.every(({ order }) => order === 'A-1001'));
    const logs = shop.logs.join('\n');
    assert.match(logs, /answer_mismatch.*"order":"A-1001"/);
    assert.doesNotMatch(logs, /a-1001/);
  });

  it('has one status for every spelling', async () => {
    await using shop = await openLooseShop();
    await pays(shop, 'a-1001');
    for (const order of spellings) {
      assert.deepEqual(await shop.status(order), {
        outcome: 'succeeded',
        status: 'paid',
        final: true,
      });
    }
  });

  it('has one status for every spelling after findOrder refuses to have it paid again', async () => {
    let isPaid = false;
    const errors = [{ code: 'coupon_invalid', message: 'Over.' }] as const;
    const findOrder = (): Found => ({ ...(isPaid ? { errors } : total), reference: 'A-1001' });
    await using shop = await openShop({ findOrder });
    await pays(shop, 'A-1001');
    isPaid = true;
    assert.partialDeepStrictEqual(await shop.status('a-1001'), { outcome: 'succeeded' });
    assert.equal(await codeOf(await pays(shop, 'a-1001')), 'choices_refused');
  });

  it('is opened once by prepare and by merchant validation', async () => {
    await using shop = await openLooseShop();
    await shop.post('/wallet/prepare', { order: 'a-1001' });
    const request = {
      order: 'Ａ-1001',
      validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
      domain: 'shop.example',
    };
    await shop.post('/wallet/validate-merchant', request);
    assert.equal((await pays(shop, 'A-1001')).status, 200);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.deepEqual(externalIds(shop), ['A-1001']);
  });

  it('has one limit on payments', async () => {
    await using shop = await openLooseShop({ paymentsPerMinute: 2 });
    const statuses: number[] = [];
    for (const order of spellings) statuses.push((await pays(shop, order)).status);
    assert.deepEqual(statuses, [200, 409, 429, 429, 429]);
  });

  it('has one limit on merchant sessions', async () => {
    const walletA = { domains: ['shop.example'], validationsPerMinute: 2 };
    await using shop = await openLooseShop({ walletA });
    const statuses: number[] = [];
    for (const order of spellings) {
      const url = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
      const request = { order, validation_url: url, domain: 'shop.example' };
      statuses.push((await shop.post('/wallet/validate-merchant', request)).status);
    }
    assert.deepEqual(statuses, [200, 200, 429, 429, 429]);
  });

  it('sends no token of another spelling with a key that was used', async () => {
    await using shop = await openLooseShop();
    await pays(shop, 'A-1001', 'key');
    assert.equal((await pays(shop, 'A-1001', 'key')).status, 200);
    assert.equal(await codeOf(await pays(shop, 'a-1001', 'key')), 'idempotency_key_reused');
    assert.equal(tokens(shop), 1);
  });

  it('takes a webhook that names its own reference', async () => {
    await using shop = await openLooseShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await pays(shop, 'a-1001');
    const attempt = await shop.stored('A-1001');
    const message = { id: attempt?.sessionId, status: 'paid', external_id: 'A-1001' };
    assert.equal((await shop.webhook(message)).status, 200);
    assert.equal((await shop.stored('A-1001'))?.state, 'paid');
  });

  it('is known to the back office by its own reference alone', async () => {
    await using shop = await openLooseShop();
    await pays(shop, 'a-1001');
    assert.equal((await shop.wallet.find('A-1001'))?.order, 'A-1001');
    const { payments } = await shop.wallet.list();
    assert.deepEqual(
      payments.map(({ order }) => order),
      ['A-1001'],
    );
    for (const order of ['a-1001', 'A-1001 ', ' A-1001']) {
      assert.equal(await shop.wallet.find(order), null);
      for (const operation of ['capture', 'void', 'refund'] as const) {
        await assert.rejects(shop.wallet[operation](order), { code: 'no_payment' });
      }
    }
    shop.service.on('/v1/void', (_, response) => (response.end('null'), null));
    assert.equal((await shop.wallet.refund('A-1001')).state, 'done');
  });
});

describe('a reference of findOrder that moves during a payment', () => {
  it('ends the payment before the token is sent', async () => {
    const references = ['A-1001', 'A-1002'];
    await using shop = await openShop({
      findOrder: () => ({ ...total, reference: references.shift() ?? 'A-1003' }),
    });
    assert.equal((await pays(shop, 'a-1001')).status, 500);
    assert.equal(tokens(shop), 0);
    assert.match(shop.logs.join('\n'), /"code":"order_invalid".*another reference/);
    assert.equal((await shop.stored('A-1001'))?.state, 'created');
  });

  it('raises an alarm once the token was sent, and leaves the attempt with its order', async () => {
    let reference = 'A-1001';
    await using shop = await openShop({ findOrder: () => ({ ...total, reference }) });
    shop.service.on('/v1/pay-token', () => {
      reference = 'A-1002';
      return { status: 'paid' };
    });
    assert.equal((await pays(shop, 'a-1001')).status, 200);
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /order_changed.*"order":"A-1001"/);
    assert.equal((await shop.stored('A-1001'))?.state, 'paid');
    assert.equal(await shop.stored('A-1002'), null);
  });

  it('opens the order again after prepare', async () => {
    let reference = 'cart-7';
    await using shop = await openShop({ findOrder: () => ({ ...total, reference }) });
    await shop.post('/wallet/prepare', { order: 'cart-7' });
    reference = 'A-1001';
    assert.equal((await pays(shop, 'cart-7')).status, 200);
    assert.deepEqual(externalIds(shop), ['cart-7', 'A-1001']);
    assert.equal((await shop.stored('A-1001'))?.state, 'paid');
    assert.equal((await shop.stored('cart-7'))?.state, 'created');
  });

  it('answers a repeated request with the payment that its key began', async () => {
    let reference = 'A-1001';
    await using shop = await openShop({ findOrder: () => ({ ...total, reference }) });
    await pays(shop, 'a-1001', 'key');
    reference = 'A-1002';
    assert.equal((await pays(shop, 'a-1001', 'key')).status, 200);
    assert.equal(tokens(shop), 1);
  });
});

describe('a reference of findOrder', () => {
  const invalidReferences: readonly (readonly [string, unknown, RegExp])[] = [
    ['a number', 1001, /reference must be text/],
    ['null', null, /reference must be text/],
    ['undefined', undefined, /reference must be text/],
    ['a list', ['A-1001'], /reference must be text/],
    ['empty', '', /reference must be printable text/],
    ['padded by its column', 'A-1001    ', /reference must not begin or end with a blank/],
    ['one with a blank before it', '\u00a0A-1001', /reference must not begin or end with a blank/],
    ['one with a NUL at its end', 'A-1001\0', /reference must be printable text/],
    ['one with a zero-width space', 'A-1001\u200b', /reference must not have invisible/],
    ['longer than 128 characters', 'A'.repeat(129), /reference must have at most 128/],
  ];
  for (const [what, reference, message] of invalidReferences) {
    it(`is refused if it is ${what}, and nothing is sent`, async () => {
      await using shop = await openShop({
        findOrder: () => ({ ...total, reference }) as Found,
      });
      for (const answer of [
        await shop.pay(),
        await shop.post('/wallet/prepare', { order: 'o-1' }),
        await shop.post('/wallet/status', { order: 'o-1' }),
      ]) {
        assert.equal(answer.status, 500);
        assert.equal(await codeOf(answer), 'order_invalid');
      }
      assert.equal(shop.service.calls.length, 0);
      const logs = shop.logs.join('\n');
      assert.match(logs, message);
      assert.match(logs, /findOrder/);
    });
  }

  it('is refused beside errors too', async () => {
    const errors = [{ code: 'coupon_invalid', message: 'Over.' }] as const;
    await using shop = await openShop({ findOrder: () => ({ errors, reference: ' A' }) });
    assert.equal(await codeOf(await shop.pay()), 'order_invalid');
  });

  it('keeps leading zeros: an order of a numeric column is charged once', async () => {
    // MySQL compares a numeric column with 1001, 01001 and 1001x by the number.
    const findOrder = (order: string): Found => {
      const id = Number.parseInt(order, 10);
      return id === 1001 ? { ...total, reference: String(id) } : null;
    };
    await using shop = await openShop({ findOrder });
    for (const order of ['01001', '1001', '1001x', '1001.0']) await pays(shop, order);
    assert.equal(tokens(shop), 1);
    assert.deepEqual(externalIds(shop), ['1001']);
    await using other = await openShop({ findOrder: () => ({ ...total, reference: '007' }) });
    await pays(other, '7');
    assert.deepEqual(externalIds(other), ['007']);
  });

  it('is the text of the page if findOrder returns none', async () => {
    await using shop = await openShop({ findOrder: () => total });
    await pays(shop, 'a-1001');
    assert.equal((await shop.stored('a-1001'))?.state, 'paid');
  });
});

describe('a request', () => {
  for (const [what, order] of badReferences) {
    it(`is refused by every endpoint if its reference has ${what}`, async () => {
      await using shop = await openShop({ findOrder: () => total });
      for (const [path, body] of [
        ['prepare', { order }],
        ['status', { order }],
        ['validate-merchant', { order, validation_url: 'https://x.example/', domain: 'x' }],
      ] as const) {
        const { status } = await shop.post(`/wallet/${path}`, body);
        assert.equal(status, order.length > 128 ? 413 : 400);
      }
      const answer = await pays(shop, order);
      assert.equal(((await answer.json()) as { readonly field?: unknown }).field, 'order');
      assert.equal(shop.service.calls.length, 0);
    });
  }

  it('may name an order with a blank inside', async () => {
    await using shop = await openShop({ findOrder: () => total });
    assert.equal((await pays(shop, 'A 1001')).status, 200);
  });
});
