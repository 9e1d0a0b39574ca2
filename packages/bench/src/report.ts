import { type Check, text } from './limit.ts';
import type { Measure, Row } from './measure.ts';

/** A finished measure. */
export interface Taken {
  readonly measure: Measure<never>;
  readonly rows: readonly Row[];
  readonly checks: readonly Check[];
}

/** One half of the page of results: its limits, then each measure with its method. */
export function report(
  title: string,
  about: Readonly<Record<string, string>>,
  results: readonly Taken[],
): string {
  const checks = results.flatMap((each) => each.checks);
  const metCount = checks.filter(({ isMet }) => isMet).length;
  return [
    `## ${title}`,
    '',
    `${String(metCount)} of ${String(checks.length)} limits are met.`,
    '',
    ...Object.entries(about).map(([key, value]) => `- ${key}: ${value}`),
    '',
    ...limitTable(checks),
    '',
    ...results.flatMap(({ measure, rows }) => [
      `### ${measure.title}`,
      '',
      measure.method,
      '',
      ...(measure.chart ? [`![${measure.title}](${measure.id}.svg)`, ''] : []),
      ...measureTable(measure, rows),
      '',
    ]),
  ].join('\n');
}

/** For the terminal. */
export function summary({ measure, rows }: Taken): string {
  return [`\n${measure.title}`, ...measureTable(measure, rows)].join('\n');
}

export function limitTable(checks: readonly Check[]): readonly string[] {
  const state = (isMet: boolean | undefined): string => {
    if (isMet === undefined) return 'not measured';
    return isMet ? 'met' : '**not met**';
  };
  return table(
    ['what', 'measured', 'limit', ''],
    checks.map(({ says, value, bound, isMet }) => [says, value, bound, state(isMet)]),
  );
}

function measureTable({ columns }: Measure<never>, rows: readonly Row[]): readonly string[] {
  const hasNotes = rows.some(({ note }) => note !== undefined);
  return table(
    ['', ...Object.values(columns), ...(hasNotes ? ['note'] : [])],
    rows.map(({ name, figures, note = '' }) => [
      name,
      ...Object.keys(columns).map((key) => text(figures[key])),
      ...(hasNotes ? [note] : []),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
