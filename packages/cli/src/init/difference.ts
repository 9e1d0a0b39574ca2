import { structuredPatch } from 'diff';
import type { Change } from './change.ts';

/** A change in the form of a patch: equal lines are shown only next to a change. */
export function differenceOf({ path, before, after }: Change): string {
  const title = `${before === null ? 'new file' : 'change'} ${path}`;
  return [title, ...hunksOf(path, before ?? '', after)].join('\n');
}

/** The lines of a patch, each with its sign. */
export function hunksOf(path: string, before: string, after: string): readonly string[] {
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: 1 });
  return hunks.flatMap((hunk) => hunk.lines).map((line) => `${line.slice(0, 1)} ${line.slice(1)}`);
}
