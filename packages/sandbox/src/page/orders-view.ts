import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LedgerSession, RecordedCall } from '../service/control-api.ts';
import { hasText } from '../service/ledger/has-text.ts';
import { callsAbout, findSessions, merge, type Snapshot } from './control.ts';
import { badge, toneOf } from './parts.ts';
import { type Act, chargesBadge, sessionView } from './session-view.ts';

/** How many orders the list shows at first, and more with each press. */
export const step = 100;
/** Milliseconds without a key until the sandbox is asked. */
const pause = 150;

/** The list of orders, and the one that is open. */
export class OrdersView {
  readonly #redraw: () => void;
  #text = '';
  #most = step;
  #timer = 0;
  /** Sessions that were looked up: older ones than the snapshot has. */
  #found: readonly LedgerSession[] = [];
  #opened = '';
  /** The calls about the open session. */
  #calls: readonly RecordedCall[] = [];

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  /** @param selectedId the id of the session in the page's address */
  view({ ledger, calls }: Snapshot, selectedId: string | undefined, act: Act): TemplateResult {
    const sessions = merge(this.#found, ledger.sessions).toReversed().toSorted(newestFirst);
    const matches = sessions.filter((one) => hasText(one, this.#text)).slice(0, this.#most);
    const session = sessions.find(({ id }) => id === selectedId) ?? matches[0];
    this.#lookInto(session, selectedId);
    return html`<div class="orders ${selectedId === undefined ? '' : 'opened'}">
      <div class="list">
        <input
          type="search"
          aria-label="Find an order"
          placeholder="Order, id, status or amount"
          .value=${this.#text}
          @input=${(event: Event) => {
            this.#search((event.target as HTMLInputElement).value);
          }}
        />
        <p class="soft" aria-live="polite">${this.#summary(matches.length, ledger.total)}</p>
        <nav aria-label="Sessions" class="sessions">
          ${repeat(
            matches,
            ({ id }) => id,
            (match) => sessionLink(match, match === session),
          )}
          ${
            matches.length < this.#most
              ? nothing
              : html`<button type="button" @click=${() => {
                  this.#showMore();
                }}>
                  Show more
                </button>`
          }
        </nav>
      </div>
      ${
        session === undefined
          ? nothing
          : html`<div>
              <a class="back" href="#orders">All orders</a>
              ${sessionView(session, merge(this.#calls, callsIn(calls, session)), act)}
            </div>`
      }
    </div>`;
  }

  #summary(count: number, total: number): string {
    const isFound = this.#text.trim() !== '';
    if (count < this.#most) return isFound ? `${count} of ${total} found` : '';
    return `The newest ${count} of ${isFound ? 'those found' : String(total)}`;
  }

  #search(text: string): void {
    this.#text = text;
    this.#most = step;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#lookUp(text);
    }, pause);
    this.#redraw();
  }

  #showMore(): void {
    this.#most += step;
    this.#lookUp(this.#text);
  }

  /** Asks for what only the sandbox has of the open session: its older calls, or the session itself. */
  #lookInto(session: LedgerSession | undefined, selectedId: string | undefined): void {
    const id = selectedId ?? session?.id ?? '';
    if (id === this.#opened) return;
    this.#opened = id;
    this.#calls = [];
    if (session?.id !== id) this.#lookUp(id);
    else {
      this.#ask(callsAbout(session), (calls) => {
        // The reader may have opened another one.
        if (this.#opened === id) this.#calls = calls;
      });
    }
  }

  #lookUp(text: string): void {
    this.#ask(findSessions(text, this.#most), (sessions) => {
      this.#found = merge(this.#found, sessions);
      if (sessions.some(({ id }) => id === this.#opened)) this.#opened = '';
    });
  }

  #ask<Answer>(question: Promise<Answer>, keep: (answer: Answer) => void): void {
    question.then(keep).then(this.#redraw, () => {
      // The next look at the ledger says that the sandbox does not answer.
    });
  }
}

function newestFirst(one: LedgerSession, other: LedgerSession): number {
  if (one.created_at === other.created_at) return 0;
  return one.created_at < other.created_at ? 1 : -1;
}

function callsIn(
  calls: readonly RecordedCall[],
  { id, external_id: order }: LedgerSession,
): readonly RecordedCall[] {
  return calls.filter(({ body, answerBody }) =>
    [id, order ?? id].some((name) => `${body} ${answerBody ?? ''}`.includes(`"${name}"`)),
  );
}

function sessionLink(session: LedgerSession, current: boolean): TemplateResult {
  return html`<a href="#orders/${session.id}" aria-current=${current ? 'true' : nothing}>
    <b>${session.external_id ?? session.id.slice(0, 8)}</b>
    <span class="amount">${session.amount} <small>${session.currency}</small></span>
    <span>${badge(session.status, toneOf(session.status))}</span>
    <span>${session.charges > 1 ? chargesBadge(session) : nothing}</span>
  </a>`;
}
