import { structuredPatch } from 'diff';
import type { Change } from './change.ts';

/** A change in the form of a patch: equal lines are shown only next to a change. */
export function differenceOf({ path, before, after }: Change): string {
  const { hunks } = structuredPatch(path, path, before ?? '', after, '', '', { context: 1 });
  const lines = hunks
    .flatMap((hunk) => hunk.lines)
    .map((line) => `${line.slice(0, 1)} ${line.slice(1)}`);
  return [`${before === null ? 'new file' : 'change'} ${path}`, ...lines].join('\n');
}
