import { html, nothing, type TemplateResult } from 'lit';
import type { LedgerSession, RecordedCall, SessionStatus } from '../service/control-api.ts';
import { webhookVersions } from '../service/webhook/versions.ts';
import { callsView } from './calls-view.ts';
import { sendWebhook, setStatus } from './control.ts';
import { badge, timeOf, toneOf } from './parts.ts';

/** Runs a control request, and shows its result. */
export type Act = (action: string, work: () => Promise<unknown>) => void;

const changes: readonly (readonly [SessionStatus, string])[] = [
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['voided', 'Voided'],
  ['refunded', 'Refunded'],
  ['expired', 'Expired'],
];

const reportable = [
  ...['created', 'processing', 'holded', 'paid', 'paid_off', 'disputed'],
  ...['failed', 'expired', 'voided', 'refunded', 'paid_maybe'],
];

/** What the reader chose to report, by session: it outlasts the next look at the ledger. */
const reportChoices = new Map<string, string>();

/** One session: its payments, the actions on it, its webhooks and the calls about it. */
export function sessionView(
  session: LedgerSession,
  calls: readonly RecordedCall[],
  act: Act,
): TemplateResult {
  const order = session.external_id ?? session.id;
  return html`<article class="session" aria-label="Order ${order}">
    <header>
      <h2>${order}</h2>
      ${badge(session.status, toneOf(session.status))} ${chargesBadge(session)}
      <p class="soft">
        <code>${session.id}</code>
      </p>
    </header>
    ${paymentsView(session)} ${attemptsView(session)} ${actionsView(session, act)} ${webhooksView(session)}
    <section>
      <h3>Signed calls</h3>
      ${
        calls.length > 0
          ? callsView(calls)
          : html`<p class="soft">None since the sandbox was started.</p>`
      }
    </section>
  </article>`;
}

/** More than one charge is the mistake that this page is for. */
export function chargesBadge({ charges }: LedgerSession): TemplateResult {
  if (charges === 0) return badge('not charged', 'plain');
  return charges === 1 ? badge('charged once', 'good') : badge(`charged ${charges} times`, 'bad');
}

function paymentsView(session: LedgerSession): TemplateResult {
  return html`<section>
    <h3>Payments</h3>
    <ul class="rows">
      ${session.operations.map(
        ({ id, amount, charged, refunded, status, use_hold: hold, delivery }) =>
          html`<li>
            <b class="amount">${amount} <small>${session.currency}</small></b>
            <span>
              ${badge(status, toneOf(status))} ${hold ? badge('hold', 'plain') : nothing}
              ${Number(charged) > 0 && charged !== amount ? badge(`${charged} charged`, 'plain') : nothing}
              ${Number(refunded) > 0 ? badge(`${refunded} refunded`, 'plain') : nothing}
              ${delivery === null ? nothing : badge(`to ${delivery.recipient_city}`, 'plain')}
            </span>
            <code class="soft">${id}</code>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Each accepted token: two paid ones are two charges. */
function attemptsView({ attempts }: LedgerSession): TemplateResult | typeof nothing {
  if (attempts.length === 0) return nothing;
  return html`<section aria-labelledby="attempts">
    <h3 id="attempts">Attempts to pay</h3>
    <ul class="rows">
      ${attempts.map(
        ({ id, card, paytype, bank, status, amount, currency, created_at: creationTime }) =>
          html`<li>
            <b>${card.network} •••• ${card.last4}</b>
            <span>
              ${badge(status, toneOf(status))} <span class="amount">${amount} <small>${currency}</small></span>
              ${bank === 'none' ? nothing : badge(`bank ${bank}`, bank === 'waiting' ? 'wait' : 'plain')}
              ${
                bank === 'waiting'
                  ? html`<a href="bank/${id}" target="_blank" rel="noopener">Open the bank’s page</a>`
                  : nothing
              }
            </span>
            <span class="soft">${paytype}, ${card.auth}, ${timeOf(creationTime)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function actionsView(session: LedgerSession, act: Act): TemplateResult {
  const field = `report-${session.id}`;
  const reportedStatus = reportChoices.get(session.id) ?? session.status;
  const choose = (event: Event): void => {
    reportChoices.set(session.id, (event.target as HTMLSelectElement).value);
  };
  return html`<section class="actions">
    <div>
      <h3>Change it</h3>
      <p class="soft">The service changes the status, and its webhook follows.</p>
      <div class="buttons">
        ${changes.map(
          ([status, name]) =>
            html`<button
              type="button"
              @click=${() => {
                act(`Status is ${status}`, () => setStatus(session.id, status));
              }}
            >
              ${name}
            </button>`,
        )}
      </div>
    </div>
    <div>
      <h3>Send a webhook</h3>
      <label class="soft" for=${field}>It reports this status and changes nothing:</label>
      <div class="buttons">
        <select id=${field} @change=${choose}>
          ${reportable.map(
            (status) => html`<option .selected=${status === reportedStatus}>${status}</option>`,
          )}
        </select>
        ${webhookVersions.map(
          (version) =>
            html`<button
              type="button"
              @click=${() => {
                const status = reportChoices.get(session.id) ?? session.status;
                act(`Webhook ${version} says ${status}`, () =>
                  sendWebhook(session.id, version, status),
                );
              }}
            >
              ${version}
            </button>`,
        )}
      </div>
    </div>
  </section>`;
}

function webhooksView({ webhooks, callback_url: url }: LedgerSession): TemplateResult {
  return html`<section>
    <h3>Webhooks</h3>
    <p class="soft">to <code>${url ?? 'nowhere: the session has no callback_url'}</code></p>
    <ul class="rows">
      ${webhooks.map(
        ({ version, status, attempts, delivered, last_answer: answer, body }) =>
          html`<li>
            <b>${version} ${status}</b>
            <span>
              ${deliveryBadge(delivered, attempts)}
              ${answer === null ? nothing : badge(String(answer), delivered ? 'plain' : 'bad')}
            </span>
            <details>
              <summary>${attempts} ${attempts === 1 ? 'try' : 'tries'}, body</summary>
              <pre tabindex="0">${body}</pre>
            </details>
          </li>`,
      )}
    </ul>
  </section>`;
}

function deliveryBadge(isDelivered: boolean, attempts: number): TemplateResult {
  if (isDelivered) return badge('delivered', 'good');
  return badge('not delivered', attempts > 0 ? 'bad' : 'wait');
}
