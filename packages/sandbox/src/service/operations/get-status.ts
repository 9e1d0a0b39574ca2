/** The session as recorded from such a service. */
import type { Operation } from '../control-api.ts';
import { approvalCode, cardType, maskedPan } from '../ledger/card-facts.ts';
import { isZero } from '../../money.ts';
import { attemptOf, moneyOf, paytypeOf } from '../ledger/attempt-facts.ts';
import { amountOf, externalIdOf } from '../ledger/ledger.ts';
import { place, type Wire } from '../wire/wire.ts';
import { findSession } from './find-session.ts';
import type { Call, Reply } from './row.ts';

/** The answer of both groups’ questions. */
export function getStatus(call: Call): Reply {
  const session = findSession(call);
  const { wire } = call.service;
  const attempt = attemptOf(session);
  const charged = attempt?.charged === true;
  const givenBack = session.status === 'voided' || session.status === 'refunded';
  const members = {
    sessionId: session.id,
    status: wire.status(session.status),
    cardMask: attempt ? maskedPan(attempt.card) : null,
    cardType: attempt ? cardType(attempt.card) : null,
    // Stays null even for a real payment, as recorded.
    bankReference: null,
    transactionStatus: charged ? (givenBack ? 'REFUNDED' : 'APPROVED') : null,
    amount: wire.amount(amountOf(session, moneyOf), session.currency),
    payments: session.operations.map((operation) => itemOf(operation, session.currency, wire)),
  };
  const others = {
    metadata: session.metadata,
    created_at: session.created_at,
    client_phone: session.client.phone,
    client_first_name: session.client.first_name,
    client_last_name: session.client.last_name,
    client_patronymic: session.client.patronymic,
    paytype: attempt ? paytypeOf(attempt.paytype, wire) : '',
    approval_code: charged ? approvalCode(attempt.id) : null,
    processing_result: charged ? '' : null,
  };
  const configured = {
    externalId: externalIdOf(session),
    currency: session.currency,
    refundedAmount: wire.amount(
      amountOf(session, ({ refunded }) => refunded),
      session.currency,
    ),
    paymentId: session.operations[0]?.id,
  };
  return { body: wire.answer('getStatus', members, others, configured) };
}

function itemOf(operation: Operation, currency: string, wire: Wire): unknown {
  const members = {
    paymentId: operation.id,
    externalId: operation.external_id,
    amount: wire.amount(moneyOf(operation), currency),
    refundedAmount: isZero(operation.refunded) ? null : wire.amount(operation.refunded, currency),
    status: wire.status(operation.status),
  };
  return place(wire.profile.operations.getStatus.payment ?? {}, members, {});
}
