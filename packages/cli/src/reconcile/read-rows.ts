import type { Profile } from '@wallet-buttons/service-client';
import { UsageError } from '../report.ts';
import { differenceOf } from './difference.ts';
import type { ExportForm, Row } from './exported.ts';
import type { ExportedRows } from './exported-rows.ts';
import { rowReader, type RowReader } from './row-reader.ts';
import type { Period } from './span.ts';
import type { Tally } from './tally.ts';
import { dayOf } from './time.ts';

/** An export that was read into its place. */
export interface ReadExport {
  readonly count: number;
  readonly form: ExportForm;
  /** The time of its last row; `null` without times. */
  readonly lastRow: number | null;
}

interface Source {
  readonly rows: AsyncIterable<Row>;
  readonly profile: Profile;
  readonly progress: (rows: number, orders: number) => void;
}

const progressEvery = 5000;

/** Reads the rows of an export. @throws {UsageError} if it has no head. */
export async function readRows(
  { rows, profile, progress }: Source,
  exportedRows: ExportedRows,
  tally: Tally,
): Promise<ReadExport> {
  let reader: RowReader | null = null;
  let count = 0;
  let hasReturns = false;
  for await (const row of rows) {
    if (!reader) {
      reader = rowReader(row.cells, profile);
      continue;
    }
    count += 1;
    if (count % progressEvery === 0) progress(count, 0);
    const reading = reader.read(row);
    if ('reason' in reading) {
      const { line, order, reason } = reading;
      tally.add({ kind: 'unreadable', order, line, note: reason });
    } else if (exportedRows.add(reading)) {
      tally.addRow(reading);
      hasReturns ||= reading.isNegative;
    } else {
      tally.add(differenceOf('duplicate', null, reading));
    }
  }
  if (!reader) throw new UsageError('The export is empty: it has not even a head.');
  for (const row of exportedRows.removeContradictory()) {
    const note = `the ${row.kind} is positive, and others of the export are negative`;
    tally.add({ ...differenceOf('unreadable', null, row), note });
  }
  const { hasRefunds, hasKinds } = reader.form;
  const form = { hasKinds, hasRefunds: hasRefunds || hasReturns };
  return { count, form, lastRow: exportedRows.times()?.last ?? null };
}

/**
 * The whole days of the rows.
 * @throws {UsageError} if they have no times, or no row can be read.
 */
export function periodOfRows(
  exportedRows: ExportedRows,
  profile: Profile,
  { differences: [unreadable] }: Tally,
): Period {
  const times = exportedRows.times();
  if (!times && unreadable?.kind === 'unreadable') {
    throw new UsageError(
      `No row of the export can be read: ${unreadable.note ?? ''} in line ${String(unreadable.line)}. Correct export of the wire profile, and name it with --profile.`,
    );
  }
  if (!times) {
    throw new UsageError('The export shows no period. Name it with --from and --to, or --month.');
  }
  const startOf = (time: number): number =>
    Date.parse(`${dayOf(time, profile)}T00:00${profile.export.zone}`);
  return { start: startOf(times.first), end: startOf(times.last) + 24 * 60 * 60_000 };
}
