import { type ExportForm, type Exported, isDispute } from './exported.ts';
import type { DifferenceKind } from './difference.ts';
import type { Findings } from './findings.ts';
import type { OwnAttempt, OwnOperation } from './own-operations.ts';
import { edge, type Span } from './span.ts';

interface ReturnsContext {
  readonly form: ExportForm;
  readonly span: Span;
  /** The row of the payment, if the export has one. */
  readonly payment: Exported | null;
  /** By the status of the payment, this went back: all of it. */
  readonly whole?: number;
  readonly isVoided?: boolean;
}

/** A service may book a refund of an earlier period so much later, in milliseconds. */
const longestDelay = 72 * 60 * 60_000;

/** Compares what went back of a charge: by the sum that the payment's row names, or by rows of their own. */
export function compareReturns(
  own: OwnAttempt,
  rows: readonly Exported[],
  findings: Findings,
  context: ReturnsContext,
): void {
  const { payment, form, whole } = context;
  const ownRows = rows.filter(({ line }) => line > 0);
  const rowSum = sumOf(ownRows);
  const namedSum = whole ?? (payment && payment.line > 0 ? payment.refunded : null);
  if (namedSum !== null && (namedSum > rowSum || ownRows.length === 0) && payment) {
    compareSum(namedSum, { ...payment, refunded: namedSum }, { own, findings, context });
    return;
  }
  if (!form.hasRefunds && ownRows.length === 0) {
    // Its status shows a payment that went back whole, and nothing else.
    const last = own.returns.at(-1);
    if (payment && last && own.attempt.refunded >= own.attempt.charged) {
      findings.miss(missingThere(last), last, payment);
    }
    return;
  }
  compareRows(withoutReversals(rows), { own, findings, context });
}

interface Case {
  readonly own: OwnAttempt;
  readonly findings: Findings;
  readonly context: ReturnsContext;
}

/** The sum since the payment was made: later refunds may be in it, or not. */
function compareSum(sum: number, payment: Exported, { own, findings, context }: Case): void {
  const { span, isVoided = false } = context;
  const operations = own.returns;
  const required = operations.filter((each) => span.placeOf(each) !== 'next');
  const later = operations.filter((each) => span.placeOf(each) === 'next');
  const requiredSum = sumOf(required);
  for (let count = 0; count <= later.length; count += 1) {
    const shown = later.slice(0, count);
    if (requiredSum + sumOf(shown) === sum) {
      findings.show(...required, ...shown);
      for (const each of later.slice(count)) findings.miss('refund_missing_there', each, payment);
      return;
    }
  }
  const [first] = required;
  const extra = sum - sumOf(operations);
  if (extra > 0) {
    const kind = isVoided ? 'void_missing_here' : 'refund_missing_here';
    findings.differ(operations.length === 0 || isVoided ? kind : 'refund_amount', payment);
    findings.unexplained.push({ ...payment, kind: 'refund', amount: extra, refunded: null });
  } else if (sum === 0 && first) {
    findings.differ(missingThere(first), payment);
  } else {
    findings.differ('refund_amount', payment);
  }
  findings.show(...required);
}

function compareRows(rows: readonly Exported[], { own, findings, context }: Case): void {
  const { span, payment } = context;
  const openOperations = new Set(own.returns);
  const openRows = new Set(rows);
  for (const { row, operation } of pairsOf(rows, own, span)) {
    if (!openRows.has(row) || !openOperations.has(operation)) continue;
    openRows.delete(row);
    openOperations.delete(operation);
    findings.show(operation);
  }
  const dueOperations = [...openOperations].filter((operation) => {
    const place = span.placeOf(operation);
    return place === 'due' || (place === 'edge' && payment && payment.line > 0);
  });
  const isSplit = openRows.size > 0 && sumOf([...openRows]) === sumOf(dueOperations);
  const refundRows = [...openRows].filter(
    (row) => row.line > 0 && span.has(row) && !isDispute(row.kind),
  );
  for (const operation of openOperations) {
    const isDue = dueOperations.includes(operation);
    const index = refundRows.findIndex((each) => isDue || isNearTheEnd(each, operation, span));
    const [row] = isSplit || index === -1 ? [] : refundRows.splice(index, 1);
    if (row) findings.differ('refund_amount', shownRow(row, rows, payment));
    if (row) openRows.delete(row);
    if (row || (isDue && isSplit)) findings.show(operation);
    else findings.miss(missingThere(operation), operation, payment);
  }
  for (const row of isSplit ? [] : openRows) {
    const isKnown = row.kind === 'chargeback' && own.attempt.state === 'disputed';
    if (row.line > 0 && span.has(row) && !isKnown) {
      findings.differ(missingHere(row), shownRow(row, rows, payment), noteOf(row));
    }
    if (row.line < 0 || span.has(row)) findings.unexplained.push(row);
  }
}

