import type { OrderPayment, Payment } from '@wallet-buttons/server';
import { type DatedSentence, explain } from '@wallet-buttons/server/explain';
import { html, nothing, type TemplateResult } from 'lit';
import { deliverButton } from './deliveries-view.ts';
import type { Desk } from './desk.ts';
import { dayOf, fill, formatAmount, formatFullTime } from './format.ts';
import { netOf, openOperation, possibleOperations, waitsForReview } from './money.ts';
import { cardText, skeletonView, stateChips, walletText, withBrands } from './parts.ts';
import { reviewView } from './review-view.ts';
import { hrefOf, paymentsOf } from './route.ts';
import { isLate, mayOperate } from './state.ts';

/** One order: each payment of it with what can be done, and its history in words. */
export function paymentView(desk: Desk): TemplateResult {
  const { state, texts } = desk;
  const { payment, route, isBusy } = state;
  const order = route.view === 'payment' ? route.order : '';
  const listAddress = hrefOf(paymentsOf(dayOf(new Date())));
  const { orderUrl } = state.session ?? {};
  const ask = () => void desk.refresh(true);
  return html`
    <a class="to-list" href=${listAddress}>${texts.payment.back}</a>
    <div class="head">
      <h1 tabindex="-1">${texts.list.order} <span class="reference">${order}</span></h1>
      ${
        orderUrl !== undefined && payment
          ? html`<a href=${orderUrl.replaceAll('{order}', encodeURIComponent(order))}>
              ${texts.payment.inShop}
            </a>`
          : nothing
      }
      ${
        payment
          ? html`<button class="quiet" ?disabled=${isBusy} @click=${ask}>${texts.payment.ask}</button>`
          : nothing
      }
    </div>
    ${payment ? orderView(desk, payment) : placeView(desk)}
  `;
}

function placeView({ state: { problem }, texts }: Desk): unknown {
  return problem ? nothing : html`<div class="panel">${skeletonView(texts.list.loading, 5)}</div>`;
}

function orderView(desk: Desk, payment: OrderPayment): TemplateResult {
  const { undelivered, session } = desk.state;
  const { texts } = desk;
  const waiting = undelivered.find((each) => each.order === payment.order && isLate(each));
  return html`
    ${
      waiting
        ? html`<div class="notice wait">
            <p>${fill(texts.payment.undelivered, { count: String(waiting.changes.length) })}</p>
            ${deliverButton(desk, waiting.order)}
          </div>`
        : nothing
    }
    ${payment.tooManyAttempts ? closedView(desk) : nothing}
    <div class="columns">
      <div>
        ${shownAttempts(payment).map((each) => attemptView(desk, payment, each))}
        ${mayOperate(session) ? nothing : html`<p class="soft">${texts.payment.readOnly}</p>`}
      </div>
      <section class="panel history" aria-labelledby="history">
        <h2 id="history">${texts.payment.history}</h2>
        ${historyView(desk, payment)}
      </section>
    </div>
  `;
}

/** Too many payments of the order failed: payers wait until it is opened again. */
function closedView(desk: Desk): TemplateResult {
  const { texts, state } = desk;
  return html`<div class="notice review">
    <p>${texts.explain.tooManyAttempts}</p>
    ${
      state.session?.right === 'money'
        ? html`<div class="actions">
          <button ?disabled=${state.isBusy} @click=${() => void desk.reopen()}>
            ${texts.payment.reopen}
          </button>
        </div>`
        : nothing
    }
  </div>`;
}

/** The payment itself, and each other attempt that has money or waits for a review. */
function shownAttempts(payment: OrderPayment): readonly Payment[] {
  const others = payment.attempts.filter(
    (each) =>
      each.attempt !== payment.attempt &&
      (possibleOperations(each).length > 0 || waitsForReview(each)),
  );
  return [payment, ...others];
}

