import type { Report } from '../report.ts';
import { type Difference, type DifferenceKind, kinds, type Side } from './difference.ts';
import type { Reconciled } from './reconcile.ts';

const mostLines = 100;

/** The result for a reader and for a program. */
export function reportOf(result: Reconciled): Report {
  const counts = Object.entries(result.counts) as [DifferenceKind, number][];
  const isGood = counts.length === 0;
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
      ...notes(result),
      ...(isGood ? ['Nothing differs.'] : ['', ...table(result.differences.slice(0, mostLines))]),
      ...(more > 0 ? [`… and ${String(more)} more: --json has the first 10,000.`] : []),
      ...(isGood ? [] : ['', ...counts.map(([kind, count]) => sumLine(kind, count))]),
    ],
  };
}

function notes({ changedSince, atTheEdge, hasRefunds }: Reconciled): readonly string[] {
  return [
    ...(changedSince > 0
      ? [`Not compared, because it changed after the export: ${plural(changedSince, 'payment')}.`]
      : []),
    ...(atTheEdge > 0
      ? [
          `${plural(atTheEdge, 'payment')} within an hour of an end of the period may be in another export.`,
        ]
      : []),
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

function plural(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
