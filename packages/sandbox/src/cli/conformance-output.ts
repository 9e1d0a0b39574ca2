/** What `conformance` prints. */
import { expectation } from '../conformance/reported-run.ts';
import { canPayNothing, type CheckResult } from '../conformance/run.ts';

const columns = [6, 26] as const;

export function heading(backend: string, orderOf: (n: number) => string, count: number): string {
  return `${backend}, orders ${orderOf(1)} to ${orderOf(count)}

${row('', 'check', 'a failure costs')}`;
}

export function printResult(result: CheckResult): void {
  const { check, passed } = result;
  console.log(row(passed ? 'pass' : 'FAIL', check.id, check.cost));
  if (passed) return;
  for (const line of expectation(result)) console.log(row('', '', line));
}

export function asJson(results: readonly CheckResult[]): string {
  return JSON.stringify(results.map(flat), null, 2);
}

function row(result: string, id: string, text: string): string {
  return `${result.padEnd(columns[0])}${id.padEnd(columns[1])}${text}`;
}

function flat({ check, ...result }: CheckResult): object {
  const { id, promise, cost } = check;
  return { id, promise, cost, ...result };
}

export function summary(
  results: readonly CheckResult[],
  unseen: readonly string[],
  milliseconds: number,
): string {
  const failureCount = results.filter(({ passed }) => !passed).length;
  const passCount = String(results.length - failureCount);
  const seconds = (milliseconds / 1000).toFixed(1);
  const end = canPayNothing(results)
    ? '\nNothing can be paid yet. Mend that first: the other checks would fail too.'
    : '';
  return `${end}
${passCount} passed, ${failureCount} failed (${seconds} s)
Not tested: ${unseen.join('; ')}.`;
}