function attemptView(desk: Desk, whole: OrderPayment, payment: Payment): TemplateResult {
  const { texts, state } = desk;
  const { language, session } = state;
  const { currency, amounts } = payment;
  const money = (amount: string): string => formatAmount(amount, currency, language);
  const net = netOf(payment);
  const open = openOperation(whole.operations, payment);
  const sums = [
    [texts.payment.asked, amounts.asked],
    [texts.payment.held, amounts.held],
    [texts.payment.charged, amounts.charged],
    [texts.payment.refunded, amounts.refunded],
  ] as const;
  return html`<section class="panel payment">
    <div class="sum">
      <p class="total">${money(net ?? (Number(amounts.held) > 0 ? amounts.held : amounts.asked))}</p>
      ${stateChips(payment, texts)}
    </div>
    ${reviewView(desk, payment, whole.operations)}
    ${
      open && payment.flag === null
        ? html`<p class="notice wait">${texts.payment.open}</p>`
        : nothing
    }
    ${mayOperate(session) && !open ? operationsView(desk, payment) : nothing}
    <dl class="sums">
      ${sums.map(
        ([name, amount]) => html`<div>
          <dt>${name}</dt>
          <dd class=${/[1-9]/.test(amount) ? '' : 'zero'}>${money(amount)}</dd>
        </div>`,
      )}
    </dl>
    <h2>${texts.payment.details}</h2>
    ${detailsView(desk, payment)}
  </section>`;
}

function operationsView(desk: Desk, payment: Payment): unknown {
  const kinds = possibleOperations(payment);
  if (kinds.length === 0) return nothing;
  return html`<div class="actions">
    ${kinds.map(
      (kind, index) =>
        html`<button
          class=${index === 0 ? 'main' : ''}
          @click=${() => {
            desk.askOperation(kind, payment);
          }}
        >
          ${desk.texts.operations[kind].name}…
        </button>`,
    )}
  </div>`;
}

function detailsView({ state: { language }, texts }: Desk, payment: Payment): TemplateResult {
  const { payment: names, list } = texts;
  const { status, sessionId, paymentId, bankReference = '', attempt } = payment;
  const { openedAt, updatedAt, holdEndsAt } = payment;
  const time = (isoTime: string): string => formatFullTime(isoTime, language);
  const rows: readonly (readonly [string, string])[] = [
    [names.wallet, walletText(payment)],
    [list.card, cardText(payment)],
    [names.status, status],
    [names.opened, time(openedAt)],
    [names.updated, time(updatedAt)],
    [names.holdEnds, holdEndsAt === undefined ? '' : time(holdEndsAt)],
    [names.bankReference, bankReference],
    [names.session, sessionId],
    [names.paymentId, paymentId],
    [names.attempt, attempt],
  ];
  const filledRows = rows.filter(([, value]) => value !== '');
  return html`<dl class="details">
    ${filledRows.map(
      ([name, value]) => html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
    )}
  </dl>`;
}

function historyView({ state: { language }, texts }: Desk, payment: OrderPayment) {
  const states = lowerCased(texts.states, language);
  const { notes, before, attempts } = explain(payment, {
    texts: { ...texts.explain, states },
    money: (amount, currency) => formatAmount(amount, currency, language),
    time: (isoTime) => formatFullTime(isoTime, language),
  });
  const lines = (sentences: readonly DatedSentence[]) => html`<ol class="line">
    ${sentences.map(
      ({ at, sentence }) => html`<li>
        <time datetime=${at}>${formatFullTime(at, language)}</time>
        <p>${withBrands(sentence)}</p>
      </li>`,
    )}
  </ol>`;
  const count = String(attempts.length);
  // That it is closed stands above it, with a button.
  const shownNotes = notes.filter((note) => note !== texts.explain.tooManyAttempts);
  return html`
    ${shownNotes.map((note) => html`<p class="soft">${note}</p>`)}
    ${before.length > 0 ? html`<h3>${texts.payment.before}</h3>${lines(before)}` : nothing}
    ${attempts.map(
      ({ history, now }, index) => html`
        ${
          attempts.length > 1 || before.length > 0
            ? html`<h3>${fill(texts.payment.attemptOf, { number: String(index + 1), count })}</h3>`
            : nothing
        }
        ${lines(history)}
        <div class="now"><b>${texts.payment.now}</b> ${now.map((text) => html`<p>${text}</p>`)}</div>
      `,
    )}
  `;
}

/** The states inside a sentence. */
function lowerCased<Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  language: string,
): Texts {
  const pairs = Object.entries(texts).map(([name, text]) => [
    name,
    `${text.charAt(0).toLocaleLowerCase(language)}${text.slice(1)}`,
  ]);
  return Object.fromEntries(pairs) as Texts;
}
