import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { Merchant, until } from '../../../test/merchant.ts';

describe('the control API', () => {
  it('shows the ledger and the calls', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const { sessions } = (await control(merchant, 'GET', 'ledger')).body;
    const { calls } = (await control(merchant, 'GET', 'calls')).body;
    const [session] = sessions as readonly Record<string, unknown>[];
    assert.equal(session?.['id'], id);
    assert.equal(session['external_id'], 'order-1');
    assert.equal(session['callback_url'], merchant.callbackUrl);
    assert.equal(session['charges'], 1);
    assert.deepEqual(
      (calls as readonly Record<string, unknown>[]).map((call) => call['path']),
      ['/v1/session', '/v1/payment', '/v1/pay-token'],
    );
  });

  it('shows what has changed since an earlier answer', async (t) => {
    const merchant = await Merchant.open(t);
    const [old, changed] = [await merchant.order(), await merchant.order()];
    const { version } = (await control(merchant, 'GET', 'ledger')).body;
    const lastId = merchant.sandbox.calls().at(-1)?.id ?? assert.fail();
    await merchant.pay(changed, 'visa-approve', { scenario: { webhook: 'never' } });
    const ledger = (await control(merchant, 'GET', `ledger?after=${String(version)}`)).body;
    const sessions = ledger['sessions'] as readonly { readonly id: string }[];
    assert.deepEqual(
      sessions.map(({ id }) => id),
      [changed],
    );
    assert.notEqual(old, changed);
    const { calls } = (await control(merchant, 'GET', `calls?after=${lastId}`)).body;
    assert.deepEqual(
      (calls as readonly Record<string, unknown>[]).map((call) => call['path']),
      ['/v1/pay-token'],
    );
    const nextLedger = (await control(merchant, 'GET', `ledger?after=${String(ledger['version'])}`))
      .body;
    assert.deepEqual(nextLedger['sessions'], []);
    assert.equal((await control(merchant, 'GET', 'ledger?after=now')).status, 400);
  });

  it('shows the newest sessions that have a text in an id, the status or an amount', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { webhook: 'never' } });
    const first = await merchant.order({ external_id: 'Tea-1', amount: 12.5 });
    const second = await merchant.order({ external_id: 'tea-2' });
    const third = await merchant.order({ external_id: 'Coffee' });
    await merchant.pay(third);
    await merchant.pay(third);
    const find = async (query: string): Promise<readonly string[]> => {
      const { sessions, total } = (await control(merchant, 'GET', `ledger?${query}`)).body;
      assert.equal(total, 3);
      return (sessions as readonly { readonly id: string }[]).map(({ id }) => id);
    };
    assert.deepEqual(await find('find=TEA-'), [first, second]);
    assert.deepEqual(await find('find=tea-&last=1'), [second]);
    assert.deepEqual(await find('last=2'), [second, third]);
    assert.deepEqual(await find('find=12.50'), [first]);
    assert.deepEqual(await find('find=created'), [first, second]);
    assert.deepEqual(await find('find=charged%202%20times'), [third]);
    assert.deepEqual(await find(`find=${second}`), [second]);
    const { calls } = (await control(merchant, 'GET', 'calls?last=2')).body;
    assert.deepEqual(
      (calls as readonly Record<string, unknown>[]).map((call) => call['path']),
      ['/v1/pay-token', '/v1/pay-token'],
    );
  });

  it('shows payouts and exports that came since an earlier answer, and no others', async (t) => {
    const merchant = await Merchant.open(t);
    const { headers } = { headers: { 'x-merchant-id': 'm-1' } };
    const pay = (guid: string) =>
      merchant.call('/v1/operations/create', [{ guid, amount: '1.00', recipient: {} }], {
        headers,
      });
    await pay('g-1');
    await merchant.call('/v1/export-operations', { merchant_id: 'm-1', format: 'CSV' });
    const { version } = (await control(merchant, 'GET', 'ledger')).body;
    await pay('g-2');
    const { payouts, exports } = (await control(merchant, 'GET', `ledger?after=${String(version)}`))
      .body;
    assert.deepEqual(
      (payouts as readonly { readonly guid: string }[]).map(({ guid }) => guid),
      ['g-2'],
    );
    assert.deepEqual(exports, []);
  });

  it('shows one order, with the calls that name it or a session of it', async (t) => {
    const merchant = await Merchant.open(t);
    const [first, second] = [
      await merchant.order(),
      await merchant.order({ external_id: 'order-2' }),
    ];
    await merchant.pay(second);
    await merchant.statusOf(first);
    const { sessions } = (await control(merchant, 'GET', 'ledger?external_id=order-2')).body;
    const { calls } = (await control(merchant, 'GET', 'calls?external_id=order-2')).body;
    assert.deepEqual(
      (sessions as readonly Record<string, unknown>[]).map(({ id }) => id),
      [second],
    );
    assert.deepEqual(
      (calls as readonly Record<string, unknown>[]).map((call) => call['path']),
      ['/v1/session', '/v1/payment', '/v1/pay-token'],
    );
    await merchant.order({ external_id: 'order-20' });
    const laterCalls = (await control(merchant, 'GET', 'calls?external_id=order-2')).body['calls'];
    assert.deepEqual(laterCalls, calls);
    const wrong = await control(merchant, 'GET', 'ledger?order=order-2');
    assert.equal(wrong.status, 400);
    assert.match(
      String(wrong.body['error']),
      /order: there is no such field\. There are: external_id, after, find, last\./,
    );
  });

  it('sends a webhook out of turn and leaves the ledger as it is', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await control(merchant, 'POST', 'webhook', {
      session_id: id,
      version: 'v3',
      status: 'refunded',
      count: 2,
    });
    assert.deepEqual(answer.body, { sent: 2 });
    assert.equal(merchant.received.length, 2);
    assert.equal(merchant.received[0]?.body['status'], 'refunded');
    assert.ok('payments' in merchant.received[0].body);
    assert.equal(await merchant.statusOf(id), 'created');
  });

  it('finds the newest session of an order', async (t) => {
    const merchant = await Merchant.open(t);
    await merchant.order();
    const second = await merchant.order();
    await merchant.sandbox.webhook({ external_id: 'order-1', status: 'paid' });
    assert.equal(merchant.received[0]?.body['id'], second);
  });

  it('gives back a part, as the cabinet does', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const set = (more: object) =>
      control(merchant, 'POST', 'status', { session_id: id, status: 'refunded', ...more });
    assert.deepEqual((await set({ refunded: '50.00' })).body, { done: true });
    await until(() => merchant.received.length === 2);
    const { status, refunded_amount: refundedAmount } = merchant.received[1]?.body ?? {};
    assert.deepEqual([status, refundedAmount], ['refunded', '50.00']);
    assert.equal(merchant.ledger(id).refunded, '50.00');
    await set({ status: 'paid', refunded: '0.00' });
    assert.equal(merchant.ledger(id).refunded, '0.00');
    for (const wrong of ['200.00', '-1', 'all']) {
      const answer = await set({ refunded: wrong });
      assert.equal(answer.status, 400);
      assert.match(String(answer.body['error']), /^refunded: /);
    }
  });

  it('changes the truth itself, and tells the merchant', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'never' } });
    await control(merchant, 'POST', 'status', { session_id: id, status: 'refunded' });
    assert.equal(await merchant.statusOf(id), 'refunded');
    assert.equal(merchant.ledger(id).refunded, '199.90');
    assert.equal(merchant.sandbox.ledger().balance, '100000.00');
    await until(() => merchant.received.length === 1);
    assert.equal(merchant.received[0]?.body['status'], 'refunded');
  });

  it('keeps a session paid that it has made so, when the bank declines', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const waiting = await merchant.pay(id, 'mastercard-challenge');
    await control(merchant, 'POST', 'status', { session_id: id, status: 'paid' });
    await merchant.decide(waiting.body['acs_url'], 'decline');
    assert.deepEqual([merchant.ledger(id).status, merchant.ledger(id).charged], ['paid', '199.90']);
  });

  it('says what is wrong with a request', async (t) => {
    const merchant = await Merchant.open(t);
    const missingSession = await control(merchant, 'POST', 'webhook', { session_id: 'nope' });
    const nameless = await control(merchant, 'POST', 'webhook', {});
    const field = await control(merchant, 'POST', 'webhook', { session_id: 'x', versoin: 'v1' });
    const unknown = await control(merchant, 'POST', 'status', { session_id: 'x', status: 'gone' });
    assert.deepEqual(
      [missingSession.status, nameless.status, field.status, unknown.status],
      [400, 400, 400, 400],
    );
    assert.match(
      String(field.body['error']),
      /versoin: there is no such field\. There are: session_id, external_id, version, /,
    );
    const text = await fetch(`${merchant.sandbox.url}/control/scenario`, {
      method: 'POST',
      body: '{}',
    });
    assert.equal(text.status, 415);
  });

  it('refuses a body that is too large, and does not take it for an empty one', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ result: 'failed' });
    const external_id = 'x'.repeat(1024 * 1024);
    assert.equal((await control(merchant, 'POST', 'scenario', { external_id })).status, 413);
    const { scenario } = (await control(merchant, 'GET', 'setup')).body;
    assert.deepEqual(scenario, { result: 'failed' });
  });
});

