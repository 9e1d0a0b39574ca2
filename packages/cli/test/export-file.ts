import { utimes, writeFile } from 'node:fs/promises';

/**
 * Writes an export a second later than now: by its time `reconcile` knows what changed afterwards, and the time of a
 * file can be some milliseconds behind that of a payment.
 */
export async function writeExport(path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content);
  const nextSecond = new Date(Date.now() + 1000);
  await utimes(path, nextSecond, nextSecond);
}
