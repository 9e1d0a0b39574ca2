/** The bank behind acs_url: shows its page, takes one decision, sends the payer back. */
import type { Attempt, Session } from '../control-api.ts';
import { scenarioOf } from '../payment/notify.ts';
import { settle } from '../payment/settlement.ts';
import { behaviourOf } from '../ledger/card-facts.ts';
import type { Service } from '../service.ts';
import {
  type BankPage,
  type HtmlAnswer,
  renderBankPage,
  renderDecidedAgain,
  renderUnknownPayment,
} from './bank-page.ts';

/** GET /bank/:id */
export function showBankPage(service: Service, attemptId: string): HtmlAnswer {
  const payment = service.ledger.findByAttempt(attemptId);
  return payment ? renderBankPage(pageOf(service, payment)) : renderUnknownPayment();
}

/** POST /bank/:id with `decision=approve` or `decision=decline`; the first decision stands. */
export async function decide(
  service: Service,
  attemptId: string,
  decision: string | null,
): Promise<HtmlAnswer> {
  const payment = service.ledger.findByAttempt(attemptId);
  if (payment === undefined) return renderUnknownPayment();
  if (decision !== 'approve' && decision !== 'decline') {
    return { ...renderBankPage(pageOf(service, payment)), httpStatus: 400 };
  }
  const { session, attempt } = payment;
  if (attempt.bank !== 'waiting') return renderDecidedAgain(pageOf(service, payment));
  attempt.bank = decision === 'approve' ? 'approved' : 'declined';
  const sendWebhooks = await settle(service, session, attempt, behaviourOf(attempt.card));
  const page = pageOf(service, payment);
  const isStaying = scenarioOf(service, session, attempt).bankBrowser === 'other';
  if (page.returnUrl === null || isStaying) return { ...renderBankPage(page), after: sendWebhooks };
  const headers = { 'cache-control': 'no-store', location: inAscii(page.returnUrl) };
  // With 307 the browser sends the form of the decision on.
  const httpStatus = page.returnMethod === 'post' ? 307 : 303;
  return { httpStatus, headers, html: '', after: sendWebhooks };
}

/** As it is written, unless a header cannot carry it. */
function inAscii(url: string): string {
  return /^[!-~]*$/.test(url) ? url : new URL(url).href;
}

function pageOf(service: Service, payment: { session: Session; attempt: Attempt }): BankPage {
  const { session, attempt } = payment;
  const { redirect_url: ownUrl } = attempt;
  const { bankReturn } = scenarioOf(service, session, attempt);
  const sessionUrl = attempt.bank === 'declined' ? session.fail_url : session.success_url;
  return {
    attempt,
    merchantName: service.merchant.name,
    returnUrl: bankReturn === 'never' ? null : (ownUrl ?? sessionUrl),
    returnMethod: bankReturn === 'post' ? 'post' : 'get',
  };
}