describe('the host of a control request', () => {
  it('is this machine or the public URL: a foreign name may be rebound to it', async (t) => {
    const { sandbox } = await Merchant.open(t, { publicUrl: 'https://shop.example/sandbox' });
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const call = request(`${sandbox.url}/control/ledger`, { headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        call.on('error', reject).end();
      });
    for (const ownHost of [
      'localhost:4010',
      '127.0.0.1:1',
      '[::1]:1',
      'a.localhost',
      'sandbox:4010',
      'shop.example',
    ]) {
      assert.equal(await statusFor(ownHost), 200, ownHost);
    }
    for (const foreign of ['attacker.example:4010', 'localhost.attacker.example', '127.0.0.1.x']) {
      assert.equal(await statusFor(foreign), 403, foreign);
    }
  });
});

describe('the setup', () => {
  it('says where the service is, whose it is and which keys it has', async (t) => {
    const keyFiles = { merchantPrivate: '/keys/merchant.pem' };
    const merchant = await Merchant.open(t, { keyFiles, merchantName: 'Tea & Co' });
    const { body } = await control(merchant, 'GET', 'setup');
    assert.equal(body['url'], merchant.sandbox.url);
    assert.equal(body['merchantName'], 'Tea & Co');
    assert.deepEqual(body['keyFiles'], keyFiles);
    assert.equal(body['webhookPublicKey'], merchant.sandbox.webhookPublicKey);
    assert.equal(body['profile'], 'default');
  });

  it('puts another profile in force while the service runs', async (t) => {
    const merchant = await Merchant.open(t);
    const names = (await control(merchant, 'GET', 'setup')).body['profiles'];
    assert.ok(Array.isArray(names) && names.includes('moved-paths'));
    await control(merchant, 'POST', 'profile', { name: 'moved-paths' });
    const session = { merchant_id: 'm-1', callback_url: merchant.callbackUrl };
    assert.equal((await merchant.call('/v1/session', session)).status, 404);
    assert.equal((await merchant.call('/api/v2/sessions', session)).status, 200);
    const path = '/v9/session';
    const profile = { operations: { session: { path } } };
    await control(merchant, 'POST', 'profile', { profile });
    assert.equal((await merchant.call(path, session)).status, 200);
    const { operations } = (await control(merchant, 'GET', 'operations')).body;
    assert.equal((operations as { path: string }[])[0]?.path, path);
  });

  it('names what is wrong with a profile, and keeps the one in force', async (t) => {
    const merchant = await Merchant.open(t);
    const name = await control(merchant, 'POST', 'profile', { name: 'nope' });
    const profile = { signing: { hash: 'MD5' } };
    const entry = await control(merchant, 'POST', 'profile', { profile });
    assert.match(String(name.body['error']), /name: there are default, renamed-fields/);
    assert.match(String(entry.body['error']), /signing\.hash/);
    assert.equal((await control(merchant, 'GET', 'setup')).body['profile'], 'default');
  });
});

