import { readFile, writeFile } from 'node:fs/promises';
import { UsageError } from './report.ts';

/**
 * The bytes of a file that the caller named.
 * @throws {UsageError} where it cannot be read.
 */
export async function bytesOf(path: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.from(await readFile(path));
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${codeOf(error)}). Give the path of a file.`);
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

/**
 * Writes a new file. A file that exists is never replaced: it may hold the only copy of a key.
 * @param mode `0o600` for what only its owner may read.
 * @throws {UsageError} where it exists or cannot be written.
 */
export async function writeNew(path: string, text: string, mode = 0o644): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode });
  } catch (error) {
    const code = codeOf(error);
    throw new UsageError(
      code === 'EEXIST'
        ? `${path} exists and is not replaced. Move it away, or choose another folder with --out.`
        : `${path} cannot be written (${code}).`,
    );
  }
}

/** The code of an error of Node (`ENOENT`), or its name. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