/** The payment's row with all that went back of it; without one, the row itself. */
function shownRow(row: Exported, rows: readonly Exported[], payment: Exported | null): Exported {
  const isOwn = payment !== null && payment.line > 0;
  return isOwn ? { ...payment, refunded: Math.max(0, sumOf(rows)) } : row;
}

/** Rows and operations of the same amount, the nearest by their times first. */
function pairsOf(
  rows: readonly Exported[],
  { attempt, returns }: OwnAttempt,
  span: Span,
): readonly { readonly row: Exported; readonly operation: OwnOperation }[] {
  const isSame = (row: Exported, { amount }: OwnOperation): boolean =>
    (row.kind === 'void' && row.amount === 0 ? attempt.charged : row.amount) === amount;
  const pairs = rows
    .filter(({ kind }) => kind !== 'chargeback_reversal')
    .flatMap((row) =>
      returns
        .filter((operation) => isSame(row, operation) && mayShow(row, operation, span))
        .map((operation) => ({ row, operation, weight: weightOf(row, operation, span) })),
    );
  return pairs.toSorted((a, b) => a.weight - b.weight);
}

function mayShow({ at }: Exported, operation: OwnOperation, span: Span): boolean {
  const place = span.placeOf(operation);
  if (at === null) return place !== 'shown';
  if (place === 'past') return at - operation.latest <= longestDelay;
  // Two exports may both have a row at the end of a day.
  return place !== 'shown' || distanceOf(at, operation) <= 2 * edge;
}

/** Rows of this export come before those that were carried over, and operations of the period before others. */
function weightOf({ at, line }: Exported, operation: OwnOperation, span: Span): number {
  const place = span.placeOf(operation);
  const isLast = place === 'shown' || place === 'past';
  const steps = Number(isLast) + 2 * Number(line < 0);
  return steps * 1e14 + (at === null ? 0 : distanceOf(at, operation));
}

/** Whether a row of another amount is that of an operation at an end of the period. */
function isNearTheEnd(row: Exported, operation: OwnOperation, span: Span): boolean {
  const place = span.placeOf(operation);
  const isAtTheEnd = place === 'next' || place === 'edge';
  const isClose = row.at !== null && distanceOf(row.at, operation) <= edge;
  return isAtTheEnd && isClose;
}

function distanceOf(time: number, { earliest, latest }: OwnOperation): number {
  return Math.max(0, earliest - time, time - latest);
}

/** Without the chargebacks that were taken back, and what took them back. */
function withoutReversals(rows: readonly Exported[]): readonly Exported[] {
  const kept = [...rows];
  for (const reversal of rows.filter(({ kind }) => kind === 'chargeback_reversal')) {
    const index = kept.findIndex(
      ({ kind, amount }) => kind === 'chargeback' && amount === reversal.amount,
    );
    if (index === -1) continue;
    kept.splice(index, 1);
    kept.splice(kept.indexOf(reversal), 1);
  }
  return kept;
}

function missingThere({ kind }: OwnOperation): DifferenceKind {
  return kind === 'void' ? 'void_missing_there' : 'refund_missing_there';
}

function missingHere({ kind }: Exported): DifferenceKind {
  if (isDispute(kind)) return 'chargeback';
  return kind === 'void' ? 'void_missing_here' : 'refund_missing_here';
}

function noteOf({ kind }: Exported): string | undefined {
  return isDispute(kind) ? kind : undefined;
}

/** What a chargeback took comes again. */
function sumOf(each: readonly (Exported | OwnOperation)[]): number {
  return each.reduce(
    (sum, { kind, amount }) => sum + (kind === 'chargeback_reversal' ? -amount : amount),
    0,
  );
}
