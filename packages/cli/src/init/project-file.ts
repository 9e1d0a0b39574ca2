import { lstat, readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf, unreadable } from '../files.ts';

/** A file of the project that `init` can edit without any other change of its bytes. */
export interface ProjectFile {
  /** With `\n` for each line end, and without a byte order mark. */
  readonly text: string;
  /** What {@link bytesFor} needs to keep the rest of the file as it is. */
  readonly format: FileFormat;
}

export interface FileFormat {
  readonly hasMark: boolean;
  readonly lineEnd: '\n' | '\r\n';
}

export const plainFormat: FileFormat = { hasMark: false, lineEnd: '\n' };

/** A file that `init` leaves alone, with the reason, and its text as far as it can be read. */
export interface ForeignFile {
  readonly obstacle: string;
  readonly text: string;
}

/** A file of the project; `null` if it does not exist. @throws {UsageError} if it cannot be read. */
export async function projectFile(
  folder: string,
  path: string,
): Promise<ProjectFile | ForeignFile | null> {
  const file = join(folder, path);
  const stats = await lstat(file).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw unreadable(path, error);
  });
  if (stats === null) return null;
  if (stats.isSymbolicLink()) {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    return { obstacle: 'it is a link to another file', text: bytes.toString() };
  }
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const obstacle = (await obstacleAround(folder, path, stats.mode)) ?? obstacleIn(bytes);
  if (obstacle !== undefined) return { obstacle, text: normalised(bytes.toString()) };
  const text = bytes.toString();
  return {
    text: normalised(text),
    format: { hasMark: text.startsWith(mark), lineEnd: text.includes('\r\n') ? '\r\n' : '\n' },
  };
}

/** The content of a file after an edit. */
export function bytesFor(text: string, { hasMark, lineEnd }: FileFormat): string {
  return `${hasMark ? mark : ''}${text.replaceAll('\n', lineEnd)}`;
}

/** Whether a path of the project leads, by a link, to a place outside of it. */
export async function leadsOutside(folder: string, path: string): Promise<boolean> {
  const [root, place] = await Promise.all([realpath(folder), existingPart(join(folder, path))]);
  return /^\.\.(?:[/\\]|$)|^[A-Za-z]:/.test(relative(root, place));
}

/** The real path of the deepest folder of a path that exists. */
async function existingPart(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : existingPart(parent)));
}

const mark = '\uFEFF';

function normalised(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

async function obstacleAround(
  folder: string,
  path: string,
  mode: number,
): Promise<string | undefined> {
  if (await leadsOutside(folder, path)) return 'a link leads to it, outside of the project';
  return (mode & 0o222) === 0 ? 'it is read-only' : undefined;
}

function obstacleIn(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  // A text of another encoding has bytes that UTF-8 does not know; UTF-16 has a zero in each ASCII letter.
  if (bytes.includes(0) || !Buffer.from(text).equals(bytes)) return 'it is not UTF-8';
  const hasBothLineEnds = text.includes('\r\n') && /(?<!\r)\n/.test(text);
  if (hasBothLineEnds || /\r(?!\n)/.test(text)) return 'its line ends differ from line to line';
  return undefined;
}
