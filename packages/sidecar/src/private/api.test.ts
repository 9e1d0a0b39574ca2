import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { agrees, contract } from '../../test/contract.ts';
import { call, pay, start, until } from '../../test/running.ts';
import { moneyToken, operateToken, readToken } from '../../test/settings.ts';
import { routes } from './routes.ts';

/** The service charges another amount than the shop asked for. */
const wrongAmount = {
  recording: ['payToken', 'getStatus'].map((operation) => ({
    operation,
    status: 200,
    answer: { status: 'paid', amount: '1.00' },
  })),
};

describe('the API', () => {
  it('has the operations of its contract, and no other', () => {
    const contractRoutes = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routePatterns = routes.map(({ method, path }) => `${method} ${path}`);
    const routeNames = routePatterns.map((each) =>
      each.replace(':subject', each.includes('/reviews') ? '{attempt}' : '{order}'),
    );
    const operations = ['GET /healthz', 'GET /readyz', 'GET /metrics'];
    const session = ['GET /session', 'POST /session', 'DELETE /session'];
    assert.deepEqual([...routeNames, ...operations, ...session].sort(), contractRoutes.sort());
  });

  it('opens an order for payers again, only for a token with the right `money`', async (test) => {
    const running = await start(test);
    running.service.scenario({ result: 'failed' });
    await pay(running, 'A-1001');
    const payment = await call(running, 'GET', '/payments/A-1001');
    agrees('/payments/{order}', 'get', payment);
    assert.equal(payment.body['too_many_attempts'], false);
    const path = '/payments/A-1001/reopen';
    for (const token of [readToken, operateToken]) {
      const refusal = await call(running, 'POST', path, { token });
      assert.deepEqual([refusal.status, refusal.body['code']], [403, 'forbidden']);
    }
    const body = { reason: 'he paid by another card' };
    const answer = await call(running, 'POST', path, { token: moneyToken, body });
    agrees('/payments/{order}/reopen', 'post', answer);
    assert.deepEqual([answer.status, answer.body['order']], [200, 'A-1001']);
    const unknownPath = '/payments/unknown-1/reopen';
    const unknown = await call(running, 'POST', unknownPath, { token: moneyToken });
    agrees('/payments/{order}/reopen', 'post', unknown);
    assert.equal(unknown.body['code'], 'no_payment');
  });

  it('lists payments, page by page', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    await pay(running, 'A-1002');
    const first = await call(running, 'GET', '/payments?limit=1', { token: readToken });
    agrees('/payments', 'get', first);
    const [newest] = first.body['payments'] as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual([newest?.['order'], newest?.['state']], ['A-1002', 'paid']);
    const cursor = encodeURIComponent(String(first.body['next']));
    const second = await call(running, 'GET', `/payments?limit=1&cursor=${cursor}`);
    const [older] = second.body['payments'] as readonly Readonly<Record<string, unknown>>[];
    assert.equal(older?.['order'], 'A-1001');
  });

  it('finds payments by a part of the order, an amount, the card, the session and the attempt', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    running.shop.findOrder = (response, order) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ reference: order, amount: '1250.00', currency: 'UAH' }));
    };
    await pay(running, 'B-2002', {}, { shown: { amount: '1250.00', currency: 'UAH' } });
    const ordersOf = async (query: string) => {
      const answer = await call(running, 'GET', `/payments?${query}`, { token: readToken });
      agrees('/payments', 'get', answer);
      const payments = answer.body['payments'] as readonly Readonly<Record<string, string>>[];
      return payments.map(({ order }) => order);
    };
    const { body } = await call(running, 'GET', '/payments/A-1001');
    const {
      attempt,
      session_id: session,
      payment_id: id,
      card,
    } = body as Readonly<Record<string, string>>;
    const { last4 } = Object(card) as { readonly last4: string };
    // An id of random digits can hold `100`, but hardly `-1001`.
    for (const text of ['-1001', 'a-1001', attempt, session, id, '199.90', '199,9'].map(String)) {
      assert.deepEqual(await ordersOf(`search=${encodeURIComponent(text)}`), ['A-1001'], text);
    }
    for (const text of ['1,250.00', '1 250', '1.250', '-2002']) {
      assert.deepEqual(await ordersOf(`search=${encodeURIComponent(text)}`), ['B-2002'], text);
    }
    assert.deepEqual(await ordersOf(`search=${last4}`), ['B-2002', 'A-1001']);
    assert.deepEqual(await ordersOf('search=-1001&state=failed,paid&since=2020-01-01'), ['A-1001']);
    assert.deepEqual(await ordersOf('search=-1001&state=failed'), []);
    assert.deepEqual(await ordersOf('search=x-9'), []);
  });

  it('counts what waits for a person, and delivers a change again', async (test) => {
    const running = await start(test);
    running.shop.statusChange = (response) => void response.writeHead(500).end();
    await pay(running, 'A-1001');
    const waiting = await call(running, 'GET', '/waiting', { token: readToken });
    agrees('/waiting', 'get', waiting);
    assert.deepEqual(waiting.body, { reviews: 0, undelivered: 0 });
    const path = '/undelivered/A-1001/deliver';
    assert.equal((await call(running, 'POST', path, { token: readToken })).status, 403);
    const deliveries = () => running.shop.received.filter((each) => each.path === '/status-change');
    await until(() => deliveries().length === 1);
    running.shop.statusChange = (response) => void response.writeHead(204).end();
    const answer = await call(running, 'POST', path);
    agrees('/undelivered/{order}/deliver', 'post', answer);
    assert.deepEqual(answer.body, { due: true });
    await until(() => deliveries().length === 2);
    await until(async () => (await call(running, 'POST', path)).body['due'] === false);
  });

  for (const query of [
    'state=lost',
    'state=paid,lost',
    'limit=x',
    'since=yesterday',
    'until=now',
    'hold_ends_before=soon',
    'order=A-1001',
    'needs_review=yes',
    'needs_review=',
    'limit=1e1',
    'limit=0x10',
    'limit=1&limit=2',
    'state=paid&state=failed',
    'since=5',
    'since=11/26/2026',
    'since=2026-11-26T10:00',
    'since=2026-02-31',
  ]) {
    it(`refuses a list with ${query}`, async (test) => {
      const running = await start(test);
      const answer = await call(running, 'GET', `/payments?${query}`);
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_field']);
      agrees('/payments', 'get', answer);
    });
  }

  for (const query of ['since=2026-11-26', 'until=2099-01-01T00:00:00%2B02:00', 'limit=01']) {
    it(`takes a list with ${query}`, async (test) => {
      const running = await start(test);
      assert.equal((await call(running, 'GET', `/payments?${query}`)).status, 200);
    });
  }

  for (const query of ['fresh=yes', 'fresh=', 'frsh=true', 'fresh=true&fresh=false']) {
    it(`refuses a payment with ${query}, and does not ask the service`, async (test) => {
      const running = await start(test);
      await pay(running, 'A-1001');
      const callCount = running.service.calls().length;
      const answer = await call(running, 'GET', `/payments/A-1001?${query}`);
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_field']);
      assert.equal(running.service.calls().length, callCount);
      agrees('/payments/{order}', 'get', answer);
    });
  }

  it('shows one payment with its history, also of an order with a slash', async (test) => {
    const running = await start(test);
    await pay(running, '2026/1001');
    const answer = await call(running, 'GET', '/payments/2026%2F1001', { token: readToken });
    agrees('/payments/{order}', 'get', answer);
    const { order, state, amounts } = answer.body;
    assert.deepEqual([order, state], ['2026/1001', 'paid']);
    const chargedAmounts = { asked: '199.90', held: '0.00', charged: '199.90', refunded: '0.00' };
    assert.deepEqual(amounts, chargedAmounts);
    assert.ok((answer.body['history'] as readonly unknown[]).length > 0);
  });

  it('asks the service first where fresh is true', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const callCount = running.service.calls().length;
    agrees('/payments/{order}', 'get', await call(running, 'GET', '/payments/A-1001?fresh=true'));
    assert.ok(running.service.calls().length > callCount);
  });

  it('has no payment of an unknown order', async (test) => {
    const running = await start(test);
    const answer = await call(running, 'GET', '/payments/A-1');
    assert.deepEqual([answer.status, answer.body['code']], [404, 'no_payment']);
    agrees('/payments/{order}', 'get', answer);
  });

  it('captures a hold and refunds a part', async (test) => {
    const running = await start(test);
    running.service.scenario({ result: 'holded' });
    await pay(running, 'A-1001');
    const capture = await call(running, 'POST', '/payments/A-1001/capture', { key: 'sent' });
    agrees('/payments/{order}/capture', 'post', capture);
    assert.deepEqual([capture.status, capture.body['state']], [200, 'done']);
    const body = { amount: '50.00' };
    const refund = await call(running, 'POST', '/payments/A-1001/refund', { key: 'r', body });
    agrees('/payments/{order}/refund', 'post', refund);
    assert.deepEqual([refund.body['state'], refund.body['amount']], ['done', '50.00']);
    const { body: payment } = await call(running, 'GET', '/payments/A-1001');
    const { refunded: total } = payment['amounts'] as Readonly<Record<string, string>>;
    assert.equal(total, '50.00');
  });

  it('says who refunded, and why, in the operation, the history, the change and the log', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const body = { amount: '50.00', reason: 'wrong size' };
    const refund = await call(running, 'POST', '/payments/A-1001/refund', { key: 'r', body });
    agrees('/payments/{order}/refund', 'post', refund);
    const payment = await call(running, 'GET', '/payments/A-1001');
    agrees('/payments/{order}', 'get', payment);
    const history = payment.body['history'] as readonly object[];
    const isRefund = ({ body: change }: { readonly body: object }) => 'by' in change;
    await until(() => running.shop.received.some(isRefund));
    const change = running.shop.received.find(isRefund)?.body;
    for (const { by, reason } of [refund.body, history.at(-1), change].map(Object)) {
      assert.deepEqual([by, reason], ['oleh', 'wrong size']);
    }
    const lines = running.log.filter((line) => line.includes('"by":"oleh"'));
    assert.ok(lines.some((line) => line.includes('"msg":"operation"')));
    assert.ok(lines.some((line) => line.includes('"path":"/payments/A-1001/refund"')));
  });

  it('refunds over a dispute by a token with the right money alone', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const request = { key: 'r', body: { force: true } };
    const refusal = await call(running, 'POST', '/payments/A-1001/refund', request);
    assert.deepEqual([refusal.status, refusal.body['code']], [403, 'forbidden']);
    const refund = { ...request, token: moneyToken };
    assert.equal((await call(running, 'POST', '/payments/A-1001/refund', refund)).status, 200);
  });

  it('sends an operation that is repeated with its key once', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const request = { key: 'return-1', body: { amount: '10.00' } };
    const first = await call(running, 'POST', '/payments/A-1001/refund', request);
    const second = await call(running, 'POST', '/payments/A-1001/refund', request);
    assert.equal(second.body['id'], first.body['id']);
    const other = { key: 'return-1', body: { amount: '20.00' } };
    const reuse = await call(running, 'POST', '/payments/A-1001/refund', other);
    assert.deepEqual([reuse.status, reuse.body['code']], [422, 'idempotency_key_reused']);
    agrees('/payments/{order}/refund', 'post', reuse);
    const voids = running.service.calls().filter(({ operation }) => operation === 'void');
    assert.equal(voids.length, 1);
  });

  it('voids a hold', async (test) => {
    const running = await start(test);
    running.service.scenario({ result: 'holded' });
    await pay(running, 'A-1001');
    const answer = await call(running, 'POST', '/payments/A-1001/void', { key: 'void' });
    agrees('/payments/{order}/void', 'post', answer);
    assert.deepEqual([answer.status, answer.body['state']], [200, 'done']);
  });

  it('says 202 where the service gave no answer', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    running.service.scenario({ answerOn: 'void', answer: 'cut', processed: false });
    const answer = await call(running, 'POST', '/payments/A-1001/refund', { key: 'refund' });
    assert.deepEqual([answer.status, answer.body['state']], [202, 'unknown']);
    agrees('/payments/{order}/refund', 'post', answer);
  });

  it('says that the service refused', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    running.service.scenario({ answerOn: 'void', answer: 'refused', processed: false });
    const refund = async () => call(running, 'POST', '/payments/A-1001/refund', { key: 'refund' });
    let answer = await refund();
    // A question of the loop that was asked before the refusal proves nothing; a later one does.
    await until(async () => {
      if (answer.status === 202) answer = await refund();
      return answer.status !== 202;
    });
    assert.deepEqual([answer.status, answer.body['code']], [409, 'operation_refused']);
    agrees('/payments/{order}/refund', 'post', answer);
  });

  const refusals: readonly (readonly [string, number, object | string | undefined, string])[] = [
    ['more than is left', 422, { amount: '500.00' }, 'amount_too_high'],
    ['a number as the amount', 400, { amount: 50 }, 'invalid_field'],
    ['an unknown field', 400, { sum: '50.00' }, 'invalid_field'],
    ['no JSON', 400, 'amount=50', 'invalid_json'],
    ['two amounts', 400, '{"amount":"1.00","amount":"100.00"}', 'invalid_json'],
    ['a byte order mark', 400, '\uFEFF{"amount":"1.00"}', 'invalid_json'],
    ['an empty body instead of JSON', 400, '', 'invalid_json'],
    ['too large a body', 413, ' '.repeat(70_000), 'too_large'],
  ];
  for (const [what, status, body, code] of refusals) {
    it(`refuses a refund with ${what}`, async (test) => {
      const running = await start(test);
      await pay(running, 'A-1001');
      const options = { key: 'key', ...(body !== undefined && { body }) };
      const answer = await call(running, 'POST', '/payments/A-1001/refund', options);
      assert.deepEqual([answer.status, answer.body['code']], [status, code]);
      agrees('/payments/{order}/refund', 'post', answer);
    });
  }

  for (const headers of [
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json-patch+json' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ]) {
    it(`reads no body of ${JSON.stringify(headers)}`, async (test) => {
      const { sidecar } = await start(test);
      const answer = await fetch(`${sidecar.privateUrl}/payments/A-1001/refund`, {
        method: 'POST',
        headers: { authorization: `Bearer ${operateToken}`, 'idempotency-key': 'k', ...headers },
        body: '{"amount":"1.00"}',
      });
      assert.equal(answer.status, 415);
    });
  }

  it('refuses an amount in the query, without which all of a payment would move', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const path = '/payments/A-1001/refund?amount=50.00';
    const { status, body } = await call(running, 'POST', path, { key: 'r-1' });
    assert.deepEqual([status, body['code'], body['field']], [400, 'invalid_field', 'amount']);
    assert.deepEqual(running.service.ledger().sessions[0]?.status, 'paid');
  });

  for (const [method, path] of [
    ['GET', '/undelivered?limit=1'],
    ['GET', '/alarms?since=2026-01-01'],
    ['GET', '/reconcile-report?fresh=true'],
    ['POST', '/payments?order=A-1001'],
    ['POST', '/reviews/a-1?outcome=failed'],
  ] as const) {
    it(`refuses the query of ${method} ${path}, which it would not read`, async (test) => {
      const { status, body } = await call(await start(test), method, path);
      assert.deepEqual([status, body['code']], [400, 'invalid_field']);
    });
  }

  it('refuses an operation without a key', async (test) => {
    const running = await start(test);
    const answer = await call(running, 'POST', '/payments/A-1001/refund');
    assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_idempotency_key']);
  });

  it('ends a review', async (test) => {
    const running = await start(test, {}, wrongAmount);
    await pay(running, 'A-1001');
    const waiting = await call(running, 'GET', '/payments?needs_review=true');
    agrees('/payments', 'get', waiting);
    const [payment] = waiting.body['payments'] as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual([payment?.['order'], payment?.['flag']], ['A-1001', 'mismatch']);
    const detail = await call(running, 'GET', '/payments/A-1001');
    agrees('/payments/{order}', 'get', detail);
    const [attempt] = detail.body['attempts'] as readonly Readonly<Record<string, unknown>>[];
    assert.equal(attempt?.['proposal'], '1.00');
    const path = `/reviews/${String(payment?.['attempt'])}`;
    const body = { outcome: 'succeeded', amount: '1.00' };
    const answer = await call(running, 'POST', path, { body });
    agrees('/reviews/{attempt}', 'post', answer);
    assert.deepEqual([answer.status, answer.body['flag']], [200, 'resolved']);
  });

  it('has no review of an attempt that waits for none', async (test) => {
    const running = await start(test);
    const body = { outcome: 'succeeded' };
    const answer = await call(running, 'POST', '/reviews/unknown', { body });
    assert.deepEqual([answer.status, answer.body['code']], [404, 'no_payment']);
    agrees('/reviews/{attempt}', 'post', answer);
  });

  it('refuses a review without an outcome', async (test) => {
    const running = await start(test);
    const answer = await call(running, 'POST', '/reviews/unknown', { body: {} });
    assert.deepEqual([answer.status, answer.body['field']], [400, 'outcome']);
    agrees('/reviews/{attempt}', 'post', answer);
  });

  it('refuses a review that is too large or in another encoding', async (test) => {
    const running = await start(test);
    const path = '/reviews/unknown';
    const amount = '1'.repeat(70_000);
    const large = await call(running, 'POST', path, { body: { outcome: 'succeeded', amount } });
    const headers = { 'content-encoding': 'gzip' };
    const body = { outcome: 'failed' };
    const encoded = await call(running, 'POST', path, { body, headers });
    assert.deepEqual([large.status, encoded.status], [413, 415]);
    agrees('/reviews/{attempt}', 'post', large);
    agrees('/reviews/{attempt}', 'post', encoded);
  });

  it('refuses a missing and an unknown token', async (test) => {
    const running = await start(test);
    for (const token of ['', 'x'.repeat(32)]) {
      const answer = await call(running, 'GET', '/payments', { token });
      assert.deepEqual([answer.status, answer.body['code']], [401, 'unauthorized']);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      agrees('/payments', 'get', answer);
    }
  });

  it('lets a token that may read change nothing', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const refund = { key: 'key', token: readToken };
    const answer = await call(running, 'POST', '/payments/A-1001/refund', refund);
    assert.deepEqual([answer.status, answer.body['code']], [403, 'forbidden']);
    agrees('/payments/{order}/refund', 'post', answer);
  });

  it('answers a method and an address that no web request has', async (test) => {
    const { sidecar } = await start(test);
    for (const [method, path] of [
      ['TRACE', '/payments'],
      ['OPTIONS', '*'],
    ] as const) {
      const message = request(sidecar.privateUrl, { method, path }).end();
      const [response] = (await once(message, 'response')) as [IncomingMessage];
      const { code } = (await json(response)) as { readonly code: string };
      assert.deepEqual([response.statusCode, code], [400, 'invalid_field']);
    }
  });

  it('has nothing at another path, and names the method of a known one', async (test) => {
    const running = await start(test);
    const unknown = await call(running, 'GET', '/orders');
    assert.deepEqual([unknown.status, unknown.body['code']], [404, 'not_found']);
    const slash = await call(running, 'GET', '/payments/2026/117');
    assert.deepEqual([slash.status, slash.body['code']], [404, 'not_found']);
    assert.match(String(slash.body['title']), /Write a slash of an order as %2F\./);
    const encoded = await call(running, 'GET', '/payments/2026%2F117');
    assert.deepEqual([encoded.status, encoded.body['code']], [404, 'no_payment']);
    const wrong = await call(running, 'DELETE', '/payments/A-1001');
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET']);
  });

  it('is not on the public part', async (test) => {
    const { sidecar } = await start(test);
    const headers = { authorization: `Bearer ${readToken}` };
    assert.equal((await fetch(`${sidecar.publicUrl}/payments`, { headers })).status, 404);
  });
});

describe('operations', () => {
  it('show health and readiness without a token', async (test) => {
    const running = await start(test);
    agrees('/healthz', 'get', await call(running, 'GET', '/healthz', { token: '' }));
    agrees('/readyz', 'get', await call(running, 'GET', '/readyz', { token: '' }));
  });

  it('count payments, alarms, calls and hooks', async (test) => {
    const running = await start(test);
    running.service.scenario({ result: 'paid' });
    await pay(running, 'A-1001');
    const read = async (): Promise<string> =>
      (await fetch(`${running.sidecar.privateUrl}/metrics`)).text();
    await until(async () => (await read()).includes('hook="status-change",result="good"'));
    const text = await read();
    assert.match(text, /^wallet_payment_changes_total\{state="paid"\} 1$/m);
    assert.match(
      text,
      /^wallet_service_call_seconds_count\{operation="payToken",result="good"\} 1$/m,
    );
    assert.match(
      text,
      /^wallet_request_seconds_count\{path="\/wallet\/pay-token",result="good"\} 1$/m,
    );
    assert.match(text, /^wallet_reviews_waiting 0$/m);
    assert.doesNotMatch(text, /A-1001/);
  });
});
