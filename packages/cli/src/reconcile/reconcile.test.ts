import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import writeWorkbook from 'write-excel-file/node';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { writeExport } from '../../test/export-file.ts';
import { payInto } from '../../test/paid.ts';
import {
  csvOf,
  type ExportRow,
  fee,
  plantedOrders,
  storeOrders,
  workbookOf,
} from '../../test/planted.ts';
import { jsonFrom, type Run, run, runWith } from '../../test/run.ts';

const day = new Date().toISOString().slice(0, 10);
const feeProfile = { export: { fee } };

/** A folder with payments, and a way to compare an export with them. */
function open() {
  const place = temporaryFolder();
  const db = join(place, 'payments.db');
  const file = async (name: string, content: string | Buffer): Promise<string> => {
    await writeExport(join(place, name), content);
    return join(place, name);
  };
  const compare = async (content: string, ...args: readonly string[]): Promise<Run> => {
    const path = await file('export.csv', content);
    return run('reconcile', '--db', db, '--export', path, ...args);
  };
  return { place, db, file, compare };
}

/** An export of today with one row: the payment that {@link payInto} makes of an order. */
function exportOf(change: Partial<ExportRow> = {}): string {
  return csvOf([
    {
      created_at: new Date().toISOString(),
      id: '77',
      reference: 'A-1',
      amount: '199.90',
      refunded_amount: '0',
      currency: 'UAH',
      status: 'paid',
      fee: '',
      ...change,
    },
  ]);
}

interface Json {
  readonly isGood: boolean;
  readonly differences: readonly { readonly kind: string; readonly order: string }[];
}

function differencesIn(ran: Run): readonly string[] {
  const { differences } = jsonFrom(ran) as unknown as Json;
  return differences.map(({ kind, order }) => `${kind} ${order}`).toSorted();
}

