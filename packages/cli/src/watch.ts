import { setTimeout as wait } from 'node:timers/promises';
import { type Print, type Report, UsageError } from './report.ts';

/** The pause between two checks, in milliseconds. @throws {UsageError} */
function pauseOf(seconds: string): number {
  if (/^[1-9]\d{0,5}$/.test(seconds)) return Number(seconds) * 1000;
  throw new UsageError('--watch is a number of seconds, from 1 to 999999.');
}

/**
 * Looks again and again, and prints the report of each `look`; `null` has nothing to print. As JSON, each report is a
 * line. A file that cannot be read ends the first look alone: later ones report it and go on. SIGINT and SIGTERM end
 * it, with the exit code of the last report.
 * @param look `isFull`: the first look, or the first after an error, which reports everything.
 */
export async function watch(
  seconds: string,
  look: (isFull: boolean) => Promise<Report | null>,
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
  let isFirst = true;
  let failure = '';
  const attempt = async (): Promise<Report | null> => {
    try {
      const report = await look(isFirst || failure !== '');
      failure = '';
      return report;
    } catch (error) {
      // Ctrl-C reaches a browser too, which ends in the middle of the look.
      if (isOver()) return null;
      if (isFirst || !(error instanceof UsageError)) throw error;
      const isKnown = failure === error.message;
      failure = error.message;
      return isKnown ? null : { isGood: false, json: { error: failure }, lines: [failure] };
    }
  };
  while (!isOver()) {
    const report = await attempt();
    isFirst = false;
    if (report && !isOver()) print({ ...report, isLine: true });
    await wait(pause, null, { signal }).catch(() => null);
  }
}
