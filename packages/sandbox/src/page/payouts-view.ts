import { html, nothing, type TemplateResult } from 'lit';
import type { ExportFormat, LedgerView } from '../service/control-api.ts';
import { badge, money, rows, timeOf } from './parts.ts';

/** Payouts to recipients and ordered exports; empty if there are neither. */
export function payoutsView(
  { payouts, exports, balance }: LedgerView,
  currency: string,
): TemplateResult | typeof nothing {
  if (payouts.length === 0 && exports.length === 0) return nothing;
  return html`<section class="panel">
    <h2>Payouts and exports</h2>
    <p class="soft">The balance is <b>${money(balance, currency)}</b>.</p>
    ${rows(
      payouts,
      ({ public_id: id, amount, status, purpose }) =>
        html`<b>${money(amount, currency)}</b>
          <span>${badge(status, status === 'refunded' ? 'plain' : 'good')} ${purpose}</span>
          <code class="soft">${id}</code>`,
    )}
    ${rows(
      exports,
      ({
        export_id: id,
        group,
        format,
        from_date: start,
        to_date: end,
        requested_at: time,
        content,
      }) =>
        html`<a href=${fileUrl(format, content)} download="${group}.${format.toLowerCase()}"
            >${group} as ${format}</a
          >
          <span>${daysOf(start, end)}, at ${timeOf(time)}</span>
          <code class="soft">${id}</code>`,
    )}
  </section>`;
}

const types: Readonly<Record<ExportFormat, string>> = {
  CSV: 'text/csv;charset=utf-8',
  JSON: 'application/json',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function daysOf(startDate: string, endDate: string): string {
  if (startDate === '' && endDate === '') return 'all days';
  return `${startDate || 'the first day'} to ${endDate || 'today'}`;
}

/** The file of an export, to be saved. */
function fileUrl(format: ExportFormat, content: string): string {
  const data = format === 'XLSX' ? `;base64,${content}` : `,${encodeURIComponent(content)}`;
  return `data:${types[format]}${data}`;
}