describe('reconcile', () => {
  it('finds every planted difference of every kind, and no other, in CSV and in XLSX', async () => {
    const { db, file } = open();
    const { rows, stored, planted } = plantedOrders(2000, 3);
    await storeOrders(db, stored);
    const profile = await file('profile.json', JSON.stringify(feeProfile));
    const exports = [
      await file('export.csv', `\uFEFF${csvOf(rows)}`),
      await file('export.xlsx', await workbookOf(rows)),
    ];
    for (const path of exports) {
      const ran = await run(
        'reconcile',
        '--db',
        db,
        '--export',
        path,
        '--profile',
        profile,
        '--json',
      );
      assert.equal(ran.err, '');
      assert.deepEqual(differencesIn(ran), planted.toSorted());
      assert.equal(ran.code, 1);
    }
  });

  it('ends with 0, and says so, where nothing differs', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const { code, out } = await compare(exportOf({ fee: '3.00' }));
    assert.match(out, /: 1 attempt here, 1 row there\.$/m);
    assert.match(out, /^Charged here 199\.90 UAH, refunded 0\.00; fees there 3\.00\.$/m);
    assert.match(out, /^Nothing differs\.$/m);
    assert.equal(code, 0);
  });

  it('reads below a first line for Excel', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    assert.equal((await compare(`sep=,\r\n${exportOf()}`)).code, 0);
  });

  it('shows both sides of a difference, the line, and what the kinds mean', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const { code, out } = await compare(exportOf({ amount: '99.90' }));
    assert.equal(code, 1);
    assert.match(out, /^amount +A-1 +2 +paid 199\.90 UAH +paid 99\.90 UAH$/m);
    assert.match(out, /^ +1 {2}amount: another amount$/m);
  });

  it('compares a payment of an earlier period that the export has', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const period = ['--from', '2026-10-01', '--to', '2026-10-31'];
    assert.equal((await compare(exportOf({ created_at: '2026-10-02' }), ...period)).code, 0);
    const other = exportOf({ created_at: '2026-10-02', refunded_amount: '5' });
    assert.match((await compare(other, ...period)).out, /^refund_missing_here +A-1/m);
  });

  it('does not miss a payment at an end of the period, which may be in another export', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const start = new Date(Date.now() - 600_000).toISOString();
    const nothing = exportOf({ reference: 'A-2', id: '78', status: 'failed' });
    const { out, code } = await compare(nothing, '--from', start, '--to', day);
    assert.match(
      out,
      /^1 payment within an hour of an end of the period may be in another export\.$/m,
    );
    assert.equal(code, 0);
  });

  it('does not compare what has changed since the export', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const old = await compare(exportOf({ amount: '1' }), '--as-of', '2026-01-01');
    assert.match(old.out, /^Not compared, because it changed after the export: 1 payment\.$/m);
    assert.equal(old.code, 0);
  });

  it('takes refunds and voids that have rows of their own', async () => {
    const { db, compare, file } = open();
    await payInto(db, 'A-1');
    const columns = { id: ['row'], paymentId: ['payment'] };
    const kinds = { Refund: 'refund', Reversal: 'void' };
    const profile = await file('profile.json', JSON.stringify({ export: { columns, kinds } }));
    const title = 'row,type,payment,reference,amount,status';
    const rows = ['1,Payment,77,A-1,199.90,paid', '2,Refund,77,A-1,50.00,refunded'];
    const options = ['--from', day, '--to', day, '--profile', profile];
    const refundRun = await compare([title, ...rows].join('\n'), ...options);
    assert.match(
      refundRun.out,
      /^refund_missing_here +A-1 +2 +paid 199\.90 UAH +paid 199\.90 UAH, 50\.00 back$/m,
    );
    const duplicate = [title, ...rows.slice(0, 1), '2,Payment,77,A-1,199.90,paid'].join('\n');
    const duplicateRun = await compare(duplicate, ...options, '--json');
    assert.deepEqual(differencesIn(duplicateRun), ['duplicate A-1']);
    const reversal = [title, rows[0], '2,Reversal,77,A-1,199.90,done'].join('\n');
    const reversalRun = await compare(reversal, '--from', day, '--to', day, '--profile', profile);
    assert.match(reversalRun.out, /^void_missing_here +A-1/m);
  });

  it('reads amounts, times and columns as the wire profile says', async () => {
    const { db, compare, file } = open();
    await payInto(db, 'A-1', { status: 'paid', amount: '199.90' });
    const columns = {
      amount: ['Сума'],
      status: ['Статус'],
      externalId: ['Замовлення'],
      createdAt: ['Час'],
    };
    const form = { columns, decimal: ',', delimiter: ';', zone: '+02:00' };
    const profile = await file('profile.json', JSON.stringify({ export: form }));
    const [year, month, date] = day.split('-');
    const time = `${date ?? ''}.${month ?? ''}.${year ?? ''} 12:00:00`;
    const text = `Час;Замовлення;Сума;Статус\n${time};A-1;"199,90";paid\n`;
    const ran = await compare(text, '--profile', profile, '--json');
    assert.deepEqual([ran.code, ran.err], [0, '']);
    assert.match(String(jsonFrom(ran)['from']), /T22:00:00\.000Z$/);
    const groupedText = text.replace('199,90', '1 199,90');
    assert.match((await compare(groupedText, '--profile', profile)).out, /paid 1199\.90 UAH/);
  });

  it('reads a time of a workbook, which has no zone, in the zone of the profile', async () => {
    const { db, place, file } = open();
    await payInto(db, 'A-1');
    const profile = await file('profile.json', JSON.stringify({ export: { zone: '+02:00' } }));
    const path = join(place, 'export.xlsx');
    const titles = ['created_at', 'id', 'amount', 'status'].map((value) => ({ value }));
    const time = {
      value: new Date('2026-11-30T23:30:00Z'),
      type: Date,
      format: 'dd.mm.yyyy hh:mm',
    };
    const row = [time, { value: '77' }, { value: '199.90' }, { value: 'paid' }];
    await writeExport(path, await writeWorkbook([titles, row], { sheet: 'Operations' }).toBuffer());
    const args = ['reconcile', '--db', db, '--export', path, '--profile', profile, '--json'];
    assert.equal(jsonFrom(await run(...args))['from'], '2026-11-29T22:00:00.000Z');
  });

  it('takes a comma before two digits neither for thousands nor for decimals', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const comma = await compare(exportOf({ amount: '"199,90"' }));
    assert.match(
      comma.err,
      /No row .*: "199,90" is not an amount of UAH in line 2\. Correct export/,
    );
    const grouped = await compare(exportOf({ amount: '"12,34,567.80"' }));
    assert.match(grouped.out, /paid 1234567\.80 UAH/);
  });

  it('says which part of a row cannot be read', async () => {
    const { db, compare } = open();
    await payInto(db, 'A-1');
    const rows: readonly (readonly [Partial<ExportRow>, RegExp])[] = [
      [{ amount: '1.999' }, /"1\.999" is not an amount of UAH/],
      [{ status: 'settled?' }, /the profile has no status "settled\?"/],
      [{ created_at: 'yesterday' }, /"yesterday" is not a time/],
      [{ id: '', reference: '' }, /nothing names the payment/],
    ];
    for (const [change, reason] of rows) {
      const { out, code } = await compare(exportOf(change), '--from', day, '--to', day);
      assert.match(out, /^unreadable .* 2 /m);
      assert.match(out, reason);
      assert.equal(code, 1);
    }
  });

  it('keeps the result for the desk, and only reads the store', async () => {
    const { db, place, compare } = open();
    await payInto(db, 'A-1');
    const previousBytes = await readFile(db);
    const resultFile = join(place, 'result.json');
    const ran = await compare(exportOf({ status: 'failed' }), '--out', resultFile, '--json');
    assert.deepEqual(JSON.parse(await readFile(resultFile, 'utf8')), jsonFrom(ran));
    assert.deepEqual(await readFile(db), previousBytes);
  });

  it('ends with 2, and a remedy, for what cannot be compared', async () => {
    const { db, file, compare } = open();
    await payInto(db, 'A-1');
    const command = ['reconcile', '--db', db, '--export'];
    const bytes = await file('broken.xlsx', Buffer.from('PK\u0003\u0004broken'));
    const empty = await file('empty.csv', '');
    const utf16 = await file('utf16.csv', Buffer.from('id,amount,status\n', 'utf16le'));
    const windows = await file(
      'windows.csv',
      Buffer.from([0xd1, 0xf3, 0xec, 0xe0, 0x2c, 0x69, 0x64]),
    );
    const openQuote = await file('quoted.csv', 'id,amount,status\n"1,2,3');
    const runs: readonly (readonly [RegExp, Run])[] = [
      [/does not exist/, await run(...command, 'nothing.csv')],
      [/is not a workbook/, await run(...command, bytes)],
      [/is empty/, await run(...command, empty)],
      [/is not CSV/, await run(...command, openQuote)],
      [
        /has no column amount\. It has: id, sum\. Set export\.columns\.amount/,
        await compare('id,sum\n'),
      ],
      [/has no column payment_id or id\./, await compare('amount,status\n')],
      [/one column.*Set export\.delimiter/, await compare('id;amount;status\n')],
      [/one column.*Set export\.delimiter/, await compare('id\tamount\tstatus\n')],
      [/is not UTF-8\. Save it as CSV in UTF-8/, await run(...command, utf16)],
      [/is not UTF-8\. Save it as CSV in UTF-8/, await run(...command, windows)],
      [/shows no period/, await compare('id,amount,status\n')],
      [/belong together/, await compare(exportOf(), '--from', day)],
      [/is after/, await compare(exportOf(), '--from', day, '--to', '2026-01-01')],
      [/--to is not a day/, await compare(exportOf(), '--from', day, '--to', 'soon')],
      [/with --db/, await run('reconcile', '--export', empty)],
    ];
    for (const [text, { err, code }] of runs) {
      assert.match(err, text);
      assert.equal(code, 2);
    }
  });

  it('shows its progress on a terminal', async () => {
    const { db, file } = open();
    const { rows, stored } = plantedOrders(6000, 1);
    await storeOrders(db, stored);
    const path = await file('export.csv', csvOf(rows));
    const ask = async (): Promise<boolean> => Promise.resolve(true);
    const { err } = await runWith({ ask }, 'reconcile', '--db', db, '--export', path);
    assert.match(err, /5000 rows of the export, 0 payments of the store/);
    assert.match(err, /5000 payments of the store/);
  });
});
