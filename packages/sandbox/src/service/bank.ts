/** The bank behind acs_url: shows its page, takes one decision, sends the payer back. */
import { TEST_CARDS } from '../cards.ts';
import { renderBankPage, renderDecidedAgain, renderUnknownPayment } from './bank-page.ts';
import type { BankPage, HtmlAnswer } from './bank-page.ts';
import type { Service } from './context.ts';
import type { Attempt, Session } from './ledger.ts';
import { settle } from './settlement.ts';
import type { AfterAnswer } from './settlement.ts';

/** A page, or the way back to the shop. */
export interface BankAnswer extends HtmlAnswer {
  readonly after: AfterAnswer;
}

/** GET /bank/:id */
export function showBankPage(service: Service, attemptId: string): HtmlAnswer {
  const found = service.ledger.findByAttempt(attemptId);
  return found ? renderBankPage(pageOf(service, found)) : renderUnknownPayment();
}

/** POST /bank/:id with `decision=approve` or `decision=decline`; the first decision stands. */
export async function decide(
  service: Service,
  attemptId: string,
  decision: string | null,
): Promise<BankAnswer> {
  const found = service.ledger.findByAttempt(attemptId);
  if (found === undefined) return { ...renderUnknownPayment(), after: nothing };
  if (decision !== 'approve' && decision !== 'decline') {
    return { ...renderBankPage(pageOf(service, found)), httpStatus: 400, after: nothing };
  }
  const { session, attempt } = found;
  if (attempt.bank !== 'waiting') {
    return { ...renderDecidedAgain(pageOf(service, found)), after: nothing };
  }
  attempt.bank = decision === 'approve' ? 'approved' : 'declined';
  const after = await settle(service, session, attempt, behaviourOf(attempt));
  const page = pageOf(service, found);
  const shown = renderBankPage(page);
  if (page.returnUrl === null) return { ...shown, after };
  const headers = { 'cache-control': 'no-store', location: page.returnUrl };
  return { httpStatus: 303, headers, html: '', after };
}

/** What the service does with the attempt's card. */
export function behaviourOf(attempt: Attempt): 'approve' | 'challenge' | 'decline' {
  return TEST_CARDS.find((card) => card.id === attempt.card.id)?.behaviour ?? 'decline';
}

function pageOf(service: Service, found: { session: Session; attempt: Attempt }): BankPage {
  const { session, attempt } = found;
  const byResult = attempt.bank === 'declined' ? session.fail_url : session.success_url;
  return {
    attempt,
    merchantName: service.merchant.name,
    returnUrl: attempt.redirect_url ?? byResult,
  };
}

function nothing(): void {
  // No decision was taken, so nobody has to be told.
}
