import { readFile } from 'node:fs/promises';
import { codeOf, unreadable } from '../files.ts';
import type { FileFormat } from './project-file.ts';

/** One file to write. */
export interface Change {
  readonly path: string;
  /** `null`: the file is new. */
  readonly before: string | null;
  readonly after: string;
  readonly format: FileFormat;
}

/** A text with the lines that it lacks; an existing variable keeps its value. */
export function withLines(text: string, lines: string): string {
  const has = (line: string): boolean => {
    const [name = ''] = line.split('=');
    return text.split('\n').some((each) => each === line || each.startsWith(`${name}=`));
  };
  const missing = lines.split('\n').filter((line) => line !== '' && !has(line));
  if (missing.length === 0) return text;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${start}${missing.join('\n')}\n`;
}

/** The text of a file of the project, with `\n` for each line end; `null` if it does not exist. @throws {UsageError} */
export async function textOrNull(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw unreadable(path, error);
  }
}
