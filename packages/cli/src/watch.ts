import { setTimeout as wait } from 'node:timers/promises';
import { type Print, type Report, UsageError } from './report.ts';

/** The pause between two checks, in milliseconds. @throws {UsageError} */
export function pauseOf(seconds: string): number {
  if (/^[1-9]\d{0,5}$/.test(seconds)) return Number(seconds) * 1000;
  throw new UsageError('--watch is a number of seconds, from 1 to 999999.');
}

/**
 * Looks again and again, and prints what `look` has to say; `null` is nothing new. As JSON, each report is a line.
 * SIGINT and SIGTERM end it, with the exit code of the last report.
 */
export async function watch(
  seconds: string,
  look: () => Promise<Report | null>,
  print: Print,
): Promise<void> {
  const pause = pauseOf(seconds);
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      stop.abort();
    });
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const report = await look().catch((error: unknown) => {
      // Ctrl-C reaches a browser too, which ends in the middle of the look.
      if (isOver()) return null;
      throw error;
    });
    if (report && !isOver()) print({ ...report, isLine: true });
    await wait(pause, null, { signal }).catch(() => null);
  }
}
