import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { memoryStore, type RecordWrite, type Store } from '../src/index.ts';
import { now, openShop } from './shop.ts';

const secret = 'CANARY-7f3a91';
const token = JSON.stringify({ version: 'EC_v1', data: secret, signature: `${secret}/+==` });
const card = '4111111111111111';
const secrets = [secret, token, card, 'Olena Koval', 'olena@shop.example', '+380501234567'];

/** A field that the contract has, with what it takes. */
const right = {
  order: fc.constantFrom('o-1', 'o-2', 'o-404'),
  wallet: fc.constantFrom('wallet-a', 'wallet-b'),
  phase: fc.constantFrom('readiness', 'press', 'opened', 'validated', 'authorized', 'redirect'),
  origin: fc.constantFrom('integration', 'provider', 'payer', 'network', 'payment'),
  code: fc.constantFrom('config', 'provider', 'no-card', 'script-load'),
  cause_code: fc.constantFrom('DEVELOPER_ERROR', 'InvalidAccessError', undefined),
  tag_version: fc.constantFrom('1.2.0', '0.0.0', '2.0.0-next.1'),
  api_version: fc.constantFrom('2.0', '14', undefined),
};

/** What a page should never send: secrets, as they are or inside of other text, and anything else. */
const wrong = fc.oneof(
  fc.constantFrom(...secrets.slice(1)),
  fc.tuple(fc.constantFrom(...secrets.slice(1)), fc.string()).map(([text, more]) => more + text),
  fc.constantFrom(...secrets).map((text) => ({ [text]: [text] })),
  fc.anything(),
);
const names = fc.oneof(
  fc.constantFrom(...Object.keys(right), '__proto__', 'constructor', 'message', 'token', card),
  fc.string(),
);
const report = fc
  .tuple(fc.record(right), fc.option(fc.tuple(names, wrong), { nil: undefined, freq: 1 }))
  .map(([fields, odd]) => (odd ? { ...fields, [odd[0]]: odd[1] } : fields));

/** The body as text; the page of an attacker need not send JSON. */
const bodies = fc.oneof(
  { weight: 8, arbitrary: report.map((each) => JSON.stringify(each, (_, value) => plain(value))) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string().map((text) => `${token}${text}`) },
);

/** JSON knows no such numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** A store that notes each body that is written. */
function noting(store: Store, writes: RecordWrite[]): Store {
  return {
    ...store,
    forMerchant: (merchant) => {
      const records = store.forMerchant(merchant);
      return {
        ...records,
        save: async (write) => {
          writes.push(write);
          return records.save(write);
        },
      };
    },
  };
}

describe('ten thousand fuzzed reports', () => {
  it('leave no secret in store or log, grow nothing, and change no payment', async () => {
    const writes: RecordWrite[] = [];
    await using shop = await openShop({ store: noting(memoryStore({ now }), writes) });
    shop.orders.set('o-2', { amount: '10.00', currency: 'UAH' });
    await shop.pay();
    await shop.wallet.drain();
    const paidAttempt = await shop.stored();
    const calls = shop.service.calls.length;
    writes.length = 0;

    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await shop.post('/wallet/report', body);
        await shop.wallet.drain();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const text = await answer.text();
        for (const each of secrets) assert.ok(!text.includes(each), text);
        // The next one is within the limits again.
        shop.wait(61_000);
      }),
      { numRuns: 10_000 },
    );

    // One in many runs is over 1 kB.
    statuses.delete(413);
    assert.deepEqual([...statuses.keys()].toSorted(), [204, 400]);
    assert.ok((statuses.get(204) ?? 0) > 1000 && (statuses.get(400) ?? 0) > 1000);
    assert.ok(writes.length > 1000);
    const orders = new Set(writes.map(({ order }) => order));
    assert.deepEqual([...orders].toSorted(), ['o-1', 'o-2']);
    for (const { body } of writes) assert.ok((body ?? '').length < 5000);
    const traces = `${JSON.stringify(writes)}${shop.logs.join('\n')}`;
    for (const each of secrets) assert.ok(!traces.includes(each), each);

    assert.equal(shop.service.calls.length, calls);
    const { readAt: _, ...after } = { ...(await shop.stored()) };
    const { readAt: __, ...before } = { ...paidAttempt };
    assert.deepEqual(after, before);
    assert.equal((await shop.pay({ order: 'o-2', shown: shop.orders.get('o-2') })).status, 200);
    assert.equal((await shop.wallet.find('o-2'))?.reports.length, 10);
  });
});
