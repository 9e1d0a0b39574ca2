/** POST /v1/pay-token: a wallet's token becomes an attempt, and the attempt a charge. Not idempotent. */
import { createHash, randomUUID } from 'node:crypto';
import { TEST_CARDS } from '../cards.ts';
import type { TestCard } from '../cards.ts';
import { readToken } from '../token.ts';
import type { TokenPayload } from '../token.ts';
import type { Service } from './context.ts';
import { minorOf } from './ledger.ts';
import type { Attempt, Session } from './ledger.ts';
import { minorFromText, textFromMinor } from './money.ts';
import { processingRefusal } from './refusal.ts';
import type { ScenarioFields } from './scenario.ts';
import { PAY_TOKEN_SCHEMA, textOf, validate } from './schema.ts';
import { findSession } from './session.ts';
import { markProcessing, needsBank, scenarioOf, settle } from './settlement.ts';
import type { AfterAnswer } from './settlement.ts';

/** What pay-token answers, and what follows the answer. */
export interface PayTokenReply {
  readonly body: { readonly status: string; readonly acs_url?: string };
  readonly after: AfterAnswer;
}

/**
 * @param header scenario fields of the call itself
 * @returns `{status}`, and `acs_url` when the bank has to ask the payer
 */
export async function payToken(
  service: Service,
  body: unknown,
  header: ScenarioFields,
): Promise<PayTokenReply> {
  const fields = validate(PAY_TOKEN_SCHEMA, body);
  const session = findSession(service, textOf(fields, 'session_id'));
  const paytype = fields['paytype'] === 'apple_pay' ? 'apple_pay' : 'google_pay';
  const token = textOf(fields, 'token') ?? '';
  if (session.status === 'expired' || session.status === 'voided') {
    throw processingRefusal('SessionStatusError', `session is ${session.status}`);
  }
  if (session.operations.length === 0) {
    throw processingRefusal('NotFoundError', 'session has no payment');
  }
  const payload = readToken(token);
  const card = TEST_CARDS.find((candidate) => candidate.id === payload?.card);
  const fault = payload && card ? tokenFault(service, session, payload, paytype) : 'unreadable';
  if (!payload || !card || fault !== undefined) {
    throw processingRefusal('InvalidTokenError', `token is not accepted: ${fault ?? ''}`);
  }
  const attempt = newAttempt(service, session, payload, card, {
    paytype,
    header,
    token_sha256: createHash('sha256').update(token).digest('hex'),
    redirect_url: textOf(fields, 'redirect_url'),
  });
  const scenario = scenarioOf(service, session, attempt);
  if (scenario.replay === 'refuse' && service.ledger.hasToken(attempt.token_sha256)) {
    throw processingRefusal('InvalidTokenError', 'token is not accepted: it was used before');
  }
  service.ledger.addAttempt(session, attempt);
  if (needsBank(scenario, { ...card, auth: payload.auth })) {
    attempt.bank = 'waiting';
    markProcessing(service, session);
    const acsUrl = `${service.publicUrl}/bank/${attempt.id}`;
    return { body: { status: 'processing', acs_url: acsUrl }, after: () => undefined };
  }
  const after = await settle(service, session, attempt, card.behaviour);
  return { body: { status: attempt.status }, after };
}

/** Why a readable token is not for this payment, or undefined. */
function tokenFault(
  service: Service,
  session: Session,
  payload: TokenPayload,
  paytype: Attempt['paytype'],
): string | undefined {
  const wallet = paytype === 'apple_pay' ? 'wallet-a' : 'wallet-b';
  if (payload.wallet !== wallet) return 'it is the other wallet’s';
  if (payload.currency !== service.merchant.currency) return 'its currency is not the terminal’s';
  // A token names no price when the page gave none; then there is nothing to compare.
  if (payload.amount !== undefined && minorFromText(payload.amount) !== minorOf(session)) {
    return 'its amount is not the payment’s';
  }
  const terminal = service.merchant.gatewayMerchantId;
  if (wallet === 'wallet-b' && terminal !== undefined && payload.gatewayMerchantId !== terminal) {
    return 'its gatewayMerchantId is not the terminal’s';
  }
  return undefined;
}

function newAttempt(
  service: Service,
  session: Session,
  payload: TokenPayload,
  card: TestCard,
  call: Pick<Attempt, 'paytype' | 'header' | 'token_sha256' | 'redirect_url'>,
): Attempt {
  return {
    id: randomUUID(),
    created_at: new Date(service.background.now()).toISOString(),
    card: { id: card.id, network: card.network, last4: card.last4, auth: payload.auth },
    amount: textFromMinor(minorOf(session)),
    currency: payload.currency,
    bank: 'none',
    status: 'processing',
    charged: false,
    due_at: null,
    ...call,
  };
}
