import type { WriteFileOptions } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from './report.ts';

/**
 * The bytes of a file that the caller named.
 * @throws {UsageError} if it cannot be read.
 */
export async function bytesOf(path: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.from(await readFile(path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The text of a file that the caller named, without a byte order mark. @throws {UsageError} */
export async function textOf(path: string): Promise<string> {
  return (await bytesOf(path)).toString('utf8').replace(/^\uFEFF/, '');
}

/** The JSON in a file that the caller named. @throws {UsageError} */
export async function jsonOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await textOf(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is not JSON.`);
  }
}

/** The JSON object in a file that the caller named. @throws {UsageError} */
export async function objectOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const json = await jsonOf(path);
  if (isObject(json)) return json;
  throw new UsageError(`${path} is not a JSON object.`);
}

/** Whether a value is an object, but not a list. */
export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The JSON list in a file, or the JSON of each of its lines, as a program appends it. @throws {UsageError} */
export async function listOf(path: string): Promise<unknown> {
  const text = (await textOf(path)).trim();
  try {
    const whole = (): unknown => JSON.parse(text);
    return text.startsWith('[')
      ? whole()
      : text.split('\n').map((line): unknown => JSON.parse(line));
  } catch {
    throw new UsageError(`${path} is neither a JSON list nor one call a line.`);
  }
}

/** Writes two files that belong together, or neither. @throws {UsageError} as {@link writeNew}. */
export async function writePair(
  [secretFile, secret]: readonly [path: string, text: string],
  [file, text]: readonly [path: string, text: string],
): Promise<void> {
  await writeNew(secretFile, secret, 0o600);
  try {
    await writeNew(file, text);
  } catch (error) {
    await rm(secretFile);
    throw error;
  }
}

/**
 * Writes a new file. An existing file is never replaced: it may be the only copy of a key.
 * @param mode `0o600` if only its owner may read it.
 * @throws {UsageError} if it exists or cannot be written.
 */
export async function writeNew(path: string, text: string, mode = 0o644): Promise<void> {
  await writeText(path, text, { flag: 'wx', mode });
}

/** @throws {UsageError} if a file that is to be new exists, or its folder does not. */
export async function checkNew(path: string): Promise<void> {
  if (path === '') throw emptyPath();
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw unwritable(path, 'EEXIST');
  if (!(await isFolder(dirname(path)))) throw unwritable(path, 'ENOENT');
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Writes a file. @throws {UsageError} if it cannot be written. */
export async function writeText(
  path: string,
  text: string,
  options: WriteFileOptions = {},
): Promise<void> {
  if (path === '') throw emptyPath();
  try {
    await writeFile(path, text, options);
  } catch (error) {
    throw unwritable(path, codeOf(error));
  }
}

function unwritable(path: string, code: string): UsageError {
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: 'exists and is not replaced. Move it away, or write to another place.',
    EISDIR: 'is a folder. Give the path of a file.',
    ENOENT: 'cannot be written: its folder does not exist. Make it, or write to another place.',
    ENOTDIR:
      'cannot be written: a part of the path is a file. Move it away, or write to another place.',
    EACCES: 'may not be written by you. Write to another place.',
  };
  return new UsageError(`${path} ${reasons[code] ?? `cannot be written (${code}).`}`);
}

/** Replaces a file that another program may read at the same time. @throws {UsageError} if it cannot be written. */
export async function writeWhole(path: string, text: string): Promise<void> {
  if (path === '') throw emptyPath();
  const part = `${path}.part`;
  await writeText(part, text);
  try {
    await rename(part, path);
  } catch (error) {
    await rm(part);
    throw unwritable(path, codeOf(error));
  }
}

/** The code of an error of Node (`ENOENT`), or its name. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Creates a folder that the caller named, with its parents. @throws {UsageError} */
export async function makeFolder(path: string): Promise<void> {
  if (path === '') throw emptyPath();
  try {
    await makeParents(resolve(path));
  } catch (error) {
    throw new UsageError(`${path} cannot be made (${codeOf(error)}). Choose another folder.`);
  }
}

/** One folder after another: below /proc, the `recursive` of Node never ends. */
async function makeParents(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeParents(dirname(path));
  await mkdir(path);
}

/** Why a file that the caller named cannot be read. */
export function unreadable(path: string, error: unknown): UsageError {
  if (path === '') return emptyPath();
  const code = codeOf(error);
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist. Check the path; it is relative to this folder.',
    EACCES: 'may not be read by you. Change its mode or its owner.',
    EISDIR: 'is a folder. Give the path of a file.',
    ENOTDIR: 'cannot be read: a part of the path is a file. Check the path.',
    ESPIPE: 'is a pipe. Save what comes through it in a file first.',
  };
  return new UsageError(`${path} ${reasons[code] ?? `cannot be read (${code}).`}`);
}

/** As of a variable of the shell that is not set. */
export function emptyPath(): UsageError {
  return new UsageError('A path is empty. Name a file or a folder; a variable may not be set.');
}
