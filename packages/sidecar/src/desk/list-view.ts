import type { Payment } from '@wallet-buttons/server';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Desk } from './desk.ts';
import { dayOf, fill, formatAmount, formatDay } from './format.ts';
import { isZero } from './money.ts';
import { cardText, emptyView, skeletonView, stateChips, timeView } from './parts.ts';
import { goTo, hrefOf, paymentsOf, type PaymentsRoute } from './route.ts';
import type { DeskTexts } from './texts.ts';

/** The payments of a day, of a state, or those that wait for a review. */
export function listView(desk: Desk): TemplateResult {
  const { state, texts } = desk;
  const { route, list } = state;
  const isFiltered = route.view === 'payments';
  return html`
    <div class="head">
      <h1 tabindex="-1">${isFiltered ? texts.frame.payments : texts.frame.reviews}</h1>
      ${isFiltered ? filtersView(desk, route) : nothing}
    </div>
    <div class="panel" aria-busy=${list.isLoading}>
      ${sumsView(desk)}
      ${list.payments.length > 0 || list.next !== undefined ? tableView(desk) : placeView(desk)}
    </div>
    <p class="hidden" role="status">
      ${fill(texts.list.shown, { count: String(list.payments.length) })}
    </p>
  `;
}

function filtersView({ texts: { list, states } }: Desk, route: PaymentsRoute): TemplateResult {
  const { from, to, search } = route;
  const today = dayOf(new Date());
  const withState = (event: Event): void => {
    const state = (event.target as HTMLSelectElement).value;
    // Holds are opened long before they end.
    goTo({ ...route, state, ...(state === 'ending' && { from: '', to: '' }) });
  };
  // One day stays one day, until its end is chosen.
  const withFrom = (day: string): void => {
    goTo({ ...route, from: day, to: from === to || day > to ? day : to });
  };
  const withTo = (day: string): void => {
    goTo({ ...route, from: day === '' || from <= day ? from : day, to: day });
  };
  const dayLink = (day: string, name: string) => {
    const isHere = from === day && to === day;
    return html`<a
      href=${hrefOf({ ...route, from: day, to: day })}
      aria-current=${isHere ? 'true' : nothing}
    >
      ${name}
    </a>`;
  };
  const dayInput = (name: string, day: string, choose: (day: string) => void) => html`<label>
    <span class="small">${name}</span>
    <input
      type="date"
      max=${today}
      .value=${day}
      @change=${(event: Event) => {
        choose((event.target as HTMLInputElement).value);
      }}
    />
  </label>`;
  return html`<div class="filters">
    ${
      search === ''
        ? nothing
        : html`<a class="chip" href=${hrefOf({ ...route, search: '' })}>
            “${search}” <span aria-hidden="true">✕</span><span class="hidden">${list.clear}</span>
          </a>`
    }
    <div class="segments">${dayLink(today, list.today)} ${dayLink('', list.allDays)}</div>
    ${dayInput(list.from, from, withFrom)} ${dayInput(list.to, to, withTo)}
    <label>
      <span class="hidden">${list.state}</span>
      <select class="states" @change=${withState}>
        <option value="" ?selected=${route.state === ''}>${list.allStates}</option>
        ${stateOptions(states).map(
          ([name, text]) =>
            html`<option value=${name} ?selected=${route.state === name}>${text}</option>`,
        )}
        <option value="ending" ?selected=${route.state === 'ending'}>${list.endingHolds}</option>
      </select>
    </label>
  </div>`;
}

/** Whether a charge that went back is `refunded` or `cancelled` depends on the service: a clerk filters by both at once. */
function stateOptions(states: DeskTexts['states']): readonly (readonly [string, string])[] {
  const { refunded, cancelled, reversed: _, ...others } = states;
  return [...Object.entries(others), ['returned', `${refunded}, ${cancelled}`]];
}

