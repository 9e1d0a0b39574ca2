import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';
import { csvOf, download } from './csv.ts';
import { fill, formatFullTime } from './format.ts';
import { emptyView } from './parts.ts';
import { hrefOf } from './route.ts';
import type { DeskState } from './state.ts';
import type { DeskTexts } from './texts.ts';

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
export function reportView(desk: Desk): TemplateResult {
  const { state, texts } = desk;
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
    ${report && !problem ? differencesView(desk, report.report) : nothing}
  `;
}

type Report = NonNullable<DeskState['report']>['report'];

function differencesView(desk: Desk, report: Report): TemplateResult {
  const { texts } = desk;
  const differences = differencesIn(report);
  if (!differences) return html`<div class="panel">${emptyView(texts.report.missing)}</div>`;
  const warnings = warningsIn(report, texts);
  if (differences.length === 0) {
    const lines = warnings.length === 0 ? [texts.report.same] : warnings;
    return html`<div class="panel">${lines.map((line) => emptyView(line))}</div>`;
  }
  return tableView(desk, differences, warnings);
}

function tableView(
  desk: Desk,
  differences: readonly Difference[],
  warnings: readonly string[],
): TemplateResult {
  const { frame, report, list } = desk.texts;
  const { reportRows } = desk.state;
  const count = String(differences.length);
  const titles = [list.order, report.kind, report.here, report.there, report.note];
  const save = (): void => {
    const rows = differences.map((each) => cellsOf(each, desk.texts));
    download('reconcile.csv', csvOf([titles, ...rows]));
  };
  return html`<div class="panel wide" tabindex="0" role="region" aria-label=${frame.report}>
      <p class="caption">${fill(report.differences, { count })}</p>
      <p class="caption soft">${[...kindCounts(differences, desk.texts), ...warnings].join(' · ')}</p>
      <table>
        <thead>
          <tr>
            ${titles.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${differences.slice(0, reportRows).map((each) => rowView(each, desk.texts))}
        </tbody>
      </table>
    </div>
    <div class="foot">
      ${
        differences.length > reportRows
          ? html`<button @click=${() => void desk.more()}>${list.more}</button>`
          : nothing
      }
      <button @click=${save}>CSV</button>
    </div>`;
}

/** How many differences of each kind there are. */
function kindCounts(differences: readonly Difference[], { report }: DeskTexts): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind } of differences) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => `${kindText(kind, report)}: ${String(count)}`);
}

/** What keeps two sides without a difference from being the same. */
function warningsIn(report: Report, { report: texts }: DeskTexts): readonly string[] {
  const { count = 0 } = Object(report['afterLastRow']) as { readonly count?: number };
  const open = Number(report['carriedOn'] ?? 0);
  return [
    ...(count > 0 ? [fill(texts.afterLastRow, { count: String(count) })] : []),
    ...(open > 0 ? [fill(texts.open, { count: String(open) })] : []),
  ];
}

function rowView(difference: Difference, texts: DeskTexts): TemplateResult {
  const [order = '', ...cells] = cellsOf(difference, texts);
  return html`<tr>
    <th scope="row">
      ${order === '' ? '–' : html`<a href=${hrefOf({ view: 'payment', order })}>${order}</a>`}
    </th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}

function cellsOf(
  { kind, order, here, there, note = '' }: Difference,
  { report }: DeskTexts,
): readonly string[] {
  return [order, kindText(kind, report), sideText(here), sideText(there), note];
}

/** A newer command may have other kinds. */
function kindText(kind: string, { kinds }: DeskTexts['report']): string {
  return (Object.hasOwn(kinds, kind) && kinds[kind]) || kind;
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
