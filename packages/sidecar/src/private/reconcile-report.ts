import { readFile, stat } from 'node:fs/promises';
import { SidecarError } from '../errors.ts';
import type { Reply } from './reply.ts';

/**
 * The last report of `wallet-buttons reconcile --out`, as that wrote it, and when it was written.
 * @throws {SidecarError} `no_report` if none is configured or written yet, `report_unreadable` if it is no JSON object.
 */
export async function readReport(path: string | null): Promise<Reply> {
  if (path === null) throw new SidecarError('no_report', 'No report is configured.');
  let text;
  let writtenAt;
  try {
    writtenAt = (await stat(path)).mtime.toISOString();
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new SidecarError('no_report', 'The report was not written yet.');
    }
    throw new SidecarError('report_unreadable', 'The report cannot be read.', { cause });
  }
  const report = objectIn(text);
  if (!report) throw new SidecarError('report_unreadable', 'The report is not a JSON object.');
  const body = JSON.stringify({ written_at: writtenAt, report });
  return { status: 200, type: 'application/json', body };
}

function objectIn(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : null;
  } catch {
    // A file that is being written is not whole.
    return null;
  }
}
