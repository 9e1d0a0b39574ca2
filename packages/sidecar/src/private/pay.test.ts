import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { agrees } from '../../test/contract.ts';
import { type Answer, call, mintToken, pay, type Running, start } from '../../test/running.ts';
import { operateToken, price, readToken } from '../../test/settings.ts';

/** Pays an order by the API, with a new token unless one is given. */
async function payBy(running: Running, key: string, more: object = {}): Promise<Answer> {
  const fields = { order: 'A-1001', wallet: 'wallet-b', token: await mintToken(), ...more };
  const answer = await call(running, 'POST', '/payments', { key, body: fields });
  agrees('/payments', 'post', answer);
  return answer;
}

/** The amounts that the service has charged. */
const charges = ({ service }: Running): readonly string[] =>
  service
    .ledger()
    .sessions.flatMap(({ attempts }) => attempts)
    .filter(({ charged }) => charged)
    .map(({ amount }) => amount);

const sentTokens = ({ service }: Running): number =>
  service.calls().filter(({ operation }) => operation === 'payToken').length;

describe('a payment by the API', () => {
  it('is charged, without a page and without a total that was shown', async (test) => {
    const running = await start(test);
    const { status, body } = await payBy(running, 'k');
    const { attempt, ...result } = body;
    assert.equal(status, 200);
    assert.deepEqual(result, { order: 'A-1001', outcome: 'succeeded', status: 'paid' });
    const { body: payment } = await call(running, 'GET', '/payments/A-1001');
    assert.equal(payment['attempt'], attempt);
    assert.deepEqual(charges(running), [price.amount]);
  });

  it('is refused while the total of the order is an estimate', async (test) => {
    const running = await start(test);
    running.shop.findOrder = (response, reference) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ reference, ...price, estimated: true }));
    };
    const { status, body } = await payBy(running, 'k');
    assert.deepEqual([status, body['code']], [409, 'order_estimated']);
    assert.deepEqual(running.service.calls(), []);
  });

  it('names what the shop answered wrongly, and sends nothing', async (test) => {
    const running = await start(test);
    const answers: readonly (readonly [string, RegExp, (response: ServerResponse) => void])[] = [
      [
        'hook_answer_invalid',
        /find-order .*amount must be string/,
        (response) => {
          const body = { reference: 'A-1001', amount: 199.9, currency: 'UAH' };
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(body));
        },
      ],
      [
        'hook_answer_invalid',
        /find-order answered/,
        (response) => response.end('<!doctype html><title>Shop'),
      ],
      ['hook_refused', /answered with 500/, (response) => response.writeHead(500).end()],
      ['hook_unreachable', /cannot be reached/, (response) => response.destroy()],
    ];
    for (const [code, title, answer] of answers) {
      running.shop.findOrder = answer;
      const { status, body } = await payBy(running, 'k');
      assert.deepEqual([status, body['code']], [502, code]);
      assert.match(String(body['title']), title);
    }
    assert.deepEqual(running.service.calls(), []);
  });

  it('hands the bank’s page over, in the refusal of a second payment too', async (test) => {
    const running = await start(test);
    running.service.scenario({ bankCheck: 'always' });
    const { status, body } = await payBy(running, 'k');
    assert.deepEqual([status, body['outcome']], [200, 'pending']);
    assert.match(String(body['acs_url']), /^http:\/\/127\.0\.0\.1:/);
    const { body: refusal } = await payBy(running, 'other');
    assert.deepEqual([refusal['code'], refusal['outcome']], ['in_progress', 'pending']);
    assert.equal(refusal['acs_url'], body['acs_url']);
  });

  it('is one payment for one key', async (test) => {
    const running = await start(test);
    const token = await mintToken();
    const first = await payBy(running, 'k', { token });
    assert.deepEqual((await payBy(running, 'k', { token })).body, first.body);
    const other = await payBy(running, 'k', { token, order: 'A-1002' });
    assert.deepEqual([other.status, other.body['code']], [422, 'idempotency_key_reused']);
    assert.deepEqual(charges(running), [price.amount]);
  });

  it('is refused for an order that a page has paid, with the outcome', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const { status, body } = await payBy(running, 'k');
    assert.deepEqual([status, body['code'], body['outcome']], [409, 'already_paid', 'succeeded']);
    assert.deepEqual(charges(running), [price.amount]);
  });

  it('is refused for an order that the shop says is paid, and nothing is sent', async (test) => {
    const running = await start(test);
    running.shop.findOrder = (response, reference) =>
      response.end(JSON.stringify({ reference, ...price, paid: true }));
    const { status, body } = await payBy(running, 'k');
    assert.deepEqual([status, body['code'], body['outcome']], [409, 'already_paid', 'succeeded']);
    assert.deepEqual(running.service.calls(), []);
  });

  it('stays unknown without an answer', async (test) => {
    const running = await start(test);
    running.service.scenario({ answer: 'cut', processed: false });
    const token = await mintToken();
    const answers = [await payBy(running, 'k', { token }), await payBy(running, 'k', { token })];
    for (const { status, body } of answers) {
      assert.deepEqual([status, body['outcome']], [202, 'unknown']);
    }
    assert.equal(sentTokens(running), 1);
  });

  it('has the limit of an order, and says when to try again', async (test) => {
    const running = await start(test);
    running.service.scenario({ result: 'failed', bankCheck: 'never' });
    for (let index = 0; index < 10; index += 1) await payBy(running, `k-${String(index)}`);
    const { status, body, headers } = await payBy(running, 'k');
    assert.deepEqual([status, body['code']], [429, 'too_many']);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });

  it('asks the shop with the headers that the configuration lists, and never with the API’s own token', async (test) => {
    const running = await start(test, { WALLET_HOOKS_HEADERS: 'x-app-session,authorization' });
    const body = { order: 'A-1001', wallet: 'wallet-b', token: await mintToken() };
    const headers = { 'x-app-session': 'ann', cookie: 'a=b' };
    await call(running, 'POST', '/payments', { key: 'k', body, headers });
    const question = running.shop.received.find(({ path }) => path === '/find-order');
    assert.equal(question?.headers['x-app-session'], 'ann');
    assert.equal(question.headers.cookie, undefined);
    assert.equal(question.headers.authorization, undefined);
  });

  it('leaves its token in no log', async (test) => {
    const running = await start(test);
    const token = await mintToken();
    await payBy(running, 'k', { token });
    await payBy(running, 'k', { token, order: 'A-1002' });
    await payBy(running, 'l', { token, card: token });
    const signature = token.slice(20, 60);
    const log = running.log.join('');
    assert.ok(log.includes('an API request failed'));
    assert.ok(!log.includes(signature));
    assert.ok(!log.includes(operateToken));
  });

  const refusals: readonly (readonly [string, object, number, string, string?])[] = [
    ['an amount of its own', { amount: '0.01' }, 400, 'invalid_field', 'amount'],
    ['another total', { shown: { ...price, amount: '0.01' } }, 409, 'amount_mismatch'],
    ['an unknown order', { order: 'unknown-1' }, 404, 'order_not_found'],
    ['an unknown wallet', { wallet: 'wallet-c' }, 400, 'invalid_field', 'wallet'],
    ['a token that is no text', { token: {} }, 400, 'invalid_field', 'token'],
    ['a token that is missing', { token: undefined }, 400, 'invalid_field', 'token'],
    ['a key in its body', { key: 'k' }, 400, 'invalid_field', 'key'],
    ['a request in its body', { original: {} }, 400, 'invalid_field', 'original'],
    ['a wrong address', { billing_address: { country: 7 } }, 400, 'invalid_field'],
  ];
  for (const [what, fields, status, code, field] of refusals) {
    it(`is refused with ${what}`, async (test) => {
      const running = await start(test);
      const { body, ...answer } = await payBy(running, 'k', fields);
      assert.deepEqual([answer.status, body['code']], [status, code]);
      assert.ok(field === undefined || body['field'] === field);
      assert.equal(sentTokens(running), 0);
    });
  }

  it('is refused without a key, and with a token that may only read', async (test) => {
    const running = await start(test);
    const body = { order: 'A-1001', wallet: 'wallet-b', token: await mintToken() };
    const answers = [
      await call(running, 'POST', '/payments', { body }),
      await call(running, 'POST', '/payments', { body, key: 'k', token: readToken }),
      await call(running, 'POST', '/payments', { body, key: 'k', token: '' }),
    ];
    for (const answer of answers) agrees('/payments', 'post', answer);
    const codes = answers.map((answer) => answer.body['code']);
    assert.deepEqual(codes, ['invalid_idempotency_key', 'forbidden', 'unauthorized']);
    assert.equal(sentTokens(running), 0);
  });
});
