import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { UsageError } from '../report.ts';
import { type Change, textOrNull, withLines } from './change.ts';
import { type ForeignFile, leadsOutside, plainFormat, projectFile } from './project-file.ts';
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
    changes.set(path, { path, before: oldText, after: newText, format: plainFormat });
    if (oldText !== null && oldText !== newText) takenPaths.push(path);
    if (oldText === null) await checkPlace(folder, path);
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

function obstructed(obstacle: string): UsageError {
  return new UsageError(`${obstacle}. Nothing was written: move it away, and run init again.`);
}

/** @throws {UsageError} if a new file cannot be written at its place, or a link leads outside of the project. */
async function checkPlace(folder: string, path: string): Promise<void> {
  if (await leadsOutside(folder, path)) {
    throw new UsageError(
      `A link leads ${path} to a place outside of the project. Nothing was written: run init in the folder that the link leads to.`,
    );
  }
  const isThere = async (place: string): Promise<boolean> =>
    lstat(join(folder, place)).then(
      () => true,
      () => false,
    );
  if (await isThere(path)) throw obstructed(`${path} is a link to a missing file`);
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const stats = await stat(join(folder, parent)).catch(() => null);
    if (stats?.isDirectory() !== true && (await isThere(parent))) {
      throw obstructed(`${parent} is no folder, which init needs there`);
    }
  }
}

/**
 * An edit of the present files, or of the result of an earlier edit.
 * @returns the change; or a step by hand, where no place is certain or the file is not `init`'s to write; or `null`, where
 *   a file that it leaves alone has all.
 */
export async function changeOf(
  folder: string,
  { paths, change, create, byHand }: Edit,
  earlierChanges: ReadonlyMap<string, Change>,
): Promise<Change | string | null> {
  let isMissing = true;
  for (const path of paths) {
    const earlier = earlierChanges.get(path);
    if (earlier) {
      isMissing = false;
      const newText = change(earlier.after, path);
      if (newText !== null) return { ...earlier, after: newText };
      continue;
    }
    const file = await projectFile(folder, path);
    if (file === null) continue;
    isMissing = false;
    const newText = change(file.text, path);
    if (newText === null) continue;
    if ('format' in file) return { path, before: file.text, after: newText, format: file.format };
    return newText === file.text ? null : stepFor(path, file, newText);
  }
  const [path] = paths;
  return isMissing && create !== undefined && path !== undefined
    ? { path, before: null, after: create, format: plainFormat }
    : byHand;
}

/** The edit of a file that `init` leaves alone, for its owner. */
async function stepFor(
  path: string,
  { obstacle, text }: ForeignFile,
  newText: string,
): Promise<string> {
  const { hunksOf } = await import('./difference.ts');
  return [
    `Edit ${path} yourself, because ${obstacle}. Add the lines with a plus:`,
    ...hunksOf(path, text, newText),
  ].join('\n');
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
