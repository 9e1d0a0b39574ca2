import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { printWaybill } from './waybill.ts';

const delivery = {
  volume_weight: 0.01,
  weight: 2.5,
  recipient_city: 'Кам’янець-Подільський (Żółw & Grüße)',
  recipient_warehouse: 'Відділення № 12, вул. Ґалаґанівська',
  price: '95.00',
  express_waybill: '20120000000001',
};

describe('a printed waybill', async () => {
  const file = await printWaybill(delivery, '120000000001', {
    sender: 'Кав’ярня',
    currency: 'UAH',
  });
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { totalPages, text: broken } = await extractText(pdf, { mergePages: true });
  const text = broken.replaceAll(/\s+/g, ' ');

  it('is a PDF of one page, to a reader of others', () => {
    assert.equal(totalPages, 1);
  });

  it('shows the number, the parcel and that it is invented', () => {
    assert.match(text, /20120000000001/);
    assert.match(text, /Weight: 2\.5 kg/);
    assert.match(text, /Price of the delivery: 95\.00 UAH/);
    assert.match(text, /Payment: 120000000001/);
    assert.match(text, /no parcel belongs to this waybill/);
  });

  it('spells cities and people in Cyrillic and in all Latin letters', () => {
    assert.match(text, /From: Кав’ярня/);
    assert.match(text, /To: Кам’янець-Подільський \(Żółw & Grüße\)/);
    assert.match(text, /Warehouse: Відділення № 12, вул\. Ґалаґанівська/);
  });

  it('embeds no more of its font than it shows', () => {
    assert.ok(file.byteLength < 40_000, String(file.byteLength));
  });
});
