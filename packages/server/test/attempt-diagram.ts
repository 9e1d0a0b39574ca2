import { type Attempt, unsent } from '../src/order/attempt.ts';
import { type AttemptState, isLatePayment, isPaid, mayMove, states } from '../src/order/state.ts';

const attemptStates = Object.keys(states) as AttemptState[];
const rankOf = (state: AttemptState): number => states[state].rank;
const isLive = (state: AttemptState): boolean => states[state].live;

const box = { width: 104, height: 40 };
const gap = { x: 46, y: 22 };
const margin = 24;
const top = 56;
const middle = 190;

/** Lines to the next rank alone, and past ended states: a move over several ranks follows from them. */
const moves = pairs((state, nextState) => {
  const isBetween = (other: AttemptState): boolean =>
    isLive(other) && mayMove(state, other) && mayMove(other, nextState);
  return (
    mayMove(state, nextState) &&
    (rankOf(state) === rankOf(nextState) || !attemptStates.some(isBetween))
  );
});
const returns = pairs((state, nextState) => unsent({ state } as Attempt)?.state === nextState);

const kinds: readonly (readonly [string, string, (state: AttemptState) => boolean])[] = [
  ['paid', 'money is held or charged: the order stays closed', isPaid],
  ['open', 'under way: no other attempt of the order may start', isLive],
  ['free', 'ended without money: the order may be paid again', () => true],
];

/** The states of an attempt and the moves between them, from the table in the code. */
export function attemptDiagram(): string {
  const width = Math.max(...attemptStates.map((state) => placeOf(state).x)) + box.width + margin;
  const legend = kinds.map(([kind, text], index) => {
    const y = String(342 + index * 24);
    return `<rect class="${kind}" x="${String(margin)}" y="${y}" width="18" height="14" rx="3"/>
<text class="note" x="${String(margin + 28)}" y="${String(Number(y) + 11)}">${text}</text>`;
  });
  const notes = [
    ['move', 'evidence: along any number of arrows at once, never against them'],
    ['late', 'a late payment, after the order was free again: recorded, with an alarm'],
    ['return', 'proof that no byte of the token left: back to the start'],
  ].map(([kind, text], index) => {
    const y = String(349 + index * 24);
    return `<path class="${kind ?? ''}" d="M560 ${y}h34" marker-end="url(#${kind ?? ''})"/>
<text class="note" x="606" y="${String(Number(y) + 4)}">${text ?? ''}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} 424" role="img" aria-label="The states of one attempt to pay an order">
<style>
  svg { color-scheme: light dark; background: light-dark(#fff, #0d1117); font-family: system-ui, sans-serif; }
  text { fill: light-dark(#1f2328, #e6edf3); font-size: 13px; text-anchor: middle; }
  .outcome, .note { font-size: 11px; fill: light-dark(#59636e, #9198a1); }
  .note { text-anchor: start; }
  .title { font-size: 15px; font-weight: 600; text-anchor: start; }
  .open { fill: light-dark(#fff8c5, #3b2e00); stroke: #d4a72c; }
  .paid { fill: light-dark(#dafbe1, #0f3a1d); stroke: #2da44e; }
  .free { fill: light-dark(#f6f8fa, #21262d); stroke: #848d97; }
  path { fill: none; stroke: #848d97; stroke-width: 1.3; }
  path.late { stroke: #cf222e; }
  path.return { stroke: #0969da; stroke-dasharray: 5 4; }
  marker path { stroke: none; fill: #848d97; }
  #late path { fill: #cf222e; }
  #return path { fill: #0969da; }
</style>
<defs>${['move', 'late', 'return'].map((id) => `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0l8 4l-8 4z"/></marker>`).join('')}</defs>
<text class="title" x="${String(margin)}" y="32">One attempt to pay an order: its states, and the outcome that the page gets</text>
${moves.map(([state, nextState]) => line(state, nextState)).join('\n')}
${returns.map(([state, nextState], index) => arc(state, nextState, index)).join('\n')}
${attemptStates.map(drawState).join('\n')}
${[...legend, ...notes].join('\n')}
</svg>
`;
}

function drawState(state: AttemptState): string {
  const { x, y } = placeOf(state);
  const [kind = ''] = kinds.find(([, , is]) => is(state)) ?? [];
  const centre = String(x + box.width / 2);
  return `<rect class="${kind}" x="${String(x)}" y="${String(y)}" width="${String(box.width)}" height="${String(box.height)}" rx="6"/>
<text x="${centre}" y="${String(y + 17)}">${state}</text>
<text class="outcome" x="${centre}" y="${String(y + 32)}">${states[state].outcome}</text>`;
}

function line(state: AttemptState, nextState: AttemptState): string {
  const [start, end] = [placeOf(state), placeOf(nextState)];
  const kind = isLatePayment(state, nextState) ? 'late' : 'move';
  return `<path class="${kind}" d="${wayOf(start, end)}" marker-end="url(#${kind})"/>`;
}

/** Straight to the next column, in a bend to others and back. */
function wayOf(start: Place, end: Place): string {
  const [from, to] = [centreOf(start), centreOf(end)];
  const direction = to.y > from.y ? 1 : -1;
  const columns = Math.round((end.x - start.x) / (box.width + gap.x));
  if (columns === 0) return `M${String(from.x)} ${String(start.y + box.height)}V${String(end.y)}`;
  if (columns < 0) {
    const edge = String(to.y - (direction * box.height) / 2);
    return `M${String(start.x)} ${String(from.y)}Q${String(to.x)} ${String(from.y)} ${String(to.x)} ${edge}`;
  }
  if (columns > 1 && from.y !== to.y) {
    const edge = String(from.y + (direction * box.height) / 2);
    return `M${String(from.x)} ${edge}Q${String(from.x)} ${String(to.y)} ${String(end.x)} ${String(to.y)}`;
  }
  return `M${String(start.x + box.width)} ${String(from.y)}L${String(end.x)} ${String(to.y)}`;
}

function arc(state: AttemptState, nextState: AttemptState, index: number): string {
  const [start, end] = [placeOf(state), placeOf(nextState)];
  const shift = 12 * (index + 1);
  const height = String(start.y - 24 - 22 * index);
  const [a, b] = [String(start.x + box.width / 2), String(end.x + box.width / 2 + 24 - shift)];
  return `<path class="return" d="M${a} ${String(start.y)}C${a} ${height} ${b} ${height} ${b} ${String(end.y)}" marker-end="url(#return)"/>`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function centreOf({ x, y }: Place): Place {
  return { x: x + box.width / 2, y: y + box.height / 2 };
}

/** One centred column for each rank. */
function placeOf(state: AttemptState): Place {
  const ranks = [...new Set(attemptStates.map(rankOf))].sort((a, b) => a - b);
  const column = attemptStates
    .filter((other) => rankOf(other) === rankOf(state))
    .sort((one, other) => Number(one === 'abandoned') - Number(other === 'abandoned'));
  const height = column.length * box.height + (column.length - 1) * gap.y;
  return {
    x: margin + ranks.indexOf(rankOf(state)) * (box.width + gap.x),
    y: top + (middle - top) - height / 2 + column.indexOf(state) * (box.height + gap.y),
  };
}

function pairs(
  are: (state: AttemptState, nextState: AttemptState) => boolean,
): readonly (readonly [AttemptState, AttemptState])[] {
  return attemptStates.flatMap((state) =>
    attemptStates
      .filter((nextState) => are(state, nextState))
      .map((nextState) => [state, nextState] as const),
  );
}
