import { text, type Verdict } from './limit.ts';
import type { Machine } from './machine.ts';
import type { Measure, Row } from './measure.ts';

export interface Report {
  /** The command that made it, and the name of the file with the raw numbers. */
  readonly command: string;
  readonly raw: string;
  readonly machine: Machine;
  /** What else this run was made with. */
  readonly about: Readonly<Record<string, string>>;
  /** What a busy machine leaves standing. */
  readonly holds: string;
  readonly measures: readonly Measure<never>[];
  readonly results: ReadonlyMap<string, readonly Row[]>;
  readonly verdicts: readonly Verdict[];
  readonly charts: readonly string[];
}

/** The verdicts first, then each measure with how it was taken. */
export function report({ command, raw, holds, verdicts, charts, ...run }: Report): string {
  const { packages, busy, ...machine } = run.machine;
  const met = verdicts.filter((each) => each.met).length;
  const lines = [
    `# Results of \`${command}\``,
    '',
    `${met} of ${verdicts.length} limits are met. Absolute times depend on the machine and on what else it does; compare the ratios and counts. Where a figure was taken more than once, it is the median with its quartiles in brackets. Raw numbers are in [${raw}](${raw}).`,
    '',
    ...(busy
      ? [
          `**The machine was busy with other work during this run: times and their ratios say little; ${holds} hold.**`,
          '',
        ]
      : []),
    ...Object.entries({ ...machine, ...run.about }).map(([key, value]) => `- ${key}: ${value}`),
    `- packages: ${list(packages)}`,
    '',
    '## Limits',
    '',
    ...limitTable(verdicts),
    '',
    ...run.measures.flatMap((measure) => [
      `## ${measure.title}`,
      '',
      measure.method,
      '',
      ...charts
        .filter((name) => name.startsWith(measure.id))
        .flatMap((name) => [`![${measure.title}](${name})`, '']),
      ...measureTable(measure, run.results.get(measure.id) ?? []),
      '',
    ]),
  ];
  return lines.join('\n');
}

/** For the terminal. */
export function summary(measure: Measure<never>, rows: readonly Row[]): string {
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

function measureTable({ columns }: Measure<never>, rows: readonly Row[]): readonly string[] {
  const notes = rows.some(({ note }) => note !== undefined);
  const wallets = rows.some(({ wallet }) => wallet !== undefined);
  return table(
    [
      'contender',
      ...(wallets ? ['wallet'] : []),
      ...Object.values(columns),
      ...(notes ? ['note'] : []),
    ],
    rows.map(({ name, wallet = '', figures, note = '' }) => [
      name,
      ...(wallets ? [wallet] : []),
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
