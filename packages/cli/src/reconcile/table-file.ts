import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import { readSheet } from 'read-excel-file/node';
import { codeOf, unreadable } from '../files.ts';
import { UsageError } from '../report.ts';
import type { Row } from './exported.ts';

/** How a file writes its tables. */
export interface TableForm {
  /** Between the fields of CSV. */
  readonly delimiter: string;
  readonly decimal: '.' | ',';
}

/** When a file was written last, in milliseconds since 1970. @throws {UsageError} if it cannot be read. */
export async function writtenAt(path: string): Promise<number> {
  try {
    return Math.floor((await stat(path)).mtimeMs);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * The rows of a table in a file, the head first: CSV is read row by row, and of a workbook the first sheet.
 * @throws {UsageError} if it cannot be read, or is neither.
 */
export async function* rowsOf(path: string, form: TableForm): AsyncGenerator<Row> {
  try {
    yield* (await isWorkbook(path)) ? workbookRows(path, form) : csvRows(path, form);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof CsvError) throw new UsageError(`${path} is not CSV: ${error.message}.`);
    if (codeOf(error).startsWith('E')) throw unreadable(path, error);
    throw error;
  }
}

/** A workbook is a ZIP file. */
async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from('PK\u0003\u0004'));
  } finally {
    await file.close();
  }
}

async function* csvRows(path: string, { delimiter }: TableForm): AsyncGenerator<Row> {
  const options = { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true };
  const parser = createReadStream(path).on('error', (error) => parser.destroy(error));
  const records = parser.pipe(parse({ ...options, info: true }));
  parser.on('error', (error) => records.destroy(error));
  for await (const { record, info } of records as AsyncIterable<CsvRecord>) {
    // A first line for Excel: `sep=;`.
    if (info.records === 1 && record[0] === 'sep=') continue;
    yield { line: info.lines, cells: record };
  }
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number; readonly records: number };
}

async function* workbookRows(path: string, { decimal }: TableForm): AsyncGenerator<Row> {
  const sheet = await readSheet(path, { parseNumber: (text) => Number(text) }).catch(
    (error: unknown) => {
      throw new UsageError(`${path} is not a workbook (XLSX): ${codeOf(error)}.`);
    },
  );
  for (const [index, cells] of sheet.entries()) {
    yield { line: index + 1, cells: cells.map((cell) => textOf(cell, decimal)) };
  }
}

function textOf(cell: unknown, decimal: '.' | ','): string {
  // A workbook has no zone: its time is one of the profile's, as a time of CSV without a zone.
  if (cell instanceof Date) return cell.toISOString().replace('Z', '');
  // A spreadsheet keeps 15 digits: more are rounding.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15))).replace('.', decimal);
  if (typeof cell === 'boolean') return String(cell);
  return typeof cell === 'string' ? cell : '';
}
