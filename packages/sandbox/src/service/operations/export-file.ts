/** The file of an export, as the three formats write it. */
import { decimalsOf } from '../../currency.ts';
import type { ExportFormat } from '../control-api.ts';

/** One payment, or one payment to a recipient. */
export interface ExportRow {
  readonly created_at: string;
  readonly id: string;
  /** The merchant’s own reference. */
  readonly reference: string;
  /** Decimal string: what was charged, and before a charge what was asked for. */
  readonly amount: string;
  /** Decimal string: what went back of it. */
  readonly refunded_amount: string;
  readonly currency: string;
  readonly status: string;
}

const head = [
  'created_at',
  'id',
  'reference',
  'amount',
  'refunded_amount',
  'currency',
  'status',
] as const;

export function isExportFormat(text: string): text is ExportFormat {
  return ['CSV', 'JSON', 'XLSX'].includes(text);
}

/** CSV and JSON as text, XLSX in base64. */
export async function exportFile(
  rows: readonly ExportRow[],
  format: ExportFormat,
): Promise<string> {
  switch (format) {
    case 'JSON':
      return JSON.stringify(rows);
    case 'CSV': {
      const lines = rows.map((row) => head.map((name) => csvField(row[name])).join(','));
      return [head.join(','), ...lines, ''].join('\r\n');
    }
    case 'XLSX': {
      const { default: writeWorkbook } = await import('write-excel-file/node');
      const titles = head.map((value) => ({ value, fontWeight: 'bold' as const }));
      const sheet = [titles, ...rows.map((row) => head.map((name) => cellOf(row, name)))];
      const columns = head.map((name) => ({ width: name === 'reference' ? 38 : 26 }));
      const workbook = writeWorkbook(sheet, { sheet: 'Operations', columns });
      return (await workbook.toBuffer()).toString('base64');
    }
  }
}

/** RFC 4180. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text, so that no digits of an id are lost; amounts as numbers, so that a column can be added up. */
function cellOf(row: ExportRow, name: (typeof head)[number]): object {
  if (name !== 'amount' && name !== 'refunded_amount') return { value: row[name], type: String };
  const decimals = decimalsOf(row.currency);
  const format = decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
  return { value: Number(row[name]), type: Number, format };
}
