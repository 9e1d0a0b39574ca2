import assert from 'node:assert/strict';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { jsonFrom, type Run, run } from '../../test/run.ts';
import { doneOperation, storeInto, type StoredOrder } from '../../test/stored.ts';

/** A shop, the exports of its months, and the state between them. */
function open() {
  const place = temporaryFolder();
  const db = join(place, 'payments.db');
  const state = join(place, 'state.json');
  /** @param madeAt when the service made the export. */
  const compare = async (
    rows: readonly string[],
    madeAt: string,
    ...args: readonly string[]
  ): Promise<Run> => {
    const path = join(place, 'export.csv');
    await writeFile(path, rows.join('\n'));
    await utimes(path, new Date(madeAt), new Date(madeAt));
    return run('reconcile', '--db', db, '--export', path, ...args);
  };
  return { place, db, state, compare };
}

/** An order of 199.90 UAH that is paid. */
function paid(order: string, time: string, change: Partial<StoredOrder> = {}): StoredOrder {
  const openedAt = Date.parse(time);
  return { order, attempts: [{ id: order, openedAt }], ...change };
}

function refunded(order: string, time: string, at: string, amount = 5000): StoredOrder {
  const openedAt = Date.parse(time);
  const attempt = { id: order, openedAt, refunded: amount, amountsAt: Date.parse(at) };
  return { order, attempts: [attempt], operations: [doneOperation('refund', order, amount, at)] };
}

function differencesIn(ran: Run): readonly string[] {
  assert.equal(ran.err, '');
  const { differences } = jsonFrom(ran) as unknown as {
    readonly differences: readonly { readonly kind: string; readonly order: string }[];
  };
  return differences.map(({ kind, order }) => `${kind} ${order}`).toSorted();
}

const typed = 'created_at,type,id,reference,amount,currency,status';
const plain = 'created_at,id,reference,amount,refunded_amount,currency,status';
const [november, december] = [
  ['--month', '2026-11', '--json'],
  ['--month', '2026-12', '--json'],
];
const novemberRow = '2026-11-05T10:00:00Z,p-A-1,A-1,199.90,0.00,UAH,paid';
const otherRow = '2026-12-03T10:00:00Z,p-A-2,A-2,199.90,0.00,UAH,paid';
const typedRow = '2026-11-05T10:00:00Z,payment,p-A-1,A-1,199.90,UAH,paid';
const otherTypedRow = '2026-12-03T10:00:00Z,payment,p-A-2,A-2,199.90,UAH,paid';

