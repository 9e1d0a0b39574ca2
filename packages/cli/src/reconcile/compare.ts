import { fromMinor, toMinor } from '@wallet-buttons/protocol';
import type { Profile } from '@wallet-buttons/service-client';
import { isMoney } from './assign.ts';
import { type ExportForm, type Exported, isReturn } from './exported.ts';
import { Findings } from './findings.ts';
import type { OwnAttempt } from './own-operations.ts';
import { compareReturns } from './returns.ts';
import type { Span } from './span.ts';
import { type Standing, standingHere, standingIn, type StandingOf } from './standing.ts';

/** What every attempt is compared by. */
export interface Comparison {
  readonly profile: Profile;
  readonly form: ExportForm;
  readonly span: Span;
}

/** One attempt, its rows, and what is found. */
interface Case {
  readonly own: OwnAttempt;
  readonly captures: readonly Exported[];
  readonly returns: readonly Exported[];
  readonly findings: Findings;
  readonly comparison: Comparison;
}

/** Compares an attempt with its rows: its charge or hold, its capture, and what went back. */
export function compareAttempt(
  own: OwnAttempt,
  rows: readonly Exported[],
  comparison: Comparison,
): Findings {
  const { span, profile } = comparison;
  const { attempt, settledAt } = own;
  const findings = new Findings(attempt, span);
  const standingOf = standingIn(profile);
  const foreign = rows.find(({ line, currency }) => line > 0 && currency !== attempt.currency);
  if (foreign) {
    if (span.has(foreign)) findings.differ('currency', foreign);
    findings.show(own.payment);
    return findings;
  }
  const captures = rows.filter((row) => row.kind === 'capture' && isDone(row, standingOf, profile));
  const returns = rows.filter((row) => isReturn(row) && isDone(row, standingOf, profile));
  const each: Case = { own, captures, returns, findings, comparison };
  const payment = paymentIn(rows, findings, standingOf);
  if (settledAt > span.asOf) {
    findings.isChangedSince = payment !== null || settledAt < span.period.end;
    if (own.payment) findings.undecided.push(own.payment);
    return findings;
  }
  if (payment) comparePayment(payment, each);
  else compareLater(each);
  return findings;
}

/** An operation of the service that failed, or has no outcome yet, moved no money. A status may be one of operations alone. */
function isDone(row: Exported, standingOf: StandingOf, profile: Profile): boolean {
  return profile.meaningOf(row.status) === undefined || isMoney(standingOf(row));
}

/** The row of the payment; a second one is a duplicate. */
function paymentIn(
  rows: readonly Exported[],
  findings: Findings,
  standingOf: StandingOf,
): Exported | null {
  const payments = rows.filter(({ kind }) => kind === 'payment');
  const moneyRows = payments
    .filter((row) => isMoney(standingOf(row)))
    .toSorted((a, b) => Number(a.line < 0) - Number(b.line < 0));
  for (const row of moneyRows.slice(1)) if (row.line > 0) findings.differ('duplicate', row);
  return moneyRows[0] ?? payments[0] ?? null;
}

function comparePayment(payment: Exported, each: Case): void {
  const { own, captures, returns, findings, comparison } = each;
  const { attempt } = own;
  const standingThere = standingIn(comparison.profile)(payment);
  const there = captures.length > 0 && standingThere === 'held' ? 'charged' : standingThere;
  // Its token was never sent, and nothing was paid there either.
  if (attempt.sentAt === null && !isMoney(there)) return;
  if (isMoney(there)) findings.show(own.payment);
  if (!own.payment || !isMoney(there)) {
    compareWithoutMoney(payment, there, each);
    return;
  }
  if (attempt.charged === 0) {
    compareHold(payment, there, each);
    return;
  }
  if (there === 'held') {
    if (own.capture) findings.miss('capture_missing_there', own.capture, payment);
    else findings.differ('state', payment);
    return;
  }
  findings.show(own.capture);
  const amountThere =
    captures.length > 0 ? captures.reduce((sum, { amount }) => sum + amount, 0) : payment.amount;
  const { span } = comparison;
  const isOwnRow = payment.line > 0 && span.has(payment);
  const isOther = amountThere !== attempt.charged && !isHoldRow(payment, each);
  const isWhole = there === 'returned';
  if (
    isOther &&
    isChargeOfPeriod(payment, each) &&
    isWhole === attempt.refunded >= attempt.charged
  ) {
    findings.differ('amount', payment);
  } else {
    compareReturns(own, returns, findings, {
      form: comparison.form,
      span,
      payment,
      ...(isWhole && { whole: amountThere }),
      isVoided: comparison.profile.meaningOf(payment.status) === 'cancelled',
    });
  }
  if (isOwnRow && !isWhole) compareFee(payment, each);
}

