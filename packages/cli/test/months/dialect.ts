import { fromMinor } from '@wallet-buttons/protocol';
import { defaultProfile, defineProfile, type Profile } from '@wallet-buttons/service-client';
import type { Row } from '../../src/reconcile/exported.ts';
import type { Move, Payment } from './payment.ts';

/** How an export of a service looks. */
export interface Dialect {
  readonly name: 'one row a payment' | 'one row an operation' | 'signed rows';
  /** Whether the rows have ids of their own, and only the order names the payment. */
  readonly hasOwnIds: boolean;
  /** Whether the sum that went back is that of the export's time, or that of the period's end. */
  readonly isCurrent: boolean;
  /** Whether rows of other days are in the file, too. */
  readonly isWide: boolean;
  readonly profile: Profile;
}

/** The days of an export, and when it was made. */
export interface Days {
  /** The first row may be of an earlier month. */
  readonly first: number;
  readonly start: number;
  readonly end: number;
  readonly asOf: number;
}

const zone = '+02:00';
const kinds = {
  Payment: 'payment',
  Hold: 'payment',
  Capture: 'capture',
  Refund: 'refund',
  Cancellation: 'void',
  Chargeback: 'chargeback',
  Reversal: 'chargeback_reversal',
  Fee: 'fee',
  Payout: 'other',
} as const;
const signedTitles = {
  id: ['Nr'],
  paymentId: ['Payment'],
  externalId: ['Order'],
  kind: ['Type'],
  status: ['State'],
  amount: ['Sum'],
  currency: ['Currency'],
  createdAt: ['Time'],
};

export const profiles: Readonly<Record<Dialect['name'], Profile>> = {
  'one row a payment': defineProfile(
    { export: { fee: { percent: '1.5', fixed: null } } },
    defaultProfile,
  ),
  'one row an operation': defineProfile({ export: { kinds } }, defaultProfile),
  'signed rows': defineProfile(
    { export: { columns: signedTitles, kinds, decimal: ',', delimiter: ';', zone } },
    defaultProfile,
  ),
};

/** The rows of an export, the head first. */
export function exportOf(
  payments: readonly Payment[],
  dialect: Dialect,
  days: Days,
): readonly Row[] {
  const table =
    dialect.name === 'one row a payment'
      ? paymentRows(payments, dialect, days)
      : operationRows(payments, dialect, days);
  return table.map((cells, index) => ({ line: index + 1, cells }));
}

function paymentRows(
  payments: readonly Payment[],
  dialect: Dialect,
  { first, end, asOf }: Days,
): readonly (readonly string[])[] {
  const cutoff = dialect.isCurrent ? asOf : end;
  const rows = payments.flatMap((payment) => {
    const moves = payment.moves.filter(({ there }) => there !== null && there <= cutoff);
    const [opening] = moves;
    const time = opening?.there ?? 0;
    if (!opening || time < first || time >= end) return [];
    const { order, paymentId, rowFault } = payment;
    const currency = rowFault === 'currency' ? 'EUR' : payment.currency;
    const money = (minor: number): string => fromMinor(minor, currency);
    const { status, amount, refunded } = standing(moves, rowFault === 'failed');
    const fee = Math.round(amount * 0.015 + 1e-6) + (rowFault === 'fee' ? 1 : 0);
    const createdAt = new Date(time).toISOString();
    const row = [
      createdAt,
      paymentId,
      order,
      money(amount),
      money(refunded),
      currency,
      status,
      money(fee),
    ];
    const wrong = [createdAt, `x${paymentId}`, order, 'n/a', '', currency, status, ''];
    if (rowFault === 'duplicate') return [row, row];
    return rowFault === 'unreadable' ? [row, wrong] : [row];
  });
  return [
    ['created_at', 'id', 'reference', 'amount', 'refunded_amount', 'currency', 'status', 'fee'],
    ...rows,
  ];
}

