/** A waybill as a PDF of one page, with the content of a parcel’s label. */
import { fileURLToPath } from 'node:url';
import type { Delivery } from '../control-api.ts';

/** Has the letters of cities and people that the fonts of every PDF reader lack. */
const font = fileURLToPath(import.meta.resolve('#waybill-font'));

/** @returns the bytes of the PDF */
export async function printWaybill(
  delivery: Delivery,
  operationId: string,
  { sender, currency }: { readonly sender: string; readonly currency: string },
): Promise<Uint8Array> {
  const number = delivery.express_waybill ?? '';
  // Loaded when it is needed, because it takes longer to load than the rest of the sandbox.
  const { default: Pdf } = await import('pdfkit');
  const page = new Pdf({ size: 'A6', margin: 24, font, info: { Title: `Waybill ${number}` } });
  page.fontSize(16).text('Express waybill').fontSize(24).text(number);
  bars(page, number);
  page
    .fontSize(10)
    .text(
      [
        `From: ${sender}`,
        `To: ${delivery.recipient_city}`,
        `Warehouse: ${delivery.recipient_warehouse}`,
        `Weight: ${String(delivery.weight)} kg`,
        `Price of the delivery: ${delivery.price} ${currency}`,
        `Payment: ${operationId}`,
        'Printed by a sandbox: no parcel belongs to this waybill.',
      ].join('\n'),
      { lineGap: 6 },
    );
  page.end();
  const chunks: Buffer[] = [];
  for await (const chunk of page) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Bars that look like a code; each digit is as wide as it is large. */
function bars(page: PDFKit.PDFDocument, number: string): void {
  const { x, y } = page;
  let left = x;
  for (const digit of number) {
    const width = 1 + Number(digit) / 3;
    page.rect(left, y + 8, width, 56).fill();
    left += width + 3;
  }
  page.y = y + 80;
}