/** What stands there without a payment. */
function placeView({ state: { route, list, problem }, texts }: Desk): unknown {
  if (problem) return nothing;
  if (list.isLoading) return skeletonView(texts.list.loading);
  if (route.view !== 'payments') return emptyView(texts.list.emptyReviews);
  const more = html`<a href=${hrefOf(paymentsOf('', route.search))}>${texts.list.allDays}</a>`;
  const isDay =
    route.state === '' && route.search === '' && route.from !== '' && route.from === route.to;
  return emptyView(isDay ? texts.list.emptyDay : texts.list.emptyFilter, more);
}

function tableView(desk: Desk): TemplateResult {
  const { list } = desk.texts;
  const { isBusy } = desk.state;
  const { payments, next, isLoading } = desk.state.list;
  return html`
    <table class="payments">
      <thead>
        <tr>
          <th scope="col" class="time">${list.opened}</th>
          <th scope="col">${list.order}</th>
          <th scope="col" class="card">${list.card}</th>
          <th scope="col" class="state">${list.state}</th>
          <th scope="col" class="number">${list.amount}</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          payments,
          ({ attempt }) => attempt,
          (payment) => rowView(desk, payment),
        )}
      </tbody>
    </table>
    <div class="foot">
      ${
        next === undefined
          ? nothing
          : html`<button ?disabled=${isLoading} @click=${() => void desk.more()}>${list.more}</button>`
      }
      <button ?disabled=${isBusy} @click=${() => void desk.addUp()}>${list.sums}</button>
      <button ?disabled=${isBusy} @click=${() => void desk.save()}>CSV</button>
    </div>
  `;
}

/** What all payments of the list come to, not only those that are shown. */
function sumsView({ state: { sums, language }, texts: { list, frame, payment } }: Desk): unknown {
  if (!sums) return nothing;
  const kinds = ['charged', 'refunded', 'left', 'held'] as const;
  return html`<div class="totals" role="group" aria-label=${list.sums}>
    ${sums.map(
      ({ currency, count, amounts }) => html`<dl class="sums">
        <div>
          <dt>${frame.payments}</dt>
          <dd>${count}</dd>
        </div>
        ${kinds.map(
          (kind) => html`<div>
            <dt>${payment[kind]}</dt>
            <dd>${formatAmount(amounts[kind], currency, language)}</dd>
          </div>`,
        )}
      </dl>`,
    )}
  </div>`;
}

function rowView({ state: { language }, texts }: Desk, payment: Payment): TemplateResult {
  const { order, openedAt, currency, amounts, holdEndsAt } = payment;
  const time = timeView(openedAt, language);
  const money = (amount: string): string => formatAmount(amount, currency, language);
  const refundedAmount = isZero(amounts.refunded) ? '' : money(amounts.refunded);
  const isPart =
    refundedAmount !== '' && (payment.state === 'paid' || payment.state === 'paid_off');
  const chips = html`${stateChips(payment, texts)}
  ${
    holdEndsAt === undefined
      ? nothing
      : html`<span class="small">
        ${fill(texts.list.holdEnds, { time: formatDay(holdEndsAt, language) })}
      </span>`
  }`;
  return html`<tr>
    <td class="time">${time}</td>
    <th scope="row">
      <a href=${hrefOf({ view: 'payment', order })}>${order}</a>
      <span class="below">${chips} <span class="small">${time}</span></span>
    </th>
    <td class="card">${cardText(payment)}</td>
    <td class="state">${chips}</td>
    <td class="number">
      ${money(amountOf(payment))}
      ${
        isPart
          ? html`<span class="small">${fill(texts.list.refundedPart, { amount: refundedAmount })}</span>`
          : nothing
      }
    </td>
  </tr>`;
}

/** What was charged, else what is held, else what was asked for. */
function amountOf({ amounts: { charged, held, asked } }: Payment): string {
  return [charged, held].find((amount) => !isZero(amount)) ?? asked;
}
