import type { Meaning } from '@wallet-buttons/protocol';
import { type PaymentAnswer, sameDecimal, sumOf, unreadable } from './operations.ts';
import type { Profile } from './profile.ts';

/**
 * What contradicts the status of an answer in the same answer: the status of one of its payments, the bank's
 * transaction, or an amount that went back.
 */
export type Contradiction = 'payment status' | 'transaction status' | 'refunded amount';

/** Where a status says that the money is; `open`: the status claims nothing about money. */
type Claim = 'none' | 'held' | 'charged' | 'returned' | 'open';

const claims: Readonly<Record<Meaning, Claim>> = {
  untouched: 'none',
  failed: 'none',
  expired: 'none',
  pending: 'open',
  // The money may be there or not.
  disputed: 'open',
  authorized: 'held',
  paid: 'charged',
  paid_off: 'charged',
  refunded: 'returned',
  cancelled: 'returned',
};

/** What contradicts an answer in itself; `null`: nothing. A status that claims nothing about money is not contradicted. */
export function contradictionIn(answer: PaymentAnswer, profile: Profile): Contradiction | null {
  if (answer.status === '') return null;
  const claim = claimOf(answer.status, profile);
  if (claim === 'open') return null;
  const isDenied = answer.payments.some(
    ({ status }) => status !== null && !agrees(claim, claimOf(status, profile)),
  );
  if (isDenied) return 'payment status';
  if (isDeniedByBank(claim, answer, profile)) return 'transaction status';
  return isDeniedBySum(claim, answer) ? 'refunded amount' : null;
}

function claimOf(status: string, profile: Profile): Claim {
  const meaning = profile.meaningOf(status);
  return meaning === undefined ? 'open' : claims[meaning];
}

/** A payment whose status claims nothing may still be charged, so its session has not ended without money. */
function agrees(claim: Claim, paymentClaim: Claim): boolean {
  if (paymentClaim === 'open') return claim === 'held' || claim === 'charged';
  return claim === paymentClaim;
}

function isDeniedByBank(
  claim: Claim,
  { transactionStatus, refunded }: PaymentAnswer,
  { transactionStatuses }: Profile,
): boolean {
  const isKnown =
    transactionStatus !== null && Object.hasOwn(transactionStatuses, transactionStatus);
  if (!isKnown) return false;
  const isReturned = transactionStatuses[transactionStatus] === 'returned';
  if (!isReturned) return claim === 'none' || claim === 'returned';
  // A part that went back may be all that the bank speaks of.
  return claim !== 'returned' && !(claim === 'charged' && isPositive(refunded));
}

/** Money that went back was there, and the whole says as much as its parts. */
function isDeniedBySum(claim: Claim, { refunded, payments }: PaymentAnswer): boolean {
  const parts = sumOf(payments.flatMap((payment) => payment.refunded ?? []));
  if (refunded !== null && parts !== null && !sameDecimal(refunded, parts)) return true;
  return (claim === 'none' || claim === 'held') && isPositive(refunded);
}

function isPositive(amount: string | null): boolean {
  return amount !== null && amount !== unreadable && /[1-9]/.test(amount);
}
