import type { Row } from './measure.ts';

/** One bar: a name, a number and, where it was taken more than once, its quartiles. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly ours?: boolean;
}

export interface Chart {
  readonly title: string;
  /** What the numbers are and how they were taken, in one line. */
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** A line across the bars, such as the hand-written page. */
  readonly mark?: { readonly value: number; readonly name: string };
}

const [width, left, right, row, top] = [800, 290, 70, 26, 62];

/** Bars from zero on one linear scale, with the quartiles as whiskers, for light and dark pages. */
export function chart({ title, unit, bars, mark }: Chart): string {
  const most = Math.max(...bars.map(({ value, high }) => high ?? value), mark?.value ?? 0);
  const x = (value: number) => left + (Math.max(value, 0) / most) * (width - left - right);
  const height = top + bars.length * row + 14;
  const lines = bars.map((bar, i) => {
    const y = top + i * row;
    const { value, low = value, high = value } = bar;
    const end = Math.max(x(value), x(high));
    return `<text x="${left - 10}" y="${y + 15}" text-anchor="end"${bar.ours ? ' font-weight="600"' : ''}>${escaped(bar.name)}</text>
<rect class="${bar.ours ? 'ours' : 'other'}" x="${left}" y="${y + 3}" width="${Math.max(x(value) - left, 1).toFixed(1)}" height="16" rx="2"/>
${high > low ? `<path class="spread" d="M${x(low).toFixed(1)} ${y + 11}H${x(high).toFixed(1)}"/>` : ''}
<text x="${(end + 6).toFixed(1)}" y="${y + 15}">${short(value)}</text>`;
  });
  const line = mark
    ? `<path class="mark" d="M${x(mark.value).toFixed(1)} ${top - 4}V${height - 10}"/>
<text class="quiet" x="${x(mark.value).toFixed(1)}" y="${top - 8}" text-anchor="middle">${escaped(mark.name)}</text>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.quiet { fill: #59636e; font-size: 12px }
.ours { fill: #0f766e }
.other { fill: #a8b1bb }
.spread { stroke: #1f2328; stroke-width: 1.5; fill: none }
.mark { stroke: #59636e; stroke-dasharray: 3 3; fill: none }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.quiet { fill: #9198a1 }
.ours { fill: #2dd4bf }
.other { fill: #57606a }
.spread { stroke: #f0f6fc }
.mark { stroke: #9198a1 }
}
</style>
<text x="0" y="16" font-weight="600">${escaped(title)}</text>
<text class="quiet" x="0" y="34">${escaped(unit)}</text>
${line}
${lines.join('\n')}
</svg>
`;
}

/** A bar for each row that has the figure as a number. */
export function bars(rows: readonly Row[], figure: string): readonly Bar[] {
  return rows.flatMap(({ contender, name, wallet, figures }) => {
    const found = figures[figure];
    if (found === undefined || typeof found === 'string') return [];
    const bar = {
      name: wallet === undefined ? name : `${name} (${wallet})`,
      ours: contender.startsWith('ours'),
    };
    if (typeof found === 'number') return [{ ...bar, value: found }];
    return [{ ...bar, value: found.median, low: found.low, high: found.high }];
  });
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
