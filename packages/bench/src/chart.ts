import type { Row } from './measure.ts';

/** One bar: a name, a number and, if it was taken more than once, its quartiles. */
interface Bar {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly isOurs: boolean;
}

interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
}

const [width, left, right, row, top] = [800, 290, 70, 26, 56];

/** Bars from zero on one linear scale, with the quartiles as whiskers, for light and dark pages. */
export function chart({ title, unit, bars }: Chart): string {
  const most = Math.max(...bars.map(({ high }) => high));
  const x = (value: number): string =>
    (left + (Math.max(value, 0) / most) * (width - left - right)).toFixed(1);
  const height = top + bars.length * row + 8;
  const lines = bars.map(({ name, value, low, high, isOurs }, index) => {
    const y = top + index * row;
    const number = value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
    return `<text x="${left - 10}" y="${y + 15}" text-anchor="end"${isOurs ? ' font-weight="600"' : ''}>${escaped(name)}</text>
<path class="${isOurs ? 'ours' : 'other'}" d="M${left} ${y + 3}H${x(value)}V${y + 19}H${left}Z"/>
${high > low ? `<path class="spread" d="M${x(low)} ${y + 11}H${x(high)}"/>` : ''}
<text x="${Number(x(high)) + 6}" y="${y + 15}">${number}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.ours { fill: #0f766e }
.other { fill: #a8b1bb }
.spread { stroke: #1f2328; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.ours { fill: #2dd4bf }
.other { fill: #57606a }
.spread { stroke: #f0f6fc }
}
</style>
<text y="16" font-weight="600">${escaped(title)}</text>
<text y="34">${escaped(unit)}</text>
${lines.join('\n')}
</svg>
`;
}

/** A bar for each row that has the figure as a number. */
export function bars(rows: readonly Row[], figure: string): readonly Bar[] {
  return rows.flatMap(({ contender, name, figures }) => {
    const value = figures[figure];
    if (value === undefined || typeof value === 'string') return [];
    const isOurs = contender.startsWith('ours');
    const { median, low, high } =
      typeof value === 'number' ? { median: value, low: value, high: value } : value;
    return [{ name, isOurs, value: median, low, high }];
  });
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
