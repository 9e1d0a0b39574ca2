import type { StatusChange, Undelivered } from '@wallet-buttons/server';
import { shownState } from '@wallet-buttons/server/explain';
import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';
import { fill, formatFullTime } from './format.ts';
import { emptyView, timeView } from './parts.ts';
import { hrefOf } from './route.ts';
import { mayOperate } from './state.ts';
import type { DeskTexts } from './texts.ts';

/** The changes that the shop has not accepted, and the alarms. */
export function deliveriesView(desk: Desk): TemplateResult {
  const { texts, state } = desk;
  const { deliveries } = texts;
  const { undelivered, alarms, language } = state;
  return html`
    <div class="head"><h1 tabindex="-1">${deliveries.title}</h1></div>
    <p class="soft">${deliveries.lead}</p>
    <div class="panel">
      ${
        undelivered.length === 0
          ? emptyView(deliveries.empty)
          : html`<ul class="rows">
            ${undelivered.map((each) => undeliveredView(desk, each))}
          </ul>`
      }
    </div>
    <h2 class="apart">${deliveries.alarms}</h2>
    <p class="soft">${deliveries.alarmsLead}</p>
    <div class="panel">
      ${
        alarms.length === 0
          ? emptyView(deliveries.noAlarms)
          : html`<ul class="rows">
            ${alarms.map(
              ({ code, at, order }) => html`<li>
                <span class="small">${timeView(at, language)}</span>
                <span>${alarmText(code, texts)} <code>${code}</code></span>
                ${order === undefined ? '' : orderLink(order)}
              </li>`,
            )}
          </ul>`
      }
    </div>
  `;
}

function undeliveredView(desk: Desk, each: Undelivered): TemplateResult {
  const { texts } = desk;
  const { language } = desk.state;
  const { order, changes, tries, nextAt } = each;
  const { deliveries } = texts;
  return html`<li>
    ${orderLink(order)}
    <span>${changes.map((change) => outcomeText(change, texts)).join(' → ')}</span>
    <span class="small">
      ${fill(deliveries.tries, { count: String(tries) })},
      ${fill(deliveries.next, { time: formatFullTime(nextAt, language) })}
    </span>
    ${deliverButton(desk, order)}
  </li>`;
}

/** Lets the changes of an order be delivered at once, for a clerk who may. */
export function deliverButton(desk: Desk, order: string): unknown {
  if (!mayOperate(desk.state.session)) return nothing;
  return html`<button @click=${() => void desk.deliver(order)}>
    ${desk.texts.deliveries.again}
  </button>`;
}

/** An alarm in words. A newer program may have others. */
function alarmText(code: string, { alarms }: DeskTexts): string {
  return (Object.hasOwn(alarms, code) && alarms[code]) || '';
}

/** An outcome, as the chip of its state has it. */
function outcomeText({ outcome, refunded = '0' }: StatusChange, { states }: DeskTexts): string {
  return states[shownState(outcome === 'succeeded' ? 'paid' : outcome, refunded)];
}

function orderLink(order: string): TemplateResult {
  return html`<a href=${hrefOf({ view: 'payment', order })}>${order}</a>`;
}
