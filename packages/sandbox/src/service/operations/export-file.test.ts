import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CellObject, read, utils } from '@e965/xlsx';
import { Merchant } from '../../../test/merchant.ts';
import { exportFile } from './export-file.ts';

const rows = [
  { id: '120000000001', reference: 'order "1", Київ', amount: '199.90', currency: 'UAH' },
  { id: '120000000002', reference: '=1+1', amount: '1999', currency: 'JPY' },
  { id: '120000000003', reference: '<&>', amount: '1.999', currency: 'BHD' },
].map(({ currency, ...row }) => {
  const money = { refunded_amount: '0', currency };
  return { created_at: '2026-11-22T10:00:00.000Z', ...row, ...money, status: 'paid' };
});

describe('an export as XLSX', async () => {
  const content = await exportFile(rows, 'XLSX');
  // The reader of another project.
  const book = read(content, { type: 'base64', cellNF: true });
  const sheet = book.Sheets['Operations'] ?? {};
  const cell = (address: string): CellObject | undefined =>
    sheet[address] as CellObject | undefined;

  it('is a workbook with a head and a row for each payment', () => {
    assert.deepEqual(book.SheetNames, ['Operations']);
    const table = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    assert.deepEqual(table[0], Object.keys(rows[0] ?? {}));
    assert.deepEqual(
      table.slice(1).map((row) => row.map(String)),
      rows.map((row) => Object.values({ ...row, amount: String(Number(row.amount)) })),
    );
  });

  it('has text for ids and references, also for one that looks like a formula', () => {
    assert.deepEqual([cell('B2')?.t, cell('C2')?.t, cell('C3')?.t], ['s', 's', 's']);
    assert.equal(cell('C3')?.f, undefined);
  });

  it('has numbers for amounts, shown with the decimals of their currency', () => {
    const cells = ['D2', 'D3', 'D4'].map((address) => [cell(address)?.v, cell(address)?.w]);
    assert.deepEqual(cells, [
      [199.9, '199.90'],
      [1999, '1999'],
      [1.999, '1.999'],
    ]);
  });
});

describe('an export as CSV', () => {
  it('quotes what has a comma, a quote or a line break', async () => {
    const [head, first] = (await exportFile(rows, 'CSV')).split('\r\n');
    assert.equal(head, 'created_at,id,reference,amount,refunded_amount,currency,status');
    assert.equal(
      first,
      '2026-11-22T10:00:00.000Z,120000000001,"order ""1"", Київ",199.90,0,UAH,paid',
    );
  });
});

describe('an export of the ledger', () => {
  it('has the sessions of the days that were asked for', async (t) => {
    const merchant = await Merchant.open(t);
    await merchant.pay(await merchant.order());
    await merchant.order({ external_id: 'order-2', amount: 5 });
    const day = new Date().toISOString().slice(0, 10);
    for (const [from_date, ids] of [
      [day, ['order-1', 'order-2']],
      ['2999-01-01', []],
    ] as const) {
      const fields = { merchant_id: 'm-1', format: 'XLSX', from_date };
      assert.equal((await merchant.call('/v1/export-operations', fields)).status, 200);
      const book = read(merchant.sandbox.ledger().exports.at(-1)?.content, { type: 'base64' });
      const table = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Operations'] ?? {});
      assert.deepEqual(
        table.map(({ reference }) => reference),
        ids,
      );
    }
  });

  it('is refused in a format that is neither CSV nor JSON nor XLSX', async (t) => {
    const merchant = await Merchant.open(t);
    const fields = { merchant_id: 'm-1', format: 'PDF' };
    const answer = await merchant.call('/v1/export-operations', fields);
    assert.deepEqual([answer.body['type'], answer.status], ['validation', 400]);
    assert.deepEqual(merchant.sandbox.ledger().exports, []);
  });
});
