import { randomUUID } from 'node:crypto';
import { type Answer, expectProblem, NoAnswer } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';
import { gateway } from './merchant-validation.ts';

/** A refusal is a problem document. */
export function expectRefusal(answer: Answer, description: string): void {
  const { status } = answer;
  expect(status >= 400 && status < 500, `${description}: ${answer.seen}`);
  expectProblem(answer, description);
}

export async function right(shop: Shop): Promise<Readonly<Record<string, unknown>>> {
  const { amount, currency } = shop.subject;
  const token = await shop.token();
  return { order: shop.order, wallet: 'wallet-b', token, shown: { amount, currency } };
}

/** A backend that refuses everything keeps no promise by it. */
async function expectPays(shop: Shop): Promise<void> {
  const { body, seen } = await shop.payDecided();
  expect(body['outcome'] === 'succeeded', `a right request afterwards: ${seen}`);
  shop.expectCharges(1);
}

export const createKeyHeader = (): Readonly<Record<string, string>> => ({
  'idempotency-key': randomUUID(),
});

/** What a browser, or an attacker, may send. */
export const requests: readonly Check[] = [
  {
    id: 'request.unknown-order',
    alone: true,
    promise: 'refuses an order that does not exist',
    cost: 'sessions and payments for orders that no customer made',
    async run(shop) {
      const body = await right(shop);
      // The last ones are found by a lookup in an object or by a query that is put together as a text.
      const orders = [`no-such-order-${randomUUID()}`, 'constructor', '__proto__', "' OR '1'='1"];
      for (const order of orders) {
        const press = { ...body, order };
        const answer = await shop.post('/pay-token', press, createKeyHeader());
        expectRefusal(answer, `pay-token of "${order}"`);
        expectRefusal(await shop.post('/status', { order }), `status of "${order}"`);
        await shop.post('/prepare', { order });
        const validation = { order, validation_url: gateway, domain: shop.subject.domain };
        const session = await shop.post('/validate-merchant', validation);
        expectRefusal(session, `validate-merchant of "${order}"`);
        expect(shop.calls('session').length === 0, `a session was opened for "${order}"`);
      }
      await expectPays(shop);
    },
  },
  {
    id: 'request.malformed',
    promise: 'refuses a body that is not what openapi.yaml describes, with a problem document',
    cost: 'the tag gets an error page where it expects a reason',
    async run(shop) {
      const body = await right(shop);
      const omit = (name: string): object =>
        Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
      const bad: readonly (readonly [string, unknown])[] = [
        ['not JSON', '{"order":'],
        ['an array', []],
        ['no order', omit('order')],
        ['no token', omit('token')],
        ['no shown', omit('shown')],
        ['a wallet that does not exist', { ...body, wallet: 'wallet-z' }],
        ['a wallet that every object has', { ...body, wallet: 'constructor' }],
        ['an empty token', { ...body, token: '' }],
        ['a token that is an object', { ...body, token: {} }],
        ['an order that is a number', { ...body, order: 1 }],
        ['an order with a blank at its end', { ...body, order: `${shop.order} ` }],
        ['an order with a no-break space before it', { ...body, order: `\u00a0${shop.order}` }],
        ['an amount that is a number', { ...body, shown: { amount: 1, currency: 'UAH' } }],
      ];
      for (const [description, request] of bad) {
        expectRefusal(await shop.post('/pay-token', request, createKeyHeader()), description);
      }
      expectRefusal(await shop.post('/status', {}), 'status without an order');
      shop.expectCharges(0);
      await expectPays(shop);
    },
  },
  {
    id: 'request.key',
    promise: 'refuses pay-token without an Idempotency-Key',
    cost: 'a request that the browser repeats cannot be distinguished from a second one',
    async run(shop) {
      expectRefusal(await shop.post('/pay-token', await right(shop)), 'without the header');
      shop.expectCharges(0);
      await expectPays(shop);
    },
  },
  {
    id: 'request.content-type',
    promise: 'refuses a body that is not declared as JSON',
    cost: 'a form on another site pays with the cookies of your customer',
    async run(shop) {
      const headers = { ...createKeyHeader(), 'content-type': 'text/plain' };
      expectRefusal(await shop.post('/pay-token', await right(shop), headers), 'text/plain');
      shop.expectCharges(0);
      await expectPays(shop);
    },
  },
  {
    id: 'request.size',
    promise: 'refuses a body of a megabyte',
    cost: 'a stranger fills the memory of your server',
    async run(shop) {
      const body = { ...(await right(shop)), token: 'x'.repeat(1_000_000) };
      // Who closes the connection before it has come whole refuses it too, if the next request is answered.
      const answer = await shop
        .post('/pay-token', body, createKeyHeader())
        .catch((error: unknown) => {
          if (!(error instanceof NoAnswer && error.isClosed)) throw error;
        });
      if (answer !== undefined) expect(answer.status >= 400 && answer.status < 500, answer.seen);
      shop.expectCharges(0);
      await expectPays(shop);
    },
  },
  {
    id: 'request.method',
    promise: 'refuses GET',
    cost: 'a link or a crawler starts a payment',
    async run(shop) {
      for (const path of ['/pay-token', '/validate-merchant', '/status', '/webhook/v1']) {
        const { status, seen } = await shop.post(path, '', {}, 'GET');
        // A gateway before the backend may answer in place of its 404 or 405. With 400 the body was read.
        expect([401, 403, 404, 405, 501].includes(status), `GET ${path}: ${seen}`);
      }
      await expectPays(shop);
    },
  },
];
