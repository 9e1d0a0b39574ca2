import { join } from 'node:path';
import { UsageError } from '../report.ts';
import { type Change, textOrNull, withLines } from './change.ts';
import type { Edit, Files } from './recipe.ts';

/** The files of a recipe. @throws {UsageError} if one with another content is in the way. */
export async function newFiles(folder: string, files: Files): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>();
  const takenPaths: string[] = [];
  for (const [path, after] of Object.entries(files)) {
    const before = await textOrNull(join(folder, path));
    changes.set(path, { path, before, after });
    if (before !== null && before !== after) takenPaths.push(path);
  }
  if (takenPaths.length === 0) return changes;
  throw new UsageError(
    `${takenPaths.join(', ')} ${takenPaths.length === 1 ? 'exists' : 'exist'} with another content. Nothing was written: move it away, and run init again.`,
  );
}

/** An edit of the present files, or of the result of an earlier edit; `null` if it finds no place. */
export async function changeOf(
  folder: string,
  { paths, change, create }: Edit,
  earlier: ReadonlyMap<string, Change>,
): Promise<Change | null> {
  let isMissing = true;
  for (const path of paths) {
    const before = earlier.get(path)?.before ?? (await textOrNull(join(folder, path)));
    if (before === null) continue;
    isMissing = false;
    const after = change(earlier.get(path)?.after ?? before, path);
    if (after !== null) return { path, before, after };
  }
  const [path] = paths;
  return isMissing && create !== undefined && path !== undefined
    ? { path, before: null, after: create }
    : null;
}

/** The lines that a file has to have. */
export function withAll(path: string, lines: string): Edit {
  return {
    paths: [path],
    change: (text) => withLines(text, lines),
    create: lines,
    byHand: '',
  };
}
