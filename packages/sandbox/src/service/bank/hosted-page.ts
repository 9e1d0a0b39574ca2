/** The service’s own payment page, for sessions that are paid there instead of in the shop. */
import { testCards } from '../../cards.ts';
import { newAttempt } from '../operations/pay-token.ts';
import { applyWhatIsDue } from '../payment/next-status.ts';
import { markProcessing } from '../payment/settlement.ts';
import type { Service } from '../service.ts';
import { type HtmlAnswer, renderHostedPage, renderUnknownPayment } from './bank-page.ts';

const testCard = testCards.find(({ id }) => id === 'pan-visa-challenge');

/** GET /pay?sid=… */
export function showHostedPage(service: Service, sessionId: string): HtmlAnswer {
  const session = service.ledger.find(sessionId);
  if (session === undefined) return renderUnknownPayment();
  applyWhatIsDue(service, session);
  const canPay = ['created', 'precreated', 'failed'].includes(session.status);
  return renderHostedPage(service.merchant.name, canPay);
}

/** POST /pay?sid=…: the payer’s card is charged once the bank’s page has been answered. */
export function payHosted(service: Service, sessionId: string): HtmlAnswer {
  const session = service.ledger.find(sessionId);
  const page = showHostedPage(service, sessionId);
  if (session === undefined || testCard === undefined || session.operations.length === 0)
    return page;
  if (!['created', 'precreated', 'failed'].includes(session.status)) {
    return { ...page, httpStatus: 409 };
  }
  const attempt = newAttempt(service, session, testCard, {
    paytype: 'card',
    header: {},
    token_sha256: '',
    token_id: '',
    redirect_url: session.redirect_url,
  });
  attempt.bank = 'waiting';
  service.ledger.addAttempt(session, attempt);
  markProcessing(service, session);
  const location = `${service.publicUrl}/bank/${attempt.id}`;
  return { httpStatus: 303, headers: { location }, html: '' };
}
