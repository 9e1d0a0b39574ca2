import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LedgerSession } from '../service/control-api.ts';
import type { Selection, Snapshot } from './control.ts';
import { badge, button, money, toneOf } from './parts.ts';
import { type Act, chargesBadge, sessionView } from './session-view.ts';

/** What the reader does with the list. */
export interface ListActions {
  readonly search: (text: string) => void;
  readonly showMore: () => void;
}

/** The list of orders, and the one that is open. */
export function ordersView(
  { ledger, session, sessionCalls }: Snapshot,
  { text, most, sessionId }: Selection,
  list: ListActions,
  act: Act,
): TemplateResult {
  const sessions = ledger.sessions.toReversed();
  const isCut = sessions.length >= most;
  const search = (event: Event): void => {
    list.search((event.target as HTMLInputElement).value);
  };
  return html`<div class="orders ${sessionId === '' ? '' : 'opened'}">
    <div class="list">
      <input
        type="search"
        aria-label="Find an order"
        placeholder="Order, id, status or amount"
        .value=${text}
        @input=${search}
      />
      <p class="soft" aria-live="polite">${summary(sessions.length, ledger.total, text, isCut)}</p>
      <nav aria-label="Sessions" class="sessions">
        ${repeat(
          sessions,
          ({ id }) => id,
          (one) => sessionLink(one, one.id === session?.id),
        )}
        ${isCut ? button('Show more', list.showMore) : nothing}
      </nav>
    </div>
    ${
      session === undefined
        ? nothing
        : html`<div>
            <a class="back" href="#orders">All orders</a>
            ${sessionView(session, sessionCalls, act)}
          </div>`
    }
  </div>`;
}

function summary(count: number, total: number, text: string, isCut: boolean): string {
  const isFound = text.trim() !== '';
  if (!isCut) return isFound ? `${count} of ${total} found` : '';
  return `The newest ${count} of ${isFound ? 'those found' : String(total)}`;
}

function sessionLink(session: LedgerSession, current: boolean): TemplateResult {
  return html`<a href="#orders/${session.id}" aria-current=${current ? 'true' : nothing}>
    <b>${session.external_id ?? session.id.slice(0, 8)}</b>
    ${money(session.amount, session.currency)}
    <span>${badge(session.status, toneOf(session.status))}</span>
    <span>${session.charges > 1 ? chargesBadge(session) : nothing}</span>
  </a>`;
}
