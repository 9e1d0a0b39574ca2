import { fromMinor, toMinor } from '@wallet-buttons/protocol';
import type { Attempt, AttemptState } from '@wallet-buttons/server';
import type { Profile } from '@wallet-buttons/service-client';
import type { Difference, DifferenceKind, Side } from './difference.ts';
import type { Exported } from './exported.ts';

/** Where money is; `open`: no outcome yet. */
type Standing = 'open' | 'none' | 'held' | 'charged' | 'returned';

const standings = {
  untouched: 'none',
  created: 'open',
  sending: 'open',
  unknown: 'open',
  pending: 'open',
  awaiting_bank: 'open',
  authorized: 'held',
  rejected: 'none',
  abandoned: 'none',
  expired: 'none',
  failed: 'none',
  paid: 'charged',
  paid_off: 'charged',
  refunded: 'returned',
  cancelled: 'returned',
} as const satisfies Record<AttemptState | 'untouched', Standing>;

/** What one side says of a payment. Minor units. */
interface Claim {
  readonly standing: Standing;
  readonly isVoided: boolean;
  readonly amount: number;
  /** `null`: it does not say. */
  readonly refunded: number | null;
}

/** What an export can say. */
export interface Comparison {
  readonly profile: Profile;
  /** Whether the export has what went back of a payment. */
  readonly hasRefunds: boolean;
}

/** Whether money was held or charged there. */
export function hasMoney({ kind, status }: Exported, profile: Profile): boolean {
  const standing = standings[profile.meaningOf(status) ?? 'untouched'];
  return kind === 'payment' && standing !== 'open' && standing !== 'none';
}

/** Whether money was charged or is held here. */
export function isMoneyHere({ charged, held }: Attempt): boolean {
  return charged > 0 || held > 0;
}

/**
 * What the store and the rows of the export say differently of one payment.
 * @param rows those of the payment, the oldest first. Without one of a payment, it was made before the export begins.
 */
export function differencesOf(
  attempt: Attempt,
  rows: readonly Exported[],
  comparison: Comparison,
): readonly Difference[] {
  const [payment, ...others] = rows.filter(({ kind }) => kind === 'payment');
  const duplicates = others.map((row) => differenceOf('duplicate', attempt, row));
  if (!payment) return [...duplicates, ...laterDifferences(attempt, rows)];
  // Its token was never sent, and nothing was paid there either.
  if (attempt.sentAt === null && !hasMoney(payment, comparison.profile)) return duplicates;
  if (payment.currency !== attempt.currency) {
    return [...duplicates, differenceOf('currency', attempt, payment)];
  }
  const ourClaim = claimHere(attempt);
  const theirClaim = claimThere(payment, rows, comparison);
  const kind = kindOf(ourClaim, theirClaim);
  const differences = kind
    ? [differenceOf(kind, attempt, { ...payment, ...shown(theirClaim) })]
    : [];
  return [
    ...duplicates,
    ...differences,
    ...feeDifference(attempt, payment, theirClaim, comparison.profile),
  ];
}

function kindOf(ourClaim: Claim, theirClaim: Claim): DifferenceKind | null {
  const isHere = ourClaim.standing === 'charged' || ourClaim.standing === 'held';
  const isThere = theirClaim.standing === 'charged' || theirClaim.standing === 'held';
  if (ourClaim.isVoided && isThere) return 'void_missing_there';
  if (theirClaim.isVoided && isHere) return 'void_missing_here';
  if (ourClaim.standing === 'returned' && theirClaim.standing === 'charged') {
    return theirClaim.refunded === 0 || theirClaim.refunded === null
      ? 'refund_missing_there'
      : 'refund_amount';
  }
  if (theirClaim.standing === 'returned' && ourClaim.standing === 'charged') {
    return ourClaim.refunded === 0 ? 'refund_missing_here' : 'refund_amount';
  }
  // What was released was never charged, on either side.
  const isReleased = ourClaim.standing === 'returned' && ourClaim.amount === 0;
  if (isReleased && (theirClaim.standing === 'none' || theirClaim.standing === 'returned'))
    return null;
  if (ourClaim.standing !== theirClaim.standing) return 'state';
  if (ourClaim.standing === 'open' || ourClaim.standing === 'none') return null;
  if (ourClaim.amount !== theirClaim.amount) return 'amount';
  return refundKind(ourClaim.refunded ?? 0, theirClaim.refunded);
}

