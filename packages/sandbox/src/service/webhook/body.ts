/**
 * The webhook’s three formats. v1 is flat: one webhook a payment. v2 and v3 are grouped: one a session,
 * with a list of payments. Sources show the amount now as text, now as a number, so v2 writes the one
 * and v3 the other. Where the values stand is the profile’s matter.
 */
import type { Session, WebhookRecord } from '../control-api.ts';
import { approvalCode, cardType, maskedPan } from '../ledger/card-facts.ts';
import { amountsOf, attemptOf, commonFacts, paymentFacts } from '../ledger/attempt-facts.ts';
import { type Places, webhookPlaces } from '../wire/profile.ts';
import { type Members, place, type Wire } from '../wire/wire.ts';

/** What is reported, and in which version. */
export interface Report {
  readonly version: WebhookRecord['version'];
  /** The status to report, normally the session’s own. */
  readonly status: string;
}

/** The bodies that report a status. */
export function webhookBodies(session: Session, report: Report, wire: Wire): readonly string[] {
  const { payment: paymentPlaces, ...places } = webhookPlaces(wire.profile, report.version);
  // Beside `payment` every member is a list of places.
  const memberPlaces = places as Places;
  const asNumber = report.version === 'v3';
  const members = sessionMembers(session, report, wire);
  const others = sessionOthers(session);
  const payments = session.operations.map((operation) => ({
    facts: paymentFacts(operation, session, wire, asNumber),
    more: { products: operation.products ?? [] },
  }));
  if (report.version === 'v1') {
    return payments.map(({ facts, more }) =>
      JSON.stringify(place(memberPlaces, { ...members, ...facts }, { ...others, ...more })),
    );
  }
  const groupedMembers = {
    ...members,
    ...amountsOf(session, wire, asNumber),
    payments: payments.map(({ facts, more }) => place(paymentPlaces, facts, more)),
  };
  return [JSON.stringify(place(memberPlaces, groupedMembers, others))];
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
    ...commonFacts(session),
    client_email: session.client.email,
    client_ip: '127.0.0.1',
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