describe('a refund of a payment of the month before', () => {
  const orders = [
    refunded('A-1', '2026-11-05T10:00:00Z', '2026-12-10T09:00:00Z'),
    paid('A-2', '2026-12-03T10:00:00Z'),
  ];

  it('is missing in its own month where the service never made it', async () => {
    const { db, compare } = open();
    await storeInto(db, orders);
    for (const [head, row, next] of [
      [typed, typedRow, otherTypedRow],
      [plain, novemberRow, otherRow],
    ] as const) {
      const first = await compare([head, row], '2027-01-02T06:00:00Z', ...november);
      assert.deepEqual(differencesIn(first), []);
      assert.equal(first.code, 0);
      const second = await compare([head, next], '2027-01-02T06:00:00Z', ...december);
      assert.deepEqual(differencesIn(second), ['refund_missing_there A-1']);
      assert.equal(second.code, 1);
    }
  });

  it('agrees by a row of its own, or by the row of its payment', async () => {
    const { db, compare } = open();
    await storeInto(db, orders);
    const rows = [
      [typed, otherTypedRow, '2026-12-10T09:00:01Z,refund,r-1,A-1,50.00,UAH,refunded'],
      [typed, otherTypedRow, '2026-12-10T09:00:01Z,refund,p-A-1,A-1,-50.00,UAH,refunded'],
      [plain, otherRow, '2026-12-10T09:00:01Z,r-1,A-1,-50.00,,UAH,refunded'],
      [plain, otherRow, novemberRow.replace(',0.00,', ',50.00,')],
    ];
    for (const each of rows) {
      const ran = await compare(each, '2027-01-02T06:00:00Z', ...december);
      assert.deepEqual(differencesIn(ran), []);
    }
  });

  it('may be captured, voided or refunded: each is compared by its own time', async () => {
    const { db, compare } = open();
    const opened = { openedAt: Date.parse('2026-11-28T10:00:00Z') };
    await storeInto(db, [
      {
        order: 'B-1',
        attempts: [{ id: 'B-1', ...opened, charged: 15000 }],
        operations: [doneOperation('capture', 'B-1', 15000, '2026-12-02T10:00:00Z')],
      },
      {
        order: 'B-2',
        attempts: [{ id: 'B-2', ...opened, state: 'cancelled', charged: 0 }],
        operations: [doneOperation('void', 'B-2', 19990, '2026-12-02T10:00:00Z')],
      },
    ]);
    const holds = ['B-1', 'B-2'].map(
      (order) => `2026-11-28T10:00:00Z,payment,p-${order},${order},199.90,UAH,holded`,
    );
    const first = await compare([typed, ...holds], '2026-12-02T12:00:00Z', ...november);
    assert.deepEqual(differencesIn(first), []);
    const none = await compare([typed, otherTypedRow], '2027-01-02T06:00:00Z', ...december);
    assert.deepEqual(differencesIn(none), [
      'capture_missing_there B-1',
      'missing_here A-2',
      'void_missing_there B-2',
    ]);
    const rows = [
      '2026-12-02T10:00:00Z,capture,c-1,B-1,150.00,UAH,paid',
      '2026-12-02T10:00:00Z,void,v-1,B-2,199.90,UAH,voided',
    ];
    const all = await compare([typed, ...rows], '2027-01-02T06:00:00Z', ...december);
    assert.deepEqual(differencesIn(all), []);
    const other = [rows[0]?.replace('150.00', '140.00') ?? '', rows[1] ?? ''];
    const amount = await compare([typed, ...other], '2027-01-02T06:00:00Z', ...december);
    assert.deepEqual(differencesIn(amount), ['amount B-1']);
  });
});

