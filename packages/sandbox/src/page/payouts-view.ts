import { html, nothing, type TemplateResult } from 'lit';
import type { LedgerView } from '../service/control-api.ts';
import { badge, timeOf } from './parts.ts';

/** Payouts to recipients and ordered exports; nothing where there are neither. */
export function payoutsView({
  payouts,
  exports,
  balance,
}: LedgerView): TemplateResult | typeof nothing {
  if (payouts.length === 0 && exports.length === 0) return nothing;
  return html`<section class="panel">
    <h2>Payouts and exports</h2>
    <p class="soft">The balance is <b class="amount">${balance}</b>.</p>
    <ul class="rows">
      ${payouts.map(
        ({ public_id: id, amount, status, purpose }) =>
          html`<li>
            <b class="amount">${amount}</b>
            <span>${badge(status, status === 'refunded' ? 'plain' : 'good')} ${purpose}</span>
            <code class="soft">${id}</code>
          </li>`,
      )}
      ${exports.map(
        ({ export_id: id, group, format, from_date: from, to_date: to, requested_at: at }) =>
          html`<li>
            <b>${group} as ${format}</b>
            <span>${from} to ${to}, at ${timeOf(at)}</span>
            <code class="soft">${id}</code>
          </li>`,
      )}
    </ul>
  </section>`;
}
