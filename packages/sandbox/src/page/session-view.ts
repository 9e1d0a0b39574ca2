import { html, nothing, type TemplateResult } from 'lit';
import type { LedgerSession, RecordedCall, SessionStatus } from '../service/control-api.ts';
import { webhookVersions } from '../service/webhook/versions.ts';
import { callsView } from './calls-view.ts';
import type { Changes } from './control.ts';
import { badge, button, choice, money, rows, timeOf, toneOf } from './parts.ts';

/** Sends a control request, and shows its result. */
export type Act = <Name extends keyof Changes>(
  action: string,
  name: Name,
  body: Changes[Name],
) => void;

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
    ${rows(
      session.operations,
      ({ id, amount, charged, refunded, status, use_hold: hold, delivery }) =>
        html`<b>${money(amount, session.currency)}</b>
          <span>
            ${badge(status, toneOf(status))} ${hold ? badge('hold', 'plain') : nothing}
            ${Number(charged) > 0 && charged !== amount ? badge(`${charged} charged`, 'plain') : nothing}
            ${Number(refunded) > 0 ? badge(`${refunded} refunded`, 'plain') : nothing}
            ${delivery === null ? nothing : badge(`to ${delivery.recipient_city}`, 'plain')}
          </span>
          <code class="soft">${id}</code>`,
    )}
  </section>`;
}

/** Each accepted token: two paid ones are two charges. */
function attemptsView({ attempts }: LedgerSession): TemplateResult | typeof nothing {
  if (attempts.length === 0) return nothing;
  return html`<section aria-labelledby="attempts">
    <h3 id="attempts">Attempts to pay</h3>
    ${rows(
      attempts,
      ({ id, card, paytype, bank, status, amount, currency, created_at: creationTime }) =>
        html`<b>${card.network} •••• ${card.last4}</b>
          <span>
            ${badge(status, toneOf(status))} ${money(amount, currency)}
            ${bank === 'none' ? nothing : badge(`bank ${bank}`, bank === 'waiting' ? 'wait' : 'plain')}
            ${
              bank === 'waiting'
                ? html`<a href="bank/${id}" target="_blank" rel="noopener">Open the bank’s page</a>`
                : nothing
            }
          </span>
          <span class="soft">${paytype}, ${card.auth}, ${timeOf(creationTime)}</span>`,
    )}
  </section>`;
}

function actionsView({ id, status: currentStatus }: LedgerSession, act: Act): TemplateResult {
  const reportedStatus = reportChoices.get(id) ?? currentStatus;
  return html`<section class="actions">
    <div>
      <h3>Change it</h3>
      <p class="soft">The service changes the status, and its webhook follows.</p>
      <div class="buttons">
        ${changes.map(([status, name]) =>
          button(name, () => {
            act(`Status is ${status}`, 'status', { session_id: id, status });
          }),
        )}
      </div>
    </div>
    <div>
      <h3>Send a webhook</h3>
      <label class="soft" for="report">It reports this status and changes nothing:</label>
      <div class="buttons">
        ${choice(reportable, reportedStatus, (status) => reportChoices.set(id, status), 'report')}
        ${webhookVersions.map((version) =>
          button(version, () => {
            const status = reportChoices.get(id) ?? currentStatus;
            const action = `Webhook ${version} says ${status}`;
            act(action, 'webhook', { session_id: id, version, status });
          }),
        )}
      </div>
    </div>
  </section>`;
}

function webhooksView({ webhooks, callback_url: url }: LedgerSession): TemplateResult {
  return html`<section>
    <h3>Webhooks</h3>
    <p class="soft">to <code>${url ?? 'nowhere: the session has no callback_url'}</code></p>
    ${rows(
      webhooks,
      ({ version, status, attempts, delivered, last_answer: answer, body }) =>
        html`<b>${version} ${status}</b>
          <span>
            ${deliveryBadge(delivered, attempts)}
            ${answer === null ? nothing : badge(String(answer), delivered ? 'plain' : 'bad')}
          </span>
          <details>
            <summary>${attempts} ${attempts === 1 ? 'try' : 'tries'}, body</summary>
            <pre tabindex="0">${body}</pre>
          </details>`,
    )}
  </section>`;
}

function deliveryBadge(isDelivered: boolean, attempts: number): TemplateResult {
  if (isDelivered) return badge('delivered', 'good');
  return badge('not delivered', attempts > 0 ? 'bad' : 'wait');
}
