/** A waybill as a PDF (ISO 32000-1) of one page, with what a parcel’s label has on it. */
import type { Delivery } from '../control-api.ts';

/** @returns the bytes of the PDF */
export function printWaybill(delivery: Delivery, operationId: string, sender: string): Uint8Array {
  const number = delivery.express_waybill ?? '';
  const lines = [
    `From: ${sender}`,
    `To: ${delivery.recipient_city}`,
    `Warehouse: ${delivery.recipient_warehouse}`,
    `Weight: ${String(delivery.weight)} kg`,
    `Price of the delivery: ${delivery.price}`,
    `Payment: ${operationId}`,
    'Printed by a sandbox: no parcel belongs to this waybill.',
  ];
  const text = [
    'BT /F1 18 Tf 40 370 Td (Express waybill) Tj ET',
    `BT /F1 26 Tf 40 330 Td (${escape(number)}) Tj ET`,
    bars(number),
    ...lines.map(
      (line, index) => `BT /F1 11 Tf 40 ${String(220 - index * 20)} Td (${escape(line)}) Tj ET`,
    ),
  ].join('\n');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(text.length)} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

/** Objects, their positions, and where the table of positions begins. */
function assemble(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.4\n';
  const positions = objects.map((object, index) => {
    const position = file.length;
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(position).padStart(10, '0')} 00000 n \n`;
  });
  const size = String(objects.length + 1);
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${positions.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(file.length)}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}

/** Bars that look like a code; each digit is as wide as it is large. */
function bars(number: string): string {
  let left = 40;
  const rectangles = Array.from(number, (digit) => {
    const width = 1 + Number(digit) / 3;
    const bar = `${left.toFixed(1)} 250 ${width.toFixed(1)} 60 re f`;
    left += width + 3;
    return bar;
  });
  return rectangles.join('\n');
}

/** Text of a PDF string: Latin 1, since the font that every reader has knows no more. */
function escape(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, (char) => `\\${char}`);
}
