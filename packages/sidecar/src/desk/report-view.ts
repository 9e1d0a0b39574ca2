import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';
import { fill, formatFullTime } from './format.ts';
import { emptyView } from './parts.ts';
import { hrefOf } from './route.ts';
import type { DeskTexts } from './texts.ts';

/** So many differences are shown; the file has more. */
const mostRows = 500;

/** One side of a difference, as `wallet-buttons reconcile --out` writes it. */
interface Side {
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly refunded: string;
}

interface Difference {
  readonly kind: string;
  readonly order: string;
  readonly here?: Side;
  readonly there?: Side;
  readonly note?: string;
}

/** The last comparison of the payment service's export with the store, as the command line wrote it. */
export function reportView({ state, texts }: Desk): TemplateResult {
  const { report, language, problem } = state;
  const { from, until } = report?.report ?? {};
  const time = (isoTime: string): string => formatFullTime(isoTime, language);
  const lines = [
    ...(typeof from === 'string' && typeof until === 'string'
      ? [fill(texts.report.period, { from: time(from), until: time(until) })]
      : []),
    ...(report ? [fill(texts.report.at, { time: time(report.writtenAt) })] : []),
  ];
  return html`
    <div class="head">
      <h1 tabindex="-1">${texts.frame.report}</h1>
      <p class="soft">${lines.join(' · ')}</p>
    </div>
    ${report && !problem ? differencesView(differencesIn(report.report), texts) : nothing}
  `;
}

function differencesView(
  differences: readonly Difference[] | null,
  texts: DeskTexts,
): TemplateResult {
  const { frame, report, list } = texts;
  if (!differences) return html`<div class="panel">${emptyView(report.missing)}</div>`;
  if (differences.length === 0) return html`<div class="panel">${emptyView(report.same)}</div>`;
  const count = String(differences.length);
  return html`<div class="panel wide" tabindex="0" role="region" aria-label=${frame.report}>
    <p class="caption">${fill(report.differences, { count })}</p>
    <table>
      <thead>
        <tr>
          ${[list.order, report.kind, report.here, report.there, report.note].map(
            (name) => html`<th scope="col">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${differences.slice(0, mostRows).map((each) => rowView(each, texts))}
      </tbody>
    </table>
  </div>`;
}

function rowView({ kind, order, here, there, note }: Difference, { report }: DeskTexts) {
  return html`<tr>
    <th scope="row">
      ${order === '' ? '–' : html`<a href=${hrefOf({ view: 'payment', order })}>${order}</a>`}
    </th>
    <td>${Object.hasOwn(report.kinds, kind) ? report.kinds[kind] : kind}</td>
    <td>${sideText(here)}</td>
    <td>${sideText(there)}</td>
    <td>${note}</td>
  </tr>`;
}

function sideText(side: Side | undefined): string {
  if (!side) return '–';
  const { status, amount, currency, refunded } = side;
  const refundText = /[1-9]/.test(refunded) ? ` (−${refunded})` : '';
  return `${status} ${amount} ${currency}${refundText}`;
}

/** The differences of a report; `null` if it has no list of them. What has no kind is shown without one. */
function differencesIn({
  differences,
}: Readonly<Record<string, unknown>>): readonly Difference[] | null {
  if (!Array.isArray(differences)) return null;
  return differences.map((each): Difference => {
    const difference = Object(each) as Partial<Difference>;
    return {
      ...difference,
      kind: difference.kind ?? JSON.stringify(each),
      order: difference.order ?? '',
    };
  });
}