describe('a row with a sign', () => {
  it('is money back where it is negative, and never a payment', async () => {
    const { db, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-05T10:00:00Z')]);
    const negative = novemberRow.replace('199.90', '-199.90');
    const ran = await compare([plain, negative], '2026-12-02T06:00:00Z', ...november);
    assert.deepEqual(differencesIn(ran), ['missing_there A-1', 'refund_missing_here A-1']);
    const minus = await compare(
      [plain, novemberRow, negative.replace(',-1', ',\u22121').replace('p-A-1', 'r-1')],
      '2026-12-02T06:00:00Z',
      ...november,
    );
    assert.deepEqual(differencesIn(minus), ['refund_missing_here A-1']);
  });

  it('is unreadable where its kind says otherwise', async () => {
    const { db, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-05T10:00:00Z')]);
    const negative = await compare(
      [typed, typedRow, typedRow.replace('199.90', '-1.00').replace('p-A-1', 'p-2')],
      '2026-12-02T06:00:00Z',
      ...november,
    );
    assert.deepEqual(differencesIn(negative), ['unreadable A-1']);
    const refund = (amount: string, id: string): string =>
      `2026-11-06T10:00:00Z,refund,${id},A-1,${amount},UAH,refunded`;
    const mixed = await compare(
      [typed, typedRow, refund('-5.00', 'r-1'), refund('5.00', 'r-2')],
      '2026-12-02T06:00:00Z',
      ...november,
    );
    assert.deepEqual(differencesIn(mixed), ['refund_missing_here A-1', 'unreadable A-1']);
  });
});

describe('a row of a kind', () => {
  const fees = [1, 2, 3].map(
    (index) => `2026-11-05T10:00:00Z,commission,f-${String(index)},A-1,3.00,UAH,paid`,
  );

  it('that the profile does not name is unreadable, by its name', async () => {
    const { db, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-05T10:00:00Z')]);
    const ran = await compare([typed, typedRow, ...fees], '2026-12-02T06:00:00Z', ...november);
    assert.deepEqual(differencesIn(ran), ['unreadable A-1', 'unreadable A-1', 'unreadable A-1']);
    const text = await compare([typed, typedRow, ...fees], '2026-12-02T06:00:00Z');
    assert.match(text.out, /the profile has no kind "commission"/);
    assert.match(text.out, /^Before money moves: wallet-buttons explain ORDER/m);
    assert.doesNotMatch(text.out, /refund it/);
  });

  it('that is a fee is added up; one that is of another matter is left out', async () => {
    const { place, db, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-05T10:00:00Z')]);
    const profile = join(place, 'profile.json');
    await writeFile(
      profile,
      JSON.stringify({ export: { kinds: { Commission: 'fee', payout: 'other' } } }),
    );
    const rows = [typed, typedRow, ...fees, '2026-11-30T10:00:00Z,payout,,,500.00,UAH,done'];
    const ran = await compare(rows, '2026-12-02T06:00:00Z', ...november, '--profile', profile);
    assert.deepEqual(differencesIn(ran), []);
    const { totals, operations } = jsonFrom(ran) as unknown as {
      readonly totals: readonly { readonly there: { readonly fees: string } }[];
      readonly operations: object;
    };
    assert.equal(totals[0]?.there.fees, '9.00');
    assert.deepEqual(operations, {
      payment: { here: 1, there: 1 },
      fee: { here: 0, there: 3 },
      other: { here: 0, there: 1 },
    });
  });

  it('that is a chargeback differs, until it is taken back', async () => {
    const { place, db, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-05T10:00:00Z')]);
    const profile = join(place, 'profile.json');
    const kinds = { chargeback: 'chargeback', reversal: 'chargeback_reversal' };
    await writeFile(profile, JSON.stringify({ export: { kinds } }));
    const chargeback = '2026-11-09T10:00:00Z,chargeback,c-1,A-1,-199.90,UAH,done';
    const reversal = '2026-11-20T10:00:00Z,reversal,c-2,A-1,199.90,UAH,done';
    const args = [...november, '--profile', profile];
    const one = await compare([typed, typedRow, chargeback], '2026-12-02T06:00:00Z', ...args);
    assert.deepEqual(differencesIn(one), ['chargeback A-1']);
    const rows = [typed, typedRow, chargeback, reversal];
    const both = await compare(rows, '2026-12-02T06:00:00Z', ...args);
    assert.deepEqual(differencesIn(both), []);
  });

  it('that is a chargeback does not differ from a payment that is disputed here', async () => {
    const { place, db, compare } = open();
    const openedAt = Date.parse('2026-11-05T10:00:00Z');
    await storeInto(db, [
      { order: 'A-1', attempts: [{ id: 'A-1', openedAt, state: 'disputed' }] },
      paid('A-2', '2026-11-05T10:00:00Z'),
    ]);
    const profile = join(place, 'profile.json');
    const kinds = { chargeback: 'chargeback', reversal: 'chargeback_reversal' };
    await writeFile(profile, JSON.stringify({ export: { kinds } }));
    const chargeback = '2026-11-09T10:00:00Z,chargeback,c-1,A-1,-199.90,UAH,done';
    const reversal = '2026-12-04T10:00:00Z,reversal,c-2,A-1,199.90,UAH,done';
    const payments = [typedRow, typedRow.replaceAll('A-1', 'A-2')];
    const args = ['--profile', profile];
    const other = chargeback.replace('A-1', 'A-2').replace('c-1', 'c-3');
    const rows = [typed, ...payments, chargeback, other];
    const first = await compare(rows, '2026-12-02T06:00:00Z', ...november, ...args);
    assert.deepEqual(differencesIn(first), ['chargeback A-2']);
    const later = await compare([typed, reversal], '2027-01-02T06:00:00Z', ...december, ...args);
    assert.deepEqual(differencesIn(later), ['chargeback A-1']);
  });
});

describe('a row with an id of its own', () => {
  it('belongs to its order, as a refund and as a payment', async () => {
    const { db, compare } = open();
    await storeInto(db, [refunded('A-1', '2026-11-05T10:00:00Z', '2026-11-10T09:00:00Z')]);
    const refund = '2026-11-10T09:00:01Z,refund,r-1,A-1,50.00,UAH,refunded';
    for (const payment of [typedRow, typedRow.replace('p-A-1', 'row-1')]) {
      const ran = await compare([typed, payment, refund], '2026-12-02T06:00:00Z', ...november);
      assert.deepEqual(differencesIn(ran), []);
    }
    const missing = await compare([typed, typedRow], '2026-12-02T06:00:00Z', ...november);
    assert.deepEqual(differencesIn(missing), ['refund_missing_there A-1']);
    const second = typedRow.replace('p-A-1', 'p-9');
    const twice = await compare(
      [typed, typedRow, second, refund],
      '2026-12-02T06:00:00Z',
      ...november,
    );
    assert.deepEqual(differencesIn(twice), ['second_charge A-1']);
  });
});

describe('an export of other days', () => {
  const orders = Array.from({ length: 12 }, (_, index) =>
    paid(`C-${String(index)}`, `2026-11-${String(index + 10)}T10:00:00Z`),
  );
  const rows = orders.map(
    ({ order }, index) =>
      `2026-11-${String(index + 10)}T10:00:00Z,p-${order},${order},199.90,0.00,UAH,paid`,
  );

  it('that was cut short is missing payments where the period is named, and warns without', async () => {
    const { db, compare } = open();
    await storeInto(db, orders);
    const cut = [plain, ...rows.slice(0, 8)];
    const named = await compare(cut, '2026-12-02T06:00:00Z', '--month', '2026-11');
    assert.match(named.out, /^ +4 {2}missing_there/m);
    const { out, code } = await compare(cut, '2026-12-02T06:00:00Z');
    assert.match(out, /^Warning: 4 payments here after the last row of the export, of 2026-11-17/m);
    assert.doesNotMatch(out, /Nothing differs/);
    assert.equal(code, 1);
  });

  it('that is of the month before cannot be compared, and warns without a period', async () => {
    const { db, compare } = open();
    await storeInto(db, [...orders, paid('A-2', '2026-12-03T10:00:00Z')]);
    const all = [plain, ...rows];
    const named = await compare(all, '2027-01-02T06:00:00Z', '--month', '2026-12');
    assert.match(named.err, /last row of the export is of 2026-11-21T10.*before the period begins/);
    assert.equal(named.code, 2);
    const { out, code } = await compare(all, '2026-12-02T06:00:00Z');
    assert.match(out, /^Warning: 1 payment here after the last row/m);
    assert.equal(code, 1);
  });

  it('is named by a month, or by the last one', async () => {
    const { db, compare } = open();
    await storeInto(db, orders);
    const ran = await compare([plain, ...rows], '2026-12-02T06:00:00Z', ...november);
    assert.equal(jsonFrom(ran)['from'], '2026-11-01T00:00:00.000Z');
    assert.equal(jsonFrom(ran)['until'], '2026-12-01T00:00:00.000Z');
    const both = await compare([plain, ...rows], '2026-12-02T06:00:00Z', ...november, '--to', '1');
    assert.match(both.err, /--month goes without --from and --to/);
    const wrong = await compare([plain, ...rows], '2026-12-02T06:00:00Z', '--month', '2026-13');
    assert.match(wrong.err, /--month is a month, as 2026-11, or `last`/);
  });
});

describe('what lies at an end of the period', () => {
  const late = refunded('A-1', '2026-11-05T10:00:00Z', '2026-12-01T08:00:00Z');
  const inDecember = [...december, '--state'];
  const inNovember = [...november, '--state'];

  it('is no difference where a refund came between the end and the export', async () => {
    for (const back of ['0.00', '50.00']) {
      const { db, state, compare } = open();
      await storeInto(db, [late]);
      const row = novemberRow.replace(',0.00,', `,${back},`);
      const first = await compare([plain, row], '2026-12-02T06:00:00Z', ...inNovember, state);
      assert.deepEqual(differencesIn(first), []);
      const second = await compare([plain], '2027-01-02T06:00:00Z', ...inDecember, state);
      const isSeen = back === '50.00';
      assert.deepEqual(differencesIn(second), isSeen ? [] : ['refund_missing_there A-1']);
    }
  });

  it('is carried into the next run until it is found', async () => {
    const { db, state, compare } = open();
    await storeInto(db, [
      paid('A-1', '2026-11-30T23:50:00Z'),
      paid('A-2', '2026-11-30T23:50:00Z'),
      paid('A-3', '2026-12-01T00:05:00Z'),
    ]);
    const row = (order: string, time: string): string =>
      `${time},p-${order},${order},199.90,0.00,UAH,paid`;
    const early = [row('A-3', '2026-11-30T23:59:59Z')];
    const first = await compare([plain, ...early], '2026-12-02T06:00:00Z', ...inNovember, state);
    assert.deepEqual(differencesIn(first), []);
    assert.equal(jsonFrom(first)['carriedOn'], 2);
    const { runs } = JSON.parse(await readFile(state, 'utf8')) as {
      readonly runs: readonly { readonly open: readonly { readonly order: string }[] }[];
    };
    assert.deepEqual(runs[0]?.open.map(({ order }) => order).toSorted(), ['A-1', 'A-2']);
    const found = [row('A-1', '2026-12-01T00:00:00Z')];
    for (const time of ['first', 'again']) {
      const second = await compare([plain, ...found], '2027-01-02T06:00:00Z', ...inDecember, state);
      assert.deepEqual(differencesIn(second), ['missing_there A-2'], time);
      assert.deepEqual(jsonFrom(second)['carriedOver'], { count: 2, found: 1 });
    }
  });

  it('is a refund in the cabinet which the store learns of a month later', async () => {
    const { db, state, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-05T10:00:00Z')]);
    const refund = '2026-11-29T10:00:00Z,refund,r-1,A-1,50.00,UAH,refunded';
    const args = [...inNovember, state];
    const first = await compare([typed, typedRow, refund], '2026-12-02T06:00:00Z', ...args);
    assert.deepEqual(differencesIn(first), ['refund_missing_here A-1']);
    const openedAt = Date.parse('2026-11-05T10:00:00Z');
    const amountsAt = Date.parse('2026-12-05T10:00:00Z');
    await storeInto(db, [
      { order: 'A-1', attempts: [{ id: 'A-1', openedAt, amountsAt, refunded: 5000 }] },
    ]);
    const second = await compare([typed], '2027-01-02T06:00:00Z', ...inDecember, state);
    assert.deepEqual(differencesIn(second), []);
  });

  it('is asked for only where no day between two runs is left out', async () => {
    const { db, state, compare } = open();
    await storeInto(db, [paid('A-1', '2026-11-30T23:50:00Z')]);
    await compare([plain], '2026-10-02T06:00:00Z', '--month', '2026-09', '--state', state);
    const ran = await compare(
      [plain],
      '2026-12-02T06:00:00Z',
      '--month',
      '2026-11',
      '--state',
      state,
    );
    assert.match(
      ran.out,
      /^Warning: the days from 2026-10-01T00:00:00\.000Z on were not compared/m,
    );
    await writeFile(state, '[]');
    const broken = await compare([plain], '2026-12-02T06:00:00Z', ...inNovember, state);
    assert.match(broken.err, /is not a state of reconcile/);
    assert.equal(broken.code, 2);
  });
});

describe('the differences as CSV', () => {
  it('are all in the file, and none is a formula', async () => {
    const { place, db, compare } = open();
    await storeInto(db, [paid('=A+1', '2026-11-05T10:00:00Z')]);
    const file = join(place, 'differences.csv');
    await compare([plain], '2026-12-02T06:00:00Z', ...november, '--csv', file);
    const [head = '', line = ''] = (await readFile(file, 'utf8')).split('\r\n');
    assert.match(head, /^kind,order,attempt,line,/);
    assert.match(line, /^missing_there,'=A\+1,'=A\+1,,paid,199\.90,0\.00,,,,UAH,$/);
  });
});
