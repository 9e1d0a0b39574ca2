import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';
import { fill, formatFullTime } from './format.ts';
import { emptyView } from './parts.ts';
import { hrefOf } from './route.ts';

/** The last comparison of the payment service's export with the store, as the command line wrote it. */
export function reportView({ state: { report, language, problem }, texts }: Desk): TemplateResult {
  const rows = rowsOf(report?.report['differences']);
  const names = [...new Set(rows.flatMap(Object.keys))];
  return html`
    <div class="head">
      <h1 tabindex="-1">${texts.frame.report}</h1>
      ${
        report
          ? html`<p class="soft">
            ${fill(texts.report.at, { time: formatFullTime(report.writtenAt, language) })}
          </p>`
          : nothing
      }
    </div>
    ${
      report && !problem
        ? html`<div class="panel wide" tabindex="0" role="region" aria-label=${texts.frame.report}>
          ${
            rows.length === 0
              ? emptyView(texts.report.same)
              : html`<p class="caption">
                  ${fill(texts.report.differences, { count: String(rows.length) })}
                </p>
                <table>
                  <thead>
                    <tr>
                      ${names.map((name) => html`<th scope="col">${name}</th>`)}
                    </tr>
                  </thead>
                  <tbody>
                    ${rows.slice(0, mostRows).map(
                      (row) => html`<tr>
                      ${names.map((name) => html`<td>${cellOf(name, row[name])}</td>`)}
                    </tr>`,
                    )}
                  </tbody>
                </table>`
          }
        </div>`
        : nothing
    }
  `;
}

const mostRows = 1000;

type Row = Readonly<Record<string, unknown>>;

function rowsOf(differences: unknown): readonly Row[] {
  if (!Array.isArray(differences)) return [];
  return differences.filter((each): each is Row => typeof each === 'object' && each !== null);
}

function cellOf(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return name === 'order'
    ? html`<a href=${hrefOf({ view: 'payment', order: text })}>${text}</a>`
    : text;
}
