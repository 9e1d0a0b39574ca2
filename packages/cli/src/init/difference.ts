import { structuredPatch } from 'diff';
import type { Change } from './change.ts';

/** A change as a reader of patches expects it: what is equal is shown only next to a change. */
export function differenceOf({ path, before, after }: Change): string {
  const { hunks } = structuredPatch(path, path, before ?? '', after, '', '', { context: 1 });
  const lines = hunks
    .flatMap((hunk) => hunk.lines)
    .map((line) => `${line.slice(0, 1)} ${line.slice(1)}`);
  return [`${before === null ? 'new file' : 'change'} ${path}`, ...lines].join('\n');
}