/** What the service says of a payment as a whole. */
function standing(moves: readonly Move[], isFailed: boolean) {
  let [status, amount, refunded] = ['failed', 0, 0];
  for (const move of moves) {
    const sum = move.amountThere ?? move.amount;
    if (move.kind === 'failure') amount = sum;
    if (move.kind === 'payment' || move.kind === 'capture') [status, amount] = ['paid', sum];
    if (move.kind === 'hold') [status, amount] = ['holded', sum];
    if (move.kind === 'refund') refunded += sum;
    if (move.kind === 'void') status = 'voided';
  }
  if (status === 'paid' && refunded >= amount) status = 'refunded';
  return { status: isFailed ? 'failed' : status, amount, refunded };
}

const kindNames = {
  payment: 'Payment',
  hold: 'Hold',
  failure: 'Payment',
  capture: 'Capture',
  refund: 'Refund',
  void: 'Cancellation',
  chargeback: 'Chargeback',
  chargeback_reversal: 'Reversal',
} as const;

function statusOf(kind: Move['kind']): string {
  if (kind === 'hold') return 'holded';
  if (kind === 'failure') return 'failed';
  return kind === 'payment' || kind === 'capture' ? 'paid' : 'done';
}

function operationRows(
  payments: readonly Payment[],
  dialect: Dialect,
  days: Days,
): readonly (readonly string[])[] {
  const isSigned = dialect.name === 'signed rows';
  const start = dialect.isWide ? days.first : days.start;
  const end = dialect.isWide ? days.asOf : days.end;
  const head = isSigned
    ? ['Time', 'Type', 'Nr', 'Payment', 'Order', 'Sum', 'Currency', 'State']
    : ['created_at', 'type', 'id', 'payment_id', 'reference', 'amount', 'currency', 'status'];
  const rows = payments.flatMap((payment) => {
    const { order, paymentId, rowFault, id } = payment;
    return payment.moves.flatMap((move, index) => {
      const { there, kind } = move;
      if (there === null || there < start || there >= end) return [];
      const currency = rowFault === 'currency' ? 'EUR' : payment.currency;
      const sign = isSigned && /refund|void|chargeback$|fee/.test(kind) ? '-' : '';
      const money = (minor: number): string => `${sign}${moneyText(minor, currency, isSigned)}`;
      const time = isSigned ? localTime(there) : new Date(there).toISOString();
      const isFailed = rowFault === 'failed' && index === 0;
      const status = isFailed ? 'failed' : statusOf(kind);
      const amount = money(move.amountThere ?? move.amount);
      const names = dialect.hasOwnIds
        ? [`${id}.${String(index)}`, '', order]
        : [isSigned ? `${id}.${String(index)}` : paymentId, paymentId, order];
      const row = [time, kindNames[kind], ...names, amount, currency, status];
      const fee = [
        time,
        'Fee',
        `f-${id}.${String(index)}`,
        '',
        order,
        moneyText(150, currency, isSigned),
        currency,
        'done',
      ];
      const payout = [time, 'Payout', `o-${id}`, '', '', money(100), currency, 'done'];
      const wrong = [time, 'Mystery', `x-${id}`, '', order, amount, currency, 'done'];
      if (index > 0) return [row];
      const rowsOfPayment = kind === 'payment' ? [row, fee] : [row];
      if (rowFault === 'duplicate') return [...rowsOfPayment, row];
      return rowFault === 'unreadable'
        ? [...rowsOfPayment, wrong]
        : [...rowsOfPayment, payout].slice(0, 2);
    });
  });
  return [head, ...rows];
}

/** `12 345,67` in signed rows, else `12345.67`. */
function moneyText(minor: number, currency: string, isLocal: boolean): string {
  const text = fromMinor(minor, currency);
  return isLocal ? text.replace('.', ',').replace(/(\d)(\d{3})(?=,|$)/, '$1 $2') : text;
}

/** `30.11.2026 23:59:00` in the zone of the profile. */
function localTime(time: number): string {
  const iso = new Date(time + 2 * 60 * 60_000).toISOString();
  const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-');
  return `${date}.${month}.${year} ${iso.slice(11, 19)}`;
}
