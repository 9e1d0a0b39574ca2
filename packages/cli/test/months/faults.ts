import type { DifferenceKind } from '../../src/reconcile/difference.ts';
import type { Dialect } from './dialect.ts';
import { day, type Move, type Payment, type Story } from './payment.ts';

/** A fault, and by which differences it may show. */
export interface Planted {
  readonly payments: readonly Payment[];
  readonly kinds: readonly DifferenceKind[];
  /** Where it shows: by an operation here that the export lacks, or by a row. */
  readonly side: 'here' | 'there';
  readonly time: number;
}

interface FaultRow {
  /** The kinds of payments that it can be planted in. */
  readonly stories: readonly Story[];
  /** Where no row shows it. */
  readonly isHidden?: (dialect: Dialect) => boolean;
  readonly plant: (payment: Payment) => Planted;
}

/** Changes the last operation of a payment. */
function withLast(payment: Payment, change: Partial<Move>): Payment {
  const last = payment.moves.at(-1);
  return last
    ? { ...payment, moves: [...payment.moves.slice(0, -1), { ...last, ...change }] }
    : payment;
}

/** The last operation was never made there. */
function lost(kinds: readonly DifferenceKind[]): FaultRow['plant'] {
  return (payment) => {
    const time = payment.moves.at(-1)?.here ?? 0;
    return { payments: [withLast(payment, { there: null })], kinds, side: 'here', time };
  };
}

/** The shop never learned of the last operation. */
function unknown(kinds: readonly DifferenceKind[]): FaultRow['plant'] {
  return (payment) => {
    const time = payment.moves.at(-1)?.there ?? 0;
    return { payments: [withLast(payment, { here: null })], kinds, side: 'there', time };
  };
}

function inRow(rowFault: Payment['rowFault'] & string, kind: DifferenceKind): FaultRow['plant'] {
  return (payment) => {
    const time = payment.moves[0]?.there ?? 0;
    return { payments: [{ ...payment, rowFault }], kinds: [kind], side: 'there', time };
  };
}

const bySum = ({ name }: Pick<Dialect, 'name'>): boolean => name === 'one row a payment';

/** What goes wrong, by name. */
export const faults: Readonly<Record<string, FaultRow>> = {
  'a payment that is not there': { stories: ['paid'], plant: lost(['missing_there']) },
  'a refund that is not there': {
    stories: ['refunded in part', 'refunded whole'],
    plant: lost(['refund_missing_there']),
  },
  'the second refund is not there': {
    stories: ['refunded twice'],
    plant: lost(['refund_missing_there', 'refund_amount']),
  },
  'the refund of a captured payment is not there': {
    stories: ['captured and refunded'],
    plant: lost(['refund_missing_there']),
  },
  'a capture that is not there': { stories: ['captured'], plant: lost(['capture_missing_there']) },
  'a void that is not there': {
    stories: ['voided', 'released'],
    plant: lost(['void_missing_there']),
  },
  'a refund that is not here': {
    stories: ['refunded in part', 'refunded whole', 'refunded in the cabinet'],
    plant: unknown(['refund_missing_here']),
  },
  'a capture that is not here': { stories: ['captured'], plant: unknown(['capture_missing_here']) },
  'a void that is not here': {
    stories: ['voided', 'released'],
    plant: unknown(['void_missing_here']),
  },
  'a refund that the shop learns of much later': {
    stories: ['refunded in the cabinet'],
    plant: (payment) => {
      const time = payment.moves.at(-1)?.there ?? 0;
      const kinds = ['refund_missing_here'] as const;
      return {
        payments: [withLast(payment, { here: time + 40 * day })],
        kinds,
        side: 'there',
        time,
      };
    },
  },
  'a refund of another amount': {
    stories: ['refunded in part'],
    plant: (payment) => {
      const { amount = 0, there } = payment.moves.at(-1) ?? {};
      const kinds = ['refund_amount'] as const;
      const changed = withLast(payment, { amountThere: amount - 1 });
      return { payments: [changed], kinds, side: 'there', time: there ?? 0 };
    },
  },
  'a capture of another amount': {
    stories: ['captured'],
    plant: (payment) => {
      const { amount = 0, there } = payment.moves.at(-1) ?? {};
      const changed = withLast(payment, { amountThere: amount - 1 });
      return { payments: [changed], kinds: ['amount'], side: 'there', time: there ?? 0 };
    },
  },
  'a payment of another amount': {
    stories: ['paid'],
    plant: (payment) => {
      const { amount = 0, there } = payment.moves.at(-1) ?? {};
      const changed = withLast(payment, { amountThere: amount + 1 });
      return { payments: [changed], kinds: ['amount'], side: 'there', time: there ?? 0 };
    },
  },
  'a payment of another shop': {
    stories: ['paid'],
    plant: (payment) => {
      const foreign = { ...payment, isForeign: true };
      const time = payment.moves[0]?.there ?? 0;
      return { payments: [foreign], kinds: ['missing_here'], side: 'there', time };
    },
  },
  'a second charge': {
    stories: ['paid'],
    plant: (payment) => {
      const { id, paymentId } = payment;
      const second = { ...payment, id: `${id}b`, paymentId: `9${paymentId}`, isForeign: true };
      const time = payment.moves[0]?.there ?? 0;
      return { payments: [payment, second], kinds: ['second_charge'], side: 'there', time };
    },
  },
  'a second charge that goes back': {
    stories: ['paid'],
    // Nothing says of which of two payments an order-only refund is.
    isHidden: ({ hasOwnIds, name }) => hasOwnIds && !bySum({ name }),
    plant: (payment) => {
      const [first] = payment.moves;
      const { id, paymentId } = payment;
      const time = first?.there ?? 0;
      const back = {
        kind: 'refund',
        amount: payment.asked,
        here: null,
        there: time + 9 * day,
      } as const;
      const names = { id: `${id}b`, paymentId: `9${paymentId}`, isForeign: true };
      const second = { ...payment, ...names, moves: [...payment.moves, back] };
      return { payments: [payment, second], kinds: ['second_charge'], side: 'there', time };
    },
  },
  'the same refund once more, in the cabinet': {
    stories: ['refunded in part'],
    plant: (payment) => {
      const { amount = 0, there } = payment.moves.at(-1) ?? {};
      const time = (there ?? 0) + 5 * day;
      const again = { kind: 'refund', amount, here: null, there: time } as const;
      const kinds = ['refund_missing_here', 'refund_amount'] as const;
      const moves = [...payment.moves, again];
      return { payments: [{ ...payment, moves }], kinds, side: 'there', time };
    },
  },
  'a chargeback': {
    stories: ['disputed and won'],
    isHidden: bySum,
    plant: (payment) => {
      const [first, chargeback] = payment.moves;
      const moves = first && chargeback ? [first, chargeback] : [];
      const time = chargeback?.there ?? 0;
      return { payments: [{ ...payment, moves }], kinds: ['chargeback'], side: 'there', time };
    },
  },
  'a failed payment': { stories: ['paid'], plant: inRow('failed', 'state') },
  'another currency': { stories: ['paid', 'held'], plant: inRow('currency', 'currency') },
  'a row that is there twice': { stories: ['paid'], plant: inRow('duplicate', 'duplicate') },
  'a row that cannot be read': { stories: ['paid'], plant: inRow('unreadable', 'unreadable') },
  'another fee': {
    stories: ['paid'],
    isHidden: (dialect) => !bySum(dialect),
    plant: inRow('fee', 'fee'),
  },
};