/** Whether the amount of a charge is one of the period's: that of a capture, or of the payment. */
function isChargeOfPeriod(
  payment: Exported,
  { own, captures, comparison: { span } }: Case,
): boolean {
  if (captures.length > 0) return captures.some((row) => span.has(row));
  const isCapturedNow = own.capture !== null && span.placeOf(own.capture) === 'due';
  return payment.line > 0 && (span.has(payment) || isCapturedNow);
}

/** Whether a row has the amount of a hold whose capture another export shows. */
function isHoldRow(payment: Exported, { own, captures, comparison: { span } }: Case): boolean {
  const { attempt, capture } = own;
  if (!capture || captures.length > 0) return false;
  return payment.amount === attempt.asked && span.placeOf(capture) !== 'due';
}

/** Nothing was charged or held, on one side at least. */
function compareWithoutMoney(payment: Exported, there: Standing, { own, findings }: Case): void {
  const here = standingHere(own.attempt);
  const isReleased = here === 'returned' && own.attempt.charged === 0;
  if (here === there || payment.line < 0) return;
  findings.show(own.payment);
  if (isReleased && there === 'none') findings.show(...own.returns);
  else findings.differ('state', payment);
}

/** A hold here that was not captured: held still, or released. */
function compareHold(payment: Exported, there: Standing, each: Case): void {
  const { own, captures, returns, findings, comparison } = each;
  const { attempt } = own;
  const { span } = comparison;
  const isVoided = comparison.profile.meaningOf(payment.status) === 'cancelled';
  const isReleasedThere = there === 'returned' || returns.length > 0;
  if (standingHere(attempt) === 'returned') {
    if (isReleasedThere) findings.show(...own.returns);
    else
      for (const operation of own.returns) findings.miss('void_missing_there', operation, payment);
    return;
  }
  if (isReleasedThere) {
    const isOfPeriod = returns.length === 0 || returns.some((row) => span.has(row));
    const kind = isVoided || returns.length > 0 ? 'void_missing_here' : 'state';
    if (isOfPeriod) findings.differ(kind, payment);
  } else if (there === 'charged') {
    const isOfPeriod = captures.length === 0 || captures.some((row) => span.has(row));
    if (isOfPeriod) findings.differ('capture_missing_here', payment);
  } else if (span.has(payment) && payment.amount !== (attempt.held || attempt.asked)) {
    findings.differ('amount', payment);
  }
}

/** What an export has of a payment whose own row it does not have. */
function compareLater(each: Case): void {
  const { own, captures, returns, findings, comparison } = each;
  const { attempt, payment } = own;
  const { span, form } = comparison;
  if (payment && captures.length > 0) {
    findings.show(payment);
  } else if (payment && attempt.charged + attempt.held > 0) {
    findings.miss('missing_there', payment, null);
  }
  const isDue = payment !== null && span.placeOf(payment) === 'due';
  // A hold of the same days that was released came to nothing. A payment that is missing is reported once.
  if (isDue && captures.length + returns.length === 0) return;
  compareCapture(each);
  const isReleased = payment !== null && attempt.charged === 0;
  if (isReleased && standingHere(attempt) === 'held') {
    for (const row of returns) if (span.has(row)) findings.differ('void_missing_here', row);
  } else if (isReleased) {
    if (returns.length > 0) findings.show(...own.returns);
    else if (form.hasRefunds)
      for (const operation of own.returns) findings.miss('void_missing_there', operation, null);
  } else {
    compareReturns(own, returns, findings, { form, span, payment: null });
  }
}

function compareCapture({ own, captures, findings, comparison: { form, span } }: Case): void {
  const { attempt, capture } = own;
  const [row] = captures;
  if (!row) {
    if (capture && form.hasRefunds) findings.miss('capture_missing_there', capture, null);
    return;
  }
  const amount = captures.reduce((sum, each) => sum + each.amount, 0);
  findings.show(capture);
  if (!captures.some((each) => span.has(each))) return;
  if (attempt.charged === 0) findings.differ('capture_missing_here', row);
  else if (amount !== attempt.charged) findings.differ('amount', { ...row, amount });
}

function compareFee(payment: Exported, { findings, comparison: { profile } }: Case): void {
  const { percent, fixed } = profile.export.fee;
  if (percent === null && fixed === null) return;
  const { amount, currency } = payment;
  const part = Math.round((amount * Number(percent ?? 0)) / 100 + 1e-6);
  const expectedFee = part + toMinor({ amount: fixed ?? '0', currency });
  if (payment.fee !== null && Math.abs(payment.fee) === expectedFee) return;
  const feeText = payment.fee === null ? 'none' : fromMinor(Math.abs(payment.fee), currency);
  const note = `the fee is ${feeText}, and should be ${fromMinor(expectedFee, currency)}`;
  findings.differ('fee', payment, note);
}