describe('a recorded call', () => {
  it('has the operation, the answer as sent and what is wrong', async (t) => {
    const merchant = await Merchant.open(t);
    const good = await merchant.call('/v1/session', { merchant_id: 'm-1' });
    await merchant.call('/v1/expire', { merchant_id: 'm-1', session_id: 'x' });
    await merchant.call('/v1/session', { merchant_id: 'm-1' }, { signatures: ['AAAA'] });
    const [first, second, third] = merchant.sandbox.calls();
    assert.deepEqual([first?.id, first?.operation], [1, 'session']);
    assert.equal(first?.answerBody, good.text);
    assert.deepEqual([second?.operation, second?.error], ['expire', 'session not found']);
    assert.equal(third?.signature.result, 'wrong-length');
    assert.match(third.signature.explanation, /has 3 bytes; the registered key makes 256/);
  });
});

describe('the client data of a recorded call', () => {
  const client = {
    client_phone: '+380501112233',
    client_first_name: 'Олена',
    client_email: 'olena@shop.example',
    metadata: { shippingContact: { addressLines: ['Khreshchatyk 1'], note: null } },
  };
  const shapes = {
    client_phone: '+000000000000',
    client_first_name: 'xxxxx',
    client_email: 'xxxxx@xxxx.xxxxxxx',
    metadata: { shippingContact: { addressLines: ['xxxxxxxxxxxx 0'], note: null } },
  };
  const secrets = ['380501112233', 'Олена', 'olena', 'Khreshchatyk'];

  it('is shown by its shape, in the request and in the answer', async (t) => {
    const merchant = await Merchant.open(t);
    const sessionFields = { merchant_id: 'm-1', ...client };
    const session_id = (await merchant.call('/v1/session', sessionFields)).body['id'];
    const statusFields = { merchant_id: 'm-1', session_id };
    assert.equal(
      (await merchant.call('/v1/get-status', statusFields)).body['client_phone'],
      client.client_phone,
    );
    merchant.sandbox.scenario({ answer: 'truncated', answerOn: 'get-status' });
    await assert.rejects(merchant.call('/v1/get-status', statusFields));
    const calls = merchant.sandbox.calls();
    assert.deepEqual(JSON.parse(calls[0]?.body ?? ''), { merchant_id: 'm-1', ...shapes });
    const status = JSON.parse(calls[1]?.answerBody ?? '') as Readonly<Record<string, unknown>>;
    assert.deepEqual(
      [status['id'], status['client_phone'], status['metadata']],
      [session_id, shapes.client_phone, shapes.metadata],
    );
    assert.match(calls[2]?.answerBody ?? '', /^\{"id":"/);
    for (const secret of secrets) assert.ok(!JSON.stringify(calls).includes(secret), secret);
  });

  it('is shown by its shape in a form, a query and a list too', async (t) => {
    const profile = {
      operations: { session: { encoding: 'form' }, exportComfortOperations: { method: 'GET' } },
    };
    const merchant = await Merchant.open(t, { profile });
    const form = new URLSearchParams({
      merchant_id: 'm-1',
      client_first_name: client.client_first_name,
      metadata: JSON.stringify(client.metadata),
    });
    await merchant.call('/v1/session', form.toString());
    const query = 'recepient_email=olena@shop.example&from_date=2026-01-01';
    await merchant.call(`/v1/export-operations?${query}`, '', { method: 'GET' });
    const payouts = [
      { amount: '1.00', payout_pan: '4111111111111111', recipient: { last: 'Олена', code: 123 } },
    ];
    await merchant.call('/v1/operations/create', payouts);
    const [session, exported, created] = merchant.sandbox.calls().map(({ body }) => body);
    const fields = Object.fromEntries(new URLSearchParams(session));
    assert.deepEqual(
      [fields['merchant_id'], fields['client_first_name'], JSON.parse(fields['metadata'] ?? '')],
      ['m-1', shapes.client_first_name, shapes.metadata],
    );
    assert.deepEqual(Object.fromEntries(new URLSearchParams(exported)), {
      recepient_email: shapes.client_email,
      from_date: '2026-01-01',
    });
    assert.deepEqual(JSON.parse(created ?? ''), [
      { amount: '1.00', payout_pan: '0000000000000000', recipient: { last: 'xxxxx', code: 0 } },
    ]);
  });
});

async function control(
  merchant: Merchant,
  method: string,
  name: string,
  body?: unknown,
): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
  const response = await fetch(`${merchant.sandbox.url}/control/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  assert.ok(typeof answer === 'object');
  return { status: response.status, body: { ...answer } };
}
