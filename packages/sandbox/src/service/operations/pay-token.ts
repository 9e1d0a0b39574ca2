/** A wallet’s token becomes an attempt, and the attempt a charge. Not idempotent. */
import { createHash, randomUUID } from 'node:crypto';
import type { TestCard } from '../../cards.ts';
import type { Attempt, Session } from '../control-api.ts';
import { maskedPan, cardType } from '../ledger/card-facts.ts';
import { amountOf, externalIdOf } from '../ledger/session-amounts.ts';
import { scenarioOf } from '../payment/notify.ts';
import { isGivenBack, markProcessing, needsBank, settle } from '../payment/settlement.ts';
import type { Service } from '../service.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { findSession } from './find-session.ts';
import { type Call, type Reply, textOf } from './row.ts';
import { openPaymentToken, readPaymentToken } from './payment-token.ts';

/** @returns `{status}`, and `acs_url` when the bank has to ask the payer */
export async function payToken(call: Call): Promise<Reply> {
  const { service, body, header } = call;
  const session = findSession(call);
  if (session.status === 'expired' || isGivenBack(session)) {
    throw processingRefusal('SessionStatusError', `session is ${session.status}`);
  }
  if (session.operations.length === 0) {
    throw processingRefusal('NotFoundError', 'session has no payment');
  }
  const token = readPaymentToken(body.named, service.wire.profile);
  const { card, id } = openPaymentToken(service, session, token);
  const attempt = newAttempt(service, session, card, {
    paytype: token.name,
    header,
    token_sha256: createHash('sha256').update(token.text).digest('hex'),
    token_id: id,
    redirect_url: textOf(body.named, 'redirectUrl') ?? session.redirect_url,
  });
  const scenario = scenarioOf(service, session, attempt);
  if (scenario.replay === 'refuse' && service.ledger.hasToken(id)) {
    throw processingRefusal('InvalidTokenError', 'token is not accepted: it was used before');
  }
  service.ledger.addAttempt(session, attempt);
  if (needsBank(scenario, card)) {
    attempt.bank = 'waiting';
    markProcessing(service, session);
    const acsUrl = `${service.publicUrl}/bank/${attempt.id}`;
    return { body: answerOf(service, session, attempt, acsUrl) };
  }
  const sendWebhooks = await settle(service, session, attempt, card.behaviour);
  return { body: answerOf(service, session, attempt), after: sendWebhooks };
}

/** A new attempt to pay a session. */
export function newAttempt(
  service: Service,
  session: Session,
  card: TestCard,
  call: Pick<Attempt, 'paytype' | 'header' | 'token_sha256' | 'token_id' | 'redirect_url'>,
): Attempt {
  return {
    id: randomUUID(),
    created_at: new Date(service.clockwork.now()).toISOString(),
    card: { id: card.id, network: card.network, last4: card.last4, auth: card.auth },
    amount: amountOf(session, ({ amount }) => amount),
    currency: session.currency,
    bank: 'none',
    status: 'processing',
    charged: false,
    due_at: null,
    ...call,
  };
}

function answerOf(service: Service, session: Session, attempt: Attempt, acsUrl?: string): unknown {
  const { wire } = service;
  const { statedStatus } = scenarioOf(service, session, attempt);
  const configuredMembers = {
    sessionId: session.id,
    paymentId: session.operations[0]?.id,
    externalId: externalIdOf(session),
    amount: wire.amount(attempt.amount, attempt.currency),
    currency: attempt.currency,
    cardMask: maskedPan(attempt.card),
    cardType: cardType(attempt.card),
  };
  return wire.answer(
    'payToken',
    { status: wire.status(statedStatus === 'auto' ? attempt.status : statedStatus), acsUrl },
    {},
    configuredMembers,
  );
}
