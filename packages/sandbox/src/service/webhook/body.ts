/**
 * The webhook’s three formats. v1 is flat: one webhook a payment. v2 and v3 are grouped: one a session,
 * with a list of payments. Sources show the amount now as text, now as a number, so v2 writes the one
 * and v3 the other. Where the values stand is the profile’s matter.
 */
import type { Operation, Session, WebhookRecord } from '../control-api.ts';
import { approvalCode, cardType, maskedPan } from '../ledger/card-facts.ts';
import { attemptOf, moneyOf } from '../ledger/attempt-facts.ts';
import { amountOf } from '../ledger/ledger.ts';
import type { Places } from '../wire/profile.ts';
import { type Members, place, type Wire } from '../wire/wire.ts';

/** What is reported, and in which version. */
export interface Report {
  readonly version: WebhookRecord['version'];
  /** The status to report, normally the session’s own. */
  readonly status: string;
}

/** The bodies that report a status. */
export function webhookBodies(session: Session, report: Report, wire: Wire): readonly string[] {
  const places = wire.profile.webhook.versions[report.version];
  const members = sessionMembers(session, report, wire);
  const others = sessionOthers(session);
  const at = placesOf(places);
  if (report.version === 'v1') {
    return session.operations.map((operation) => {
      const own = { ...members, ...paymentMembers(operation, session, report, wire) };
      return JSON.stringify(place(at, own, { ...others, products: operation.products ?? [] }));
    });
  }
  const payments = session.operations.map((operation) =>
    place(places.payment, paymentMembers(operation, session, report, wire), {
      products: operation.products ?? [],
    }),
  );
  const sum = (part: (operation: Operation) => string): string | number =>
    wire.amount(amountOf(session, part), session.currency, report.version === 'v3');
  const amounts = {
    amount: sum((operation) => moneyOf(operation, session)),
    refundedAmount: sum(({ refunded }) => refunded),
  };
  return [JSON.stringify(place(at, { ...members, ...amounts, payments }, others))];
}

function sessionMembers(session: Session, report: Report, wire: Wire): Members {
  const attempt = attemptOf(session);
  return {
    sessionId: session.id,
    status: wire.status(report.status),
    bankReference: null,
    ...(attempt && { cardMask: maskedPan(attempt.card), cardType: cardType(attempt.card) }),
  };
}

function sessionOthers(session: Session): Members {
  const attempt = attemptOf(session);
  const delivery = session.operations.find((operation) => operation.delivery)?.delivery;
  const others = {
    created_at: session.created_at,
    metadata: session.metadata,
    client_first_name: session.client.first_name,
    client_last_name: session.client.last_name,
    client_patronymic: session.client.patronymic,
    client_phone: session.client.phone,
    client_email: session.client.email,
    client_ip: '127.0.0.1',
    paytype: attempt?.paytype ?? '',
    terminal_name: 'SANDBOX',
    APPROVAL: attempt?.charged === true ? approvalCode(attempt.id) : null,
    processing_result: '',
    ...(delivery && {
      delivery: {
        recipient_city: delivery.recipient_city,
        recipient_warehouse: delivery.recipient_warehouse,
        express_waybills: delivery.express_waybill === null ? [] : [delivery.express_waybill],
      },
      delivery_amount: delivery.price,
    }),
  };
  if (attempt === undefined) return others;
  const facts = { card_bank: 'TEST BANK', card_country: 'UA', promo_card: false };
  return { ...others, card_details: facts };
}

function paymentMembers(
  operation: Operation,
  session: Session,
  { version }: Report,
  wire: Wire,
): Members {
  const isNumber = version === 'v3';
  return {
    externalId: operation.external_id,
    amount: wire.amount(moneyOf(operation, session), session.currency, isNumber),
    refundedAmount: wire.amount(operation.refunded, session.currency, isNumber),
  };
}

/** The places of a version, without those of its payments. */
function placesOf({ payment: _, ...places }: Readonly<Record<string, unknown>>): Places {
  // Beside `payment` every member is a list of places.
  return places as Places;
}
