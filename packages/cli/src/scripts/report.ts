import type { Report } from '../report.ts';
import { type Approvals, judge, type Judged } from './approvals.ts';
import { type Change, changesSince } from './difference.ts';
import type { Inventory } from './inventory.ts';

/** One look at a payment page: what came, what is approved, what has changed. */
export interface ScriptsReport extends Inventory {
  readonly tool: string;
  /** The reviewed file; `null` where none was named. */
  readonly approvals: string | null;
  readonly judged: readonly Judged[];
  /** Time of the last report; `null` for the first. */
  readonly since: string | null;
  readonly changes: readonly Change[];
}

/** Holds a page against the approvals and the last report. */
export function reportOn(
  inventory: Inventory,
  {
    approvals,
    file,
    tool,
    before,
  }: {
    readonly approvals: Approvals;
    readonly file: string | undefined;
    readonly tool: string;
    readonly before: Inventory | null;
  },
): ScriptsReport {
  return {
    tool,
    ...inventory,
    approvals: file ?? null,
    judged: judge(inventory, approvals),
    since: before?.time ?? null,
    changes: before === null ? [] : changesSince(before, inventory),
  };
}

/** What the command prints. */
export function summaryOf(
  report: ScriptsReport,
  writtenFiles: readonly string[],
  proposalFile: string | undefined,
): Report {
  const { judged, foreign, since, changes, approvals } = report;
  const open = judged.filter(({ result }) => result !== 'approved');
  const count = (result: Judged['result']): string =>
    `${String(judged.filter((each) => each.result === result).length)} ${result}`;
  const results = (['approved', 'new', 'changed', 'gone'] as const).map(count).join(', ');
  return {
    isGood: open.length === 0,
    json: report,
    lines: [
      ...open.flatMap(({ result, name, why }) => [
        `${result.padEnd(8)} ${name}`,
        `         ${why}`,
      ]),
      ...(since === null ? [] : changeLines(since, changes)),
      ...(foreign.length === 0 ? [] : [`${String(foreign.length)} scripts in frames of others.`]),
      results,
      ...writtenFiles,
      ...nextStep(approvals, proposalFile, open.length),
    ],
  };
}

function changeLines(lastTime: string, changes: readonly Change[]): readonly string[] {
  const title = `Since the report of ${lastTime}:`;
  if (changes.length === 0) return [`${title} nothing has changed.`];
  return [title, ...changes.map(({ what, name }) => `  ${what}: ${name}`)];
}

function nextStep(
  approvals: string | null,
  proposalFile: string | undefined,
  open: number,
): readonly string[] {
  if (proposalFile !== undefined)
    return [
      `${proposalFile}  Fill in purpose, approvedBy and approvedAt, then name it with --approvals.`,
    ];
  if (approvals !== null || open === 0) return [];
  return ['Write a list to review with --propose FILE.'];
}
