import { text, type Verdict } from './limits.ts';
import type { Machine } from './machine.ts';
import type { Measure, Row } from './measure.ts';

/** `results.md`: the verdicts first, then each measure with how it was taken. */
export function report(
  machine: Machine,
  measures: readonly Measure[],
  results: ReadonlyMap<string, readonly Row[]>,
  verdicts: readonly Verdict[],
  charts: readonly string[],
): string {
  const { packages, busy, ...about } = machine;
  const met = verdicts.filter((each) => each.met).length;
  const lines = [
    '# Results of `pnpm bench`',
    '',
    `${met} of ${verdicts.length} limits are met. Absolute times depend on the machine and on what else it does; compare the ratios and counts. Where a figure was taken more than once, it is the median with its quartiles in brackets. Raw numbers are in [results.json](results.json).`,
    '',
    ...(busy
      ? [
          '**The machine was busy with other work during this run: times and their ratios say little; bytes, counts, steps and heap hold.**',
          '',
        ]
      : []),
    ...Object.entries(about).map(([key, value]) => `- ${key}: ${value}`),
    `- packages: ${list(packages)}`,
    '',
    '## Limits',
    '',
    ...limitTable(verdicts),
    '',
    ...measures.flatMap((measure) => [
      `## ${measure.title}`,
      '',
      measure.method,
      '',
      ...charts
        .filter((name) => name.startsWith(measure.id))
        .flatMap((name) => [`![${measure.title}](${name})`, '']),
      ...measureTable(measure, results.get(measure.id) ?? []),
      '',
    ]),
  ];
  return lines.join('\n');
}

/** For the terminal. */
export function summary(measure: Measure, rows: readonly Row[]): string {
  return [`\n${measure.title}`, ...measureTable(measure, rows)].join('\n');
}

export function limitTable(verdicts: readonly Verdict[]): readonly string[] {
  return table(
    ['what', 'measured', 'limit', '', 'by'],
    verdicts.map(({ limit, value, bound, met, margin }) => [
      limit.says,
      value,
      bound,
      met === undefined ? '?' : met ? 'met' : '**not met**',
      margin,
    ]),
  );
}

function measureTable({ columns }: Measure, rows: readonly Row[]): readonly string[] {
  const notes = rows.some(({ note }) => note !== undefined);
  return table(
    ['contender', 'wallet', ...Object.values(columns), ...(notes ? ['note'] : [])],
    rows.map(({ name, wallet, figures, note = '' }) => [
      name,
      wallet,
      ...Object.keys(columns).map((key) => text(figures[key])),
      ...(notes ? [note] : []),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((cell, i) =>
    Math.max(3, ...[[...head], ...rows].map((row) => (row[i] ?? cell).length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.map(line),
  ];
}

function list(record: Readonly<Record<string, string>>): string {
  return Object.entries(record)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
