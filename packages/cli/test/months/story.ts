import { day, hour, minute, type Move, type Payment, type Story } from './payment.ts';
import type { Random } from './random.ts';

/** What all payments of a shop are drawn with. */
export interface Drawing {
  readonly random: Random;
  /** The ends of the months, near which much lies. */
  readonly ends: readonly number[];
}

/** A payment that the shop and the service agree about. */
export function drawPayment(
  { random, ends }: Drawing,
  story: Story,
  names: Pick<Payment, 'order' | 'id' | 'paymentId'>,
  openedAt: number,
): Payment {
  const later = (after: number): number => {
    const next = ends.find((end) => end > after);
    const isNear = next !== undefined && random.isLucky(0.25);
    const time = isNear
      ? next + random.whole(-30, 30) * minute
      : after + random.whole(5 * minute, 40 * day);
    return Math.max(time, after + 5 * minute);
  };
  const currency = random.pick(['UAH', 'JPY']);
  const asked = random.whole(1000, 90_000);
  const paidAt = openedAt + random.whole(5, 600) * 1000;
  const both = (kind: Move['kind'], amount: number, here: number): Move => {
    return { kind, amount, here, there: here + random.whole(-20, 600) * 1000 };
  };
  const first = (kind: 'payment' | 'hold' | 'failure'): Move => {
    return { kind, amount: asked, here: paidAt, there: openedAt + random.whole(1, 5) * 1000 };
  };
  const payment = first('payment');
  const part = random.whole(100, Math.floor(asked / 3));
  const moves = (): readonly Move[] => {
    const next = later(paidAt);
    switch (story) {
      case 'paid':
        return [payment];
      case 'failed':
        return [first('failure')];
      case 'refunded in part':
        return [payment, both('refund', part, next)];
      case 'refunded twice':
        return [payment, both('refund', part, next), both('refund', part + 7, later(next + hour))];
      case 'refunded whole':
        return [payment, both('refund', asked, next)];
      case 'refunded in the cabinet': {
        const learnedAt = next + random.pick([2 * minute, 10 * minute, 30 * minute]);
        const refund = { kind: 'refund', amount: part, there: next, isFromCabinet: true } as const;
        return [payment, { ...refund, here: learnedAt }];
      }
      case 'voided':
        return [payment, both('void', asked, paidAt + random.whole(10, 500) * minute)];
      case 'held':
        return [first('hold')];
      case 'captured':
        return [first('hold'), both('capture', random.pick([asked, part]), next)];
      case 'captured and refunded':
        return [
          first('hold'),
          both('capture', asked, next),
          both('refund', part, later(next + hour)),
        ];
      case 'released':
        return [first('hold'), both('void', asked, next)];
      case 'disputed and won': {
        const chargeback = { kind: 'chargeback', amount: asked, here: null, there: next } as const;
        const reversal = { ...chargeback, kind: 'chargeback_reversal' } as const;
        return [payment, chargeback, { ...reversal, there: later(next + hour) }];
      }
    }
  };
  return { ...names, currency, asked, openedAt, moves: moves() };
}
