import type { OperationResult, Payment } from '@wallet-buttons/server';
import { html, nothing } from 'lit';
import type { Desk } from './desk.ts';
import { waitsForReview } from './money.ts';
import { mayOperate } from './state.ts';

/** What a review has to find out, with its two answers; nothing where none is waited for. */
export function reviewView(desk: Desk, payment: Payment, operations: readonly OperationResult[]) {
  const { flag, attempt, state } = payment;
  if (!waitsForReview(payment)) return nothing;
  const { review } = desk.texts;
  // A wrong amount is about the payment; a missing outcome, or a contradiction, may be that of an operation.
  const operation = operations.find((each) => each.attempt === attempt && each.inReview);
  const tasks = { mismatch: review.mismatch, contradicted: review.contradicted };
  const isDisputed = state === 'disputed' && operation === undefined;
  const named = flag === 'mismatch' || flag === 'contradicted' ? tasks[flag] : review.needsReview;
  const task = isDisputed ? review.disputed : named;
  const [yes, no] = isDisputed ? [review.won, review.lost] : [review.charged, review.notCharged];
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
    <p>${task}</p>
    ${
      mayOperate(desk.state.session)
        ? html`<div class="actions">
          ${answer('succeeded', operation ? review.operationDone : yes)}
          ${answer('failed', operation ? review.operationNotDone : no)}
        </div>`
        : nothing
    }
  </div>`;
}
