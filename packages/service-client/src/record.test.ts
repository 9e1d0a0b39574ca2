import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createServiceClient,
  type RecordedCall,
  type ServiceClient,
  type ServiceClientOptions,
} from './index.ts';

const personal = {
  token: '{"signature":"MEUCIQ","data":"abc"}',
  client_phone: '+380501234567',
  client_first_name: 'Olena',
  client_email: 'olena@shop.example',
  number: 380501234567,
  pan: '411111******1111',
  status_text: 'paid by Olena',
};
const secrets = [
  'MEUCIQ',
  '380501234567',
  'Olena',
  'olena',
  '411111',
  's-1',
  'o-1',
  'shop.example',
];

/** A client whose calls are recorded, and get this answer. */
function recorded(
  answer: unknown,
  status = 200,
  profile: ServiceClientOptions['profile'] = {},
): { client: ServiceClient; calls: RecordedCall[] } {
  const calls: RecordedCall[] = [];
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    merchantId: '17-secret',
    signer: { sign: async () => Promise.resolve('signature') },
    statusRetries: 0,
    profile,
    record: (call) => void calls.push(call),
    fetch: async () =>
      Promise.resolve(answer instanceof Response ? answer : Response.json(answer, { status })),
  });
  return { client, calls };
}

describe('a recording', () => {
  it('keeps names, kinds, statuses and amounts, and nothing personal', async () => {
    const answer = { ...personal, id: 's-1', status: 'paid', amount: '199.90', note: null };
    const { client, calls } = recorded(answer);
    await client.session({ callbackUrl: 'https://shop.example/hook', extra: personal });
    const [call] = calls;
    assert.ok(call);
    const text = JSON.stringify(call);
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
    assert.deepEqual([call.operation, call.status], ['session', 200]);
    assert.ok(!Number.isNaN(Date.parse(call.at)));
    const keptValues = call.answer as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(keptValues), Object.keys(answer));
    assert.deepEqual(
      [keptValues['status'], keptValues['amount'], keptValues['note']],
      ['paid', '199.90', null],
    );
    assert.equal(typeof keptValues['number'], 'number');
  });

  it('replaces the same text by the same text, so that ids can be compared', async () => {
    const { client, calls } = recorded({ id: 's-1', status: 'paid' });
    await client.getStatus({ sessionId: 's-1' });
    await client.getStatus({ sessionId: 's-2' });
    const [first, second] = calls.map(({ request, answer }) => [
      (request as { session_id: string }).session_id,
      (answer as { id: string }).id,
    ]);
    assert.equal(first?.[0], first?.[1]);
    assert.equal(first?.[1], second?.[1]);
    assert.notEqual(second?.[0], second?.[1]);
  });

  it('keeps the code of a refusal, not its text', async () => {
    const { client, calls } = recorded({ code: 'InvalidTokenError', error: 'for Olena' }, 400);
    await assert.rejects(client.getStatus({ sessionId: 's-1' }), { code: 'service_refused' });
    const answer = calls[0]?.answer as Readonly<Record<string, unknown>>;
    assert.equal(answer['code'], 'InvalidTokenError');
    assert.ok(!JSON.stringify(calls).includes('Olena'));
  });

  it('keeps a status that the profile finds in a list', async () => {
    const answer = { order: { states: ['paid'], names: ['Olena'] } };
    const { client, calls } = recorded(answer, 200, {
      operations: { getStatus: { answer: { status: ['order.states[0]'] } } },
    });
    await client.getStatus({ sessionId: 's-1' });
    const { order } = calls[0]?.answer as { order: { states: string[]; names: string[] } };
    assert.deepEqual(order.states, ['paid']);
    assert.doesNotMatch(String(order.names), /Olena/);
  });

  it('hides a long number even where a status should be', async () => {
    const { client, calls } = recorded({ id: 's-1', status: '4111111111111111' });
    await client.getStatus({ sessionId: 's-1' });
    assert.ok(!JSON.stringify(calls).includes('411111'));
  });

  it('replaces any number of more than six digits, and keeps a smaller one', async () => {
    const numbers = { a: 999_999, b: 1_000_000, c: -999_999, d: -1_000_000, e: 12.5 };
    const { client, calls } = recorded({ status: 'paid', flag: true, ...numbers });
    await client.getStatus({ sessionId: 's-1' });
    const answer = { status: 'paid', flag: true, ...numbers, b: 1e6, d: 1e6 };
    assert.deepEqual(calls[0]?.answer, answer);
  });

  it('keeps a status, a currency or an amount only as far as it looks like one', async () => {
    const answer = (text: string) => ({
      status: 'paid',
      amount: text,
      currency: text,
      other: text,
    });
    const replacements: boolean[] = [];
    for (const text of ['on-hold_1.x', 'paid by Olena', 'x'.repeat(41), '0501234567', '123456']) {
      const { client, calls } = recorded(answer(text));
      await client.getStatus({ sessionId: 's-1' });
      const keptValues = calls[0]?.answer as Readonly<Record<string, string>>;
      assert.match(keptValues['other'] ?? '', /^redacted-[\da-f]{12}$/);
      assert.equal(keptValues['amount'], keptValues['currency']);
      replacements.push(keptValues['amount'] !== text);
    }
    assert.deepEqual(replacements, [false, true, true, true, false]);
  });

  it('replaces an address by an address', async () => {
    const { client, calls } = recorded({ id: 's-1' });
    await client.session({ callbackUrl: 'https://shop.example/hook?key=1' });
    const { callback_url } = calls[0]?.request as { callback_url: string };
    assert.match(callback_url, /^https:\/\/redacted\.example\/[\da-f]{12}$/);
  });

  it('records the length of a body that is not JSON', async () => {
    const { client, calls } = recorded(new Response('%PDF Olena'));
    await client.call('printExpressWaybill', { sessionId: 's-1' });
    assert.equal(calls[0]?.answer, '10 bytes');
  });

  it('keeps all that the profile reads as a status, a currency, an amount or a wallet', async () => {
    const answer = {
      id: 's-1',
      status: 'paid',
      transaction_status: 'APPROVED',
      refunded_amount: '1.00',
    };
    const { client, calls } = recorded({ ...answer, note: '' });
    await client.getStatus({ sessionId: 's-1' });
    const { id, ...kept } = calls[0]?.answer as typeof answer & { note: string };
    assert.match(id, /^redacted-/);
    assert.deepEqual({ ...kept, id: 's-1' }, { ...answer, note: '' });
    await client.payToken({ sessionId: 's-1', wallet: 'wallet-a', token: '{}' });
    assert.equal((calls[1]?.request as { paytype: string }).paytype, 'apple_pay');
  });

  it('fails no call whose answer is nested too deeply to be redacted', async () => {
    const client = createServiceClient({
      baseUrl: 'https://service.example',
      merchantId: '1',
      signer: { sign: async () => Promise.resolve('signature') },
      record: () => undefined,
      fetch: async () => {
        const nesting = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
        return Promise.resolve(new Response(`{"status":"paid","more":${nesting}}`));
      },
    });
    assert.equal((await client.getStatus({ sessionId: 's-1' })).status, 'paid');
  });

  const full = new Error('The disk is full.');
  const faults: readonly (readonly [string, NonNullable<ServiceClientOptions['record']>])[] = [
    [
      'throws',
      () => {
        throw full;
      },
    ],
    ['rejects later', async () => Promise.reject(full)],
  ];
  for (const [name, record] of faults) {
    it(`fails no call when it ${name}`, async () => {
      const client = createServiceClient({
        baseUrl: 'https://service.example',
        merchantId: '1',
        signer: { sign: async () => Promise.resolve('signature') },
        record,
        fetch: async () => Promise.resolve(Response.json({ status: 'paid' })),
      });
      assert.equal((await client.getStatus({ sessionId: 's-1' })).status, 'paid');
      // Node reports an unhandled rejection.
      await new Promise(setImmediate);
    });
  }
});
