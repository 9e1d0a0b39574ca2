import type { Payment } from '@wallet-buttons/server';
import { shownState } from '@wallet-buttons/server/explain';
import { csvOf } from './csv.ts';
import { cardText, walletText } from './parts.ts';
import type { DeskTexts } from './texts.ts';

/** Payments as CSV. Amounts are decimal strings with a point, and times ISO 8601, for a program. */
export function paymentsCsv(
  payments: readonly Payment[],
  { list, payment: names, states }: DeskTexts,
): string {
  const titles = [
    ...[list.opened, list.order, list.state, names.wallet, list.card, list.currency],
    ...[names.asked, names.held, names.charged, names.refunded],
    ...[names.status, names.paymentId, names.session, names.attempt, names.bankReference],
  ];
  const rows = payments.map((payment) => {
    const { asked, held, charged, refunded } = payment.amounts;
    const { order, state, currency, status, paymentId, sessionId, attempt } = payment;
    const stateText = states[shownState(state, charged)];
    return [
      ...[payment.openedAt, order, stateText, walletText(payment), cardText(payment), currency],
      ...[asked, held, charged, refunded],
      ...[status, paymentId, sessionId, attempt, payment.bankReference ?? ''],
    ];
  });
  return csvOf([titles, ...rows]);
}