function refundKind(refundedHere: number, refundedThere: number | null): DifferenceKind | null {
  if (refundedThere === null || refundedHere === refundedThere) return null;
  if (refundedThere === 0) return 'refund_missing_there';
  return refundedHere === 0 ? 'refund_missing_here' : 'refund_amount';
}

function claimHere({ state, asked, held, charged, refunded }: Attempt): Claim {
  const isVoided = state === 'cancelled';
  // A capture or a refund that was accepted counts, though no status has shown it yet.
  const baseStanding = charged > 0 ? 'charged' : standings[state];
  const isBack = standings[state] === 'returned' || (charged > 0 && refunded === charged);
  const standing = isBack ? 'returned' : baseStanding;
  // What was released was never charged.
  const amount = isBack ? charged : charged || held || asked;
  return { standing, isVoided, amount, refunded };
}

function claimThere(
  payment: Exported,
  rows: readonly Exported[],
  { profile, hasRefunds }: Comparison,
): Claim {
  const meaning = profile.meaningOf(payment.status) ?? 'untouched';
  const parts = rows.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount);
  const sum = parts.reduce((total, part) => total + part, 0);
  const refundSum = Math.max(payment.refunded ?? 0, sum);
  const isVoided = meaning === 'cancelled' || rows.some(({ kind }) => kind === 'void');
  const isCharged = standings[meaning] === 'charged';
  const isBack = isVoided || meaning === 'refunded' || (isCharged && refundSum >= payment.amount);
  const { amount } = payment;
  if (isBack) return { standing: 'returned', isVoided, amount, refunded: amount };
  return {
    standing: standings[meaning],
    isVoided,
    amount,
    refunded: hasRefunds ? refundSum : null,
  };
}

/** What an export has of a payment that was made before it begins: only what went back. */
function laterDifferences(attempt: Attempt, rows: readonly Exported[]): readonly Difference[] {
  const { isVoided, standing, refunded } = claimHere(attempt);
  const refunds = rows.filter(({ kind }) => kind === 'refund');
  const [last] = refunds.slice(-1);
  const sum = refunds.reduce((total, { amount }) => total + amount, 0);
  const [voided] = rows.filter(({ kind }) => kind === 'void');
  // Earlier parts are in earlier exports.
  const isLess = last && (refunded ?? 0) < sum;
  return [
    ...(isLess ? [differenceOf('refund_missing_here', attempt, { ...last, amount: sum })] : []),
    ...(voided && !isVoided && standing !== 'returned'
      ? [differenceOf('void_missing_here', attempt, voided)]
      : []),
  ];
}

function feeDifference(
  attempt: Attempt,
  payment: Exported,
  { standing }: Claim,
  { export: { fee } }: Profile,
): readonly Difference[] {
  const { percent, fixed } = fee;
  if ((percent === null && fixed === null) || standing !== 'charged') return [];
  const { amount, currency } = payment;
  const part = Math.round((amount * Number(percent ?? 0)) / 100 + 1e-6);
  const expectedFee = part + toMinor({ amount: fixed ?? '0', currency });
  if (payment.fee === expectedFee) return [];
  const feeText = payment.fee === null ? 'none' : fromMinor(payment.fee, currency);
  const note = `the fee is ${feeText}, and should be ${fromMinor(expectedFee, currency)}`;
  return [{ ...differenceOf('fee', attempt, payment), note }];
}

function shown({ refunded }: Claim): Pick<Exported, 'refunded'> {
  return { refunded };
}

/** A difference about a payment here and a row there; either may be missing. */
export function differenceOf(
  kind: DifferenceKind,
  attempt: Attempt | null,
  row: Exported | null,
): Difference {
  return {
    kind,
    order: attempt?.order ?? row?.order ?? '',
    ...(attempt && { attempt: attempt.id, here: sideHere(attempt) }),
    ...(row && { line: row.line, there: sideThere(row) }),
  };
}

function sideHere(attempt: Attempt): Side {
  const { state, currency, charged, held, asked, refunded } = attempt;
  const [amount, back] = [charged || held || asked, refunded].map((minor) =>
    fromMinor(minor, currency),
  );
  return { status: state, amount: amount ?? '', currency, refunded: back ?? '' };
}

function sideThere({ status, amount, currency, refunded }: Exported): Side {
  const back = fromMinor(refunded ?? 0, currency);
  return { status, amount: fromMinor(amount, currency), currency, refunded: back };
}
