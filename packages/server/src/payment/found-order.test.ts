import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, openShop } from '../../test/shop.ts';

const total = { amount: '199.90', currency: 'UAH' };
const endless: Record<string, unknown> = {};
endless['self'] = endless;

/** What untyped code may return, and what the log says of it. */
const unusable: readonly (readonly [string, unknown, RegExp])[] = [
  ['true', true, /findOrder returned neither an object nor null/],
  ['a text', 'o-1', /findOrder returned neither an object nor null/],
  ['a number', 5, /findOrder returned neither an object nor null/],
  ['errors that are a text', { errors: 'bad' }, /errors that are not a list of code and message/],
  ['errors without a text', { errors: [{ code: 'other' }] }, /errors that are not a list/],
  ['paid as a text', { ...total, paid: '0' }, /a paid that is neither true nor false/],
  ['paid as a number', { ...total, paid: 1 }, /a paid that is neither true nor false/],
  ['paid as null', { ...total, paid: null }, /a paid that is neither true nor false/],
  ['an empty session', { ...total, session: null }, /a session that is not a JSON object/],
  ['a session as text', { ...total, session: '{}' }, /a session that is not a JSON object/],
  ['a session as a list', { ...total, session: ['a'] }, /a session that is not a JSON object/],
  ['a session as a map', { ...total, session: new Map() }, /a session that is not a JSON object/],
  ['a session with a BigInt', { ...total, session: { a: 1n } }, /a session that is not a JSON/],
  ['a payment as a promise', { ...total, payment: Promise.resolve({}) }, /a payment that is not/],
  ['a payment without an end', { ...total, payment: endless }, /a payment that is not a JSON/],
];

describe('what findOrder returns', () => {
  for (const [name, found, text] of unusable) {
    it(`is order_invalid if it is ${name}, and nothing is sent`, async () => {
      await using shop = await openShop({ findOrder: () => found as never });
      const answer = await shop.pay();
      assert.deepEqual([answer.status, await codeOf(answer)], [500, 'order_invalid']);
      assert.match(shop.logs.join('\n'), text);
      assert.equal(shop.service.calls.length, 0);
    });
  }

  for (const errors of [undefined, null, []]) {
    it(`counts as an order where its errors are ${JSON.stringify(errors)}`, async () => {
      await using shop = await openShop({ findOrder: () => ({ ...total, errors }) as never });
      assert.equal((await shop.pay()).status, 200);
    });
  }

  for (const paid of [undefined, false]) {
    it(`is payable where its paid is ${String(paid)}`, async () => {
      await using shop = await openShop({ findOrder: () => ({ ...total, paid }) as never });
      assert.equal((await shop.pay()).status, 200);
    });
  }

  it('gives a page no other fields of an error than those of the contract', async () => {
    const error = { code: 'other', message: 'Not there.' };
    const errors = [{ ...error, query: 'SELECT' }];
    await using shop = await openShop({ findOrder: () => ({ errors }) as never });
    const problem = (await (await shop.pay()).json()) as { readonly errors: unknown };
    assert.deepEqual(problem.errors, [error]);
  });
});
