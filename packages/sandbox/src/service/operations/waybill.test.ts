import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { printWaybill } from './waybill.ts';

describe('a printed waybill', () => {
  it('is a PDF of one page with the number, to a reader of others', async () => {
    const file = printWaybill('20120000000001');
    const pdf = await getDocumentProxy(new Uint8Array(file), { stopAtErrors: true });
    const { totalPages, text } = await extractText(pdf, { mergePages: true });
    assert.equal(totalPages, 1);
    assert.match(text, /20120000000001/);
    assert.match(text, /no parcel belongs to this waybill/);
  });

  it('has its parts where its table says', () => {
    const text = Buffer.from(printWaybill('20120000000001')).toString('latin1');
    const table = /startxref\n(\d+)\n/.exec(text)?.[1];
    assert.equal(text.indexOf('xref\n'), Number(table));
    for (const [index, offset] of [...text.matchAll(/^(\d{10}) 00000 n/gm)].entries()) {
      assert.ok(text.startsWith(`${index + 1} 0 obj`, Number(offset[1])));
    }
  });
});
