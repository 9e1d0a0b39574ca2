import type { Change } from './change.ts';

/** A change as a reader of patches expects it. All that is shown is added or replaced between two equal parts. */
export function differenceOf({ path, before, after }: Change): string {
  const lines = after.replace(/\n$/, '').split('\n');
  if (before === null) return [`new file ${path}`, ...lines.map((line) => `+ ${line}`)].join('\n');
  const old = before.replace(/\n$/, '').split('\n');
  return [`change ${path}`, ...hunk(old, lines)].join('\n');
}

/** By the longest common subsequence: what is equal is shown only next to a change. */
function hunk(old: readonly string[], now: readonly string[]): readonly string[] {
  const marked = marks(old, now);
  return marked.filter((line, at) => {
    const around = marked.slice(Math.max(0, at - 1), at + 2);
    return !line.startsWith(' ') || around.some((each) => !each.startsWith(' '));
  });
}

function marks(old: readonly string[], now: readonly string[]): readonly string[] {
  const rows = old.length + 1;
  const columns = now.length + 1;
  const length = Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  const at = (row: number, column: number): number => length[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const is = old[row] === now[column];
      const best = is
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
      length[row]?.splice(column, 1, best);
    }
  }
  const result: string[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && old[row] === now[column]) {
      result.push(`  ${old[row] ?? ''}`);
      row += 1;
      column += 1;
    } else if (column < now.length && at(row, column + 1) >= at(row + 1, column)) {
      result.push(`+ ${now[column] ?? ''}`);
      column += 1;
    } else {
      result.push(`- ${old[row] ?? ''}`);
      row += 1;
    }
  }
  return result;
}
