import type { CheckResult } from './run.ts';

/** A run that has ended. */
export interface ReportedRun {
  /** Base URL of the merchant's endpoints. */
  readonly backend: string;
  readonly results: readonly CheckResult[];
  /** What it did not test, one phrase each. */
  readonly untested: readonly string[];
  /** ISO 8601 time of its end. */
  readonly at: string;
  readonly milliseconds: number;
}

/** What a failed check expected, saw and sent: one line each. */
export function expectation({
  check,
  seen,
  sent,
}: Pick<CheckResult, 'check' | 'seen' | 'sent'>): readonly string[] {
  return [
    `expected: ${check.promise}`,
    `seen:     ${seen}`,
    ...sent.map((step, index) => `${index === 0 ? 'sent:    ' : '         '} ${step}`),
  ];
}
