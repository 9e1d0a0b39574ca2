import { html, nothing, type TemplateResult } from 'lit';
import { deliveriesView } from './deliveries-view.ts';
import type { Desk } from './desk.ts';
import { dialogView } from './dialog-view.ts';
import { dayOf, problemText } from './format.ts';
import { languageView } from './language-view.ts';
import { listView } from './list-view.ts';
import { logInView } from './log-in-view.ts';
import { paymentView } from './payment-view.ts';
import { reportView } from './report-view.ts';
import { hrefOf, paymentsOf, type Route } from './route.ts';
import { mayOperate } from './state.ts';

/** The whole page. */
export function frameView(desk: Desk): TemplateResult {
  const { session } = desk.state;
  if (session === undefined) return html`<main class="loading">${problemView(desk)}</main>`;
  if (session === null) return logInView(desk);
  const { texts, state } = desk;
  const { frame } = texts;
  return html`
    <a class="skip" href="#content" @click=${skip}>${frame.skip}</a>
    <header class="top">
      <a class="mark" href="#/" aria-label=${texts.title}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M8 12h16M8 17h10M8 22h6" />
        </svg>
        <span>${texts.title}</span>
      </a>
      <form class="find" role="search" @submit=${find(desk)}>
        <label class="hidden" for="find">${frame.find}</label>
        <input id="find" name="text" placeholder=${frame.find} autocomplete="off" maxlength="255" />
        <button>${frame.findButton}</button>
      </form>
      <div class="who">
        ${languageView(desk)}
        <span class="role">
          ${session.name} (${mayOperate(session) ? frame.mayOperate : frame.mayRead})
        </span>
        <button class="quiet" @click=${() => void desk.logOut()}>${frame.logOut}</button>
      </div>
      ${navigationView(desk)}
    </header>
    <main id="content">${problemView(desk)} ${noticeView(state.notice)} ${contentView(desk)}</main>
    ${dialogView(desk)}
  `;
}

function contentView(desk: Desk): TemplateResult {
  switch (desk.state.route.view) {
    case 'payment':
      return paymentView(desk);
    case 'deliveries':
      return deliveriesView(desk);
    case 'report':
      return reportView(desk);
    case 'payments':
    case 'reviews':
      return listView(desk);
  }
}

/** A count ends there. */
const mostCounted = 500;

function navigationView({ state, texts: { frame } }: Desk): TemplateResult {
  const { waiting, session, route } = state;
  const today = paymentsOf(dayOf(new Date()));
  const link = (target: Route, name: string, count = '') => {
    const isHere =
      target.view === route.view || (target.view === 'payments' && route.view === 'payment');
    return html`<a href=${hrefOf(target)} aria-current=${isHere ? 'page' : nothing}>
      ${name}${count === '' ? nothing : html` <span class="count">${count}</span>`}
    </a>`;
  };
  const countOf = (count: number) =>
    count === 0 ? '' : `${String(count)}${count === mostCounted ? '+' : ''}`;
  return html`<nav aria-label=${frame.payments}>
    ${link(today, frame.payments)}
    ${link({ view: 'reviews' }, frame.reviews, countOf(waiting.reviews))}
    ${link({ view: 'deliveries' }, frame.deliveries, countOf(waiting.undelivered))}
    ${session?.hasReport === true ? link({ view: 'report' }, frame.report) : nothing}
  </nav>`;
}

/** The problem, announced at once. */
function problemView({ state: { problem }, texts }: Desk): TemplateResult {
  return html`<div role="alert">
    ${problem ? html`<p class="notice bad">${problemText(problem, texts)}</p>` : nothing}
  </div>`;
}

function noticeView(notice: string): TemplateResult {
  return html`<div role="status">
    ${notice === '' ? nothing : html`<p class="notice good">${notice}</p>`}
  </div>`;
}

/** The fragment is the route, so the link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('h1')?.focus();
}

function find(desk: Desk) {
  return (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = new FormData(form).get('text');
    if (typeof text === 'string') void desk.find(text.trim());
    form.reset();
  };
}
