import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printWaybill } from './waybill.ts';

const delivery = {
  volume_weight: 0.01,
  weight: 2.5,
  recipient_city: 'Lviv (west)',
  recipient_warehouse: 'Львів 12',
  price: '95.00',
  express_waybill: '20120000000001',
};

describe('a printed waybill', () => {
  const file = Buffer.from(printWaybill(delivery, '120000000001', 'Tea & Co')).toString('latin1');

  it('is a PDF whose table leads to each object', () => {
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    const table = file.slice(start);
    assert.match(table, /^xref\n0 6\n0000000000 65535 f \n/);
    const positions = [...table.matchAll(/(\d{10}) 00000 n \n/g)].map(([, at]) => Number(at));
    const found = positions.map((at) => file.slice(at, at + 8));
    assert.deepEqual(found, ['1 0 obj\n', '2 0 obj\n', '3 0 obj\n', '4 0 obj\n', '5 0 obj\n']);
  });

  it('says how long its text is', () => {
    const [, length, text] = /\/Length (\d+) >>\nstream\n([^]*)\nendstream/.exec(file) ?? [];
    assert.equal(text?.length, Number(length));
  });

  it('shows the number, the parcel and that it is invented', () => {
    assert.match(file, /\(20120000000001\) Tj/);
    assert.match(file, /\(To: Lviv \\\(west\\\)\) Tj/);
    assert.match(file, /\(Warehouse: \?{5} 12\) Tj/);
    assert.match(file, /no parcel belongs to this waybill/);
  });
});
