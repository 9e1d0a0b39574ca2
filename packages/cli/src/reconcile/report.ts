import type { Report } from '../report.ts';
import { type Difference, type DifferenceKind, kinds, type Side } from './difference.ts';
import type { Reconciled } from './result.ts';

const mostLines = 100;

/** The result for a reader and for a program. */
export function reportOf(result: Reconciled): Report {
  const counts = Object.entries(result.counts) as [DifferenceKind, number][];
  const isSame = counts.length === 0;
  const isGood = isSame && !result.afterLastRow;
  const more = counts.reduce((sum, [, count]) => sum + count, 0) - mostLines;
  return {
    isGood,
    json: { isGood, ...result },
    lines: [
      `${result.from} to ${result.until}: ${plural(result.payments, 'attempt')} here, ${plural(result.rows, 'row')} there.`,
      ...result.totals.map(
        ({ currency, here, there }) =>
          `Charged here ${here.charged} ${currency}, refunded ${here.refunded}; fees there ${there.fees}.`,
      ),
      ...operationLines(result),
      ...notes(result),
      ...(isSame ? [] : ['', ...table(result.differences.slice(0, mostLines))]),
      ...(more > 0 ? [`… and ${String(more)} more: --csv and --json have all of them.`] : []),
      ...(isSame ? [] : ['', ...counts.map(([kind, count]) => sumLine(kind, count)), '', remedy]),
      ...(isGood ? ['Nothing differs.'] : []),
    ],
  };
}

const remedy =
  'Before money moves: wallet-buttons explain ORDER, and the payment in the cabinet of the service.';

/** How many operations of each kind there are on both sides. */
function operationLines({ operations }: Reconciled): readonly string[] {
  const texts = Object.entries(operations).map(
    ([kind, { here, there }]) => `${kind} ${String(here)} here, ${String(there)} there`,
  );
  return texts.length === 0 ? [] : [`Operations: ${texts.join('; ')}.`];
}

function notes(result: Reconciled): readonly string[] {
  const { changedSince, atTheEdge, operationsAtTheEdge, hasRefunds } = result;
  const { afterLastRow, carriedOver, carriedOn, gapSince } = result;
  const elsewhere = 'within an hour of an end of the period may be in another export.';
  return [
    ...(afterLastRow
      ? [
          `Warning: ${plural(afterLastRow.count, 'payment')} here after the last row of the export, of ${afterLastRow.lastRow}. Is the file whole, and of this month? Name the period with --month.`,
        ]
      : []),
    ...(result.rowsOutside === 0
      ? []
      : [`${plural(result.rowsOutside, 'row')} of other days: evidence alone.`]),
    ...(gapSince === null ? [] : [`Warning: the days from ${gapSince} on were not compared.`]),
    ...(changedSince > 0
      ? [`Not compared, because it changed after the export: ${plural(changedSince, 'payment')}.`]
      : []),
    ...(atTheEdge > 0 ? [`${plural(atTheEdge, 'payment')} ${elsewhere}`] : []),
    ...(operationsAtTheEdge > 0
      ? [
          `${plural(operationsAtTheEdge, 'capture, refund or void', 'captures, refunds and voids')} may be in another export.`,
        ]
      : []),
    ...(carriedOver
      ? [
          `Carried over from the run before: ${plural(carriedOver.count, 'operation')}, of which ${String(carriedOver.found)} were found.`,
        ]
      : []),
    ...(carriedOn === null ? [] : [`Left for the next run: ${plural(carriedOn, 'operation')}.`]),
    ...(hasRefunds ? [] : ['Parts that went back are not compared: the export has no column.']),
  ];
}

function table(differences: readonly Difference[]): readonly string[] {
  const rows = [
    ['kind', 'order', 'line', 'here', 'there', ''],
    ...differences.map(({ kind, order, line = '', here, there, note = '' }) => [
      kind,
      order || '-',
      String(line) || '-',
      sideOf(here),
      sideOf(there),
      note,
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function sideOf(side: Side | undefined): string {
  if (!side) return '-';
  const { status, amount, currency, refunded } = side;
  const back = Number(refunded) > 0 ? `, ${refunded} back` : '';
  return `${status} ${amount} ${currency}${back}`;
}

function sumLine(kind: DifferenceKind, count: number): string {
  return `${String(count).padStart(6)}  ${kind}: ${kinds[kind]}`;
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : nouns}`;
}
