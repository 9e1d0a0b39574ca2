/// <reference types="node" />
import { writeFileSync } from 'node:fs';
import { transitions, type OrderState } from '../src/order-states.ts';

/** Draws `order-states.svg` of the table of transitions, for the guide. */
const places: Readonly<Record<OrderState, readonly [number, number]>> = {
  free: [90, 90],
  sheet: [330, 90],
  sent: [570, 90],
  bank: [810, 90],
  elsewhere: [90, 290],
  asking: [330, 290],
  unsure: [570, 290],
  paid: [810, 290],
  closed: [330, 490],
};
const [width, height] = [110, 44];
/** Between boxes further apart than this a line would cross others: the box says it in words. */
const nearLimit = 320;

type Edge = readonly [from: OrderState, to: OrderState, labels: readonly string[]];

function edges(): readonly Edge[] {
  const edgeMap = new Map<string, Edge>();
  for (const source of Object.keys(places) as OrderState[]) {
    for (const [event, target] of Object.entries(transitions[source])) {
      if (target === source) continue;
      const [, , labels = []] = edgeMap.get(`${source} ${target}`) ?? [];
      edgeMap.set(`${source} ${target}`, [source, target, [...labels, event]]);
    }
  }
  return [...edgeMap.values()];
}

function isNear([from, to]: Edge): boolean {
  const [[x1, y1], [x2, y2]] = [places[from], places[to]];
  return Math.hypot(x2 - x1, y2 - y1) < nearLimit;
}

/** A curve from edge to edge of two boxes, bent to the left of its way, and its label. */
function drawn([from, to, labels]: Edge): string {
  const [x1, y1] = places[from];
  const [x2, y2] = places[to];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const bend = 26;
  const [cx, cy] = [(x1 + x2) / 2 + dy * bend, (y1 + y2) / 2 - dx * bend];
  const [sx, sy] = border(x1, y1, cx, cy);
  const [ex, ey] = border(x2, y2, cx, cy);
  const middle = [(sx + 2 * cx + ex) / 4, (sy + 2 * cy + ey) / 4].map(Math.round);
  return `<path d="M${String(sx)} ${String(sy)}Q${String(Math.round(cx))} ${String(Math.round(cy))} ${String(ex)} ${String(ey)}"/>
<text class="event" x="${String(middle[0])}" y="${String(middle[1])}">${labels.join(', ')}</text>`;
}

/** Where the line from a box's middle to that point leaves the box. */
function border(x: number, y: number, toX: number, toY: number): readonly [number, number] {
  const [dx, dy] = [toX - x, toY - y];
  const scale = Math.min((width / 2 + 4) / Math.abs(dx || 1), (height / 2 + 4) / Math.abs(dy || 1));
  return [Math.round(x + dx * scale), Math.round(y + dy * scale)];
}

const boxes = Object.entries(places).map(
  ([state, [x, y]]) =>
    `<rect x="${String(x - width / 2)}" y="${String(y - height / 2)}" width="${String(width)}" height="${String(height)}" rx="8"/>
<text class="state" x="${String(x)}" y="${String(y + 5)}">${state}</text>
${inWords(state, x, y)}`,
);

function inWords(state: string, x: number, y: number): string {
  const farEdges = edges().filter((edge) => edge[0] === state && !isNear(edge));
  const step = y < 200 ? -15 : 15;
  const first = y < 200 ? y - height / 2 - 8 : y + height / 2 + 18;
  return farEdges
    .map(([, to, labels], line) => {
      const textY = String(first + line * step);
      return `<text class="event" x="${String(x)}" y="${textY}">${labels.join(', ')} → ${to}</text>`;
    })
    .join('\n');
}
/** The picture. */
export const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 590" role="img" aria-label="What a page knows of an order, and what changes it">
<style>text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#1f2328}.state{font-weight:600}.event{font-size:12px;fill:#57606a;paint-order:stroke;stroke:#fff;stroke-width:4px}rect{fill:#ddf4ff;stroke:#0969da}path{fill:none;stroke:#8c959f;marker-end:url(#arrow)}</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#8c959f;stroke:none;marker-end:none"/></marker></defs>
<rect x="0" y="0" width="900" height="590" rx="0" style="fill:#fff;stroke:none"/>
${[...edges().filter(isNear).map(drawn), ...boxes].join('\n')}
</svg>
`;
if (import.meta.main) writeFileSync(new URL('../order-states.svg', import.meta.url), svg);
