import type { OperationResult, Payment } from '@wallet-buttons/server';
import { html, nothing } from 'lit';
import type { Desk } from './desk.ts';

/** What a review has to find out, with its two answers; nothing where none is waited for. */
export function reviewView(desk: Desk, payment: Payment, open: OperationResult | undefined) {
  const { flag } = payment;
  if (flag !== 'mismatch' && flag !== 'needs_review') return nothing;
  const { review } = desk.texts;
  // A wrong amount is about the payment; a missing outcome may be that of an operation.
  const operation = flag === 'needs_review' ? open : undefined;
  const answer = (outcome: 'succeeded' | 'failed', text: string) =>
    html`<button
      @click=${() => {
        desk.askReview(payment, outcome, operation);
      }}
    >
      ${text}…
    </button>`;
  return html`<div class="notice review">
    <h2>${review.title}</h2>
    <p>${flag === 'mismatch' ? review.mismatch : review.needsReview}</p>
    ${
      desk.state.session?.role === 'operate'
        ? html`<div class="actions">
          ${answer('succeeded', operation ? review.operationDone : review.charged)}
          ${answer('failed', operation ? review.operationNotDone : review.notCharged)}
        </div>`
        : nothing
    }
  </div>`;
}
