import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { UsageError } from '../report.ts';
import { type Change, textOrNull, withLines } from './change.ts';
import type { Edit, Files } from './recipe.ts';

/**
 * The files of a recipe.
 * @param rivals Paths without extension, beside those of the files, that a file of any kind would take.
 * @throws {UsageError} if one with another content, or another one of the same page or module, is in the way.
 */
export async function newFiles(
  folder: string,
  files: Files,
  rivals: readonly string[] = [],
): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>();
  const names = [...Object.keys(files).map((path) => path.replace(/\.\w+$/, '')), ...rivals];
  const modules = await Promise.all(names.map(async (name) => modulesOf(folder, name)));
  const takenPaths = modules.flat().filter((path) => !Object.hasOwn(files, path));
  for (const [path, newText] of Object.entries(files)) {
    const oldText = await textOrNull(join(folder, path));
    changes.set(path, { path, before: oldText, after: newText });
    if (oldText !== null && oldText !== newText) takenPaths.push(path);
  }
  if (takenPaths.length === 0) return changes;
  throw new UsageError(
    `${takenPaths.join(', ')} ${takenPaths.length === 1 ? 'exists' : 'exist'} with another content. Nothing was written: move it away, and run init again.`,
  );
}

const kinds = /\.(?:[cm]?[jt]sx?|astro|vue|svelte|mdx?)$/;

/** The files that a framework or a bundler takes for this page or module: `checkout.js`, `checkout/index.vue`. */
async function modulesOf(folder: string, name: string): Promise<readonly string[]> {
  const paths = [name, `${name}/index`].map(async (path) => {
    const entries = await readdir(join(folder, dirname(path))).catch(() => []);
    return entries
      .filter((entry) => kinds.test(entry) && entry.replace(kinds, '') === basename(path))
      .map((entry) => join(dirname(path), entry));
  });
  return (await Promise.all(paths)).flat();
}

/** An edit of the present files, or of the result of an earlier edit; `null` if it finds no place. */
export async function changeOf(
  folder: string,
  { paths, change, create }: Edit,
  earlierChanges: ReadonlyMap<string, Change>,
): Promise<Change | null> {
  let isMissing = true;
  for (const path of paths) {
    const oldText = earlierChanges.get(path)?.before ?? (await textOrNull(join(folder, path)));
    if (oldText === null) continue;
    isMissing = false;
    const newText = change(earlierChanges.get(path)?.after ?? oldText, path);
    if (newText !== null) return { path, before: oldText, after: newText };
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
