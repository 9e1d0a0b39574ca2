import { html, nothing, type TemplateResult } from 'lit';
import type { ExportFormat, LedgerView } from '../service/control-api.ts';
import { badge, timeOf } from './parts.ts';

/** Payouts to recipients and ordered exports; empty if there are neither. */
export function payoutsView(
  { payouts, exports, balance }: LedgerView,
  currency: string,
): TemplateResult | typeof nothing {
  if (payouts.length === 0 && exports.length === 0) return nothing;
  return html`<section class="panel">
    <h2>Payouts and exports</h2>
    <p class="soft">The balance is <b class="amount">${balance} ${currency}</b>.</p>
    <ul class="rows">
      ${payouts.map(
        ({ public_id: id, amount, status, purpose }) =>
          html`<li>
            <b class="amount">${amount} <small>${currency}</small></b>
            <span>${badge(status, status === 'refunded' ? 'plain' : 'good')} ${purpose}</span>
            <code class="soft">${id}</code>
          </li>`,
      )}
      ${exports.map(
        ({
          export_id: id,
          group,
          format,
          from_date: startDate,
          to_date: endDate,
          requested_at: requestTime,
          content,
        }) =>
          html`<li>
            <a href=${fileUrl(format, content)} download="${group}.${format.toLowerCase()}"
              >${group} as ${format}</a
            >
            <span>${daysOf(startDate, endDate)}, at ${timeOf(requestTime)}</span>
            <code class="soft">${id}</code>
          </li>`,
      )}
    </ul>
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
