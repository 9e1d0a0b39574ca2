/** The session as recorded from such a service. */
import type { Operation, Session } from '../control-api.ts';
import { approvalCode, cardType, maskedPan } from '../ledger/card-facts.ts';
import {
  amountsOf,
  attemptOf,
  commonFacts,
  paymentFacts,
  statedStatus,
} from '../ledger/attempt-facts.ts';
import { externalIdOf } from '../ledger/session-amounts.ts';
import { scenarioOf } from '../payment/notify.ts';
import type { Scenario } from '../payment/scenario.ts';
import type { Service } from '../service.ts';
import { type Members, place, type Wire } from '../wire/wire.ts';
import { findSession } from './find-session.ts';
import type { Call, Reply } from './row.ts';

/** The answer of both groups’ questions. */
export function getStatus(call: Call): Reply {
  const { service } = call;
  const session = findSession(call);
  const scenario = scenarioOf(service, session, call);
  return { body: statusBody(service, service.ledger.asOf(session, scenario.statusLag), scenario) };
}

/** What the service tells of a session. */
export function statusBody(
  { wire }: Service,
  session: Session,
  scenario: Pick<Scenario, 'partRefund' | 'statedStatus'>,
): Members {
  const attempt = attemptOf(session);
  const isCharged = attempt?.charged === true;
  const isReturned = session.status === 'voided' || session.status === 'refunded';
  const chargeStatus = isReturned ? 'REFUNDED' : 'APPROVED';
  const members = {
    sessionId: session.id,
    status: wire.status(statedStatus(session, session, scenario)),
    cardMask: attempt ? maskedPan(attempt.card) : null,
    cardType: attempt ? cardType(attempt.card) : null,
    // Stays null even for a real payment, as recorded.
    bankReference: null,
    transactionStatus: isCharged ? chargeStatus : null,
    ...amountsOf(session, wire),
    payments: session.operations.map((operation) => itemOf(operation, session, wire, scenario)),
  };
  const others = {
    ...commonFacts(session),
    approval_code: isCharged ? approvalCode(attempt.id) : null,
    processing_result: isCharged ? '' : null,
  };
  const configuredMembers = {
    externalId: externalIdOf(session),
    currency: session.currency,
    paymentId: session.operations[0]?.id,
  };
  return wire.answer('getStatus', members, others, configuredMembers);
}

function itemOf(
  operation: Operation,
  session: Session,
  wire: Wire,
  scenario: Pick<Scenario, 'partRefund' | 'statedStatus'>,
): unknown {
  const members = {
    ...paymentFacts(operation, session, wire),
    paymentId: operation.id,
    status: wire.status(statedStatus(session, operation, scenario)),
  };
  return place(wire.profile.operations.getStatus.payment ?? {}, members, {});
}
