import type { Logger, Trace } from './context.ts';

const consoleLogger: Logger = {
  info: () => undefined,
  warn: (message, fields) => {
    console.warn(`wallet-buttons: ${message}`, fields);
  },
  error: (message, fields) => {
    console.error(`wallet-buttons: ${message}`, fields);
  },
};

/**
 * A logger whose own failures are dropped: else one that throws would have the payer of a charged order hear
 * that it was refused, and one that rejects would end the process.
 */
export function harmlessLogger(logger: MaybeAsync = consoleLogger): Logger {
  const harmless =
    (level: keyof Logger): Logger['info'] =>
    (...line) => {
      // Async, so that what is thrown at once and what a promise rejects with go the same way.
      const tell = async (): Promise<void> => {
        await logger[level](...line);
      };
      tell().catch(() => undefined);
    };
  return { info: harmless('info'), warn: harmless('warn'), error: harmless('error') };
}

/** What a logger may be: a function that answers a promise fits where nothing is looked at. */
type MaybeAsync = Readonly<Record<keyof Logger, (...line: Parameters<Logger['info']>) => unknown>>;

/** A trace that only watches: the work is done once, and ends as it ends, whatever the trace makes of it. */
export function harmlessTrace(trace: Trace = async (_name, _fields, work) => work()): Trace {
  return async (name, fields, work) => {
    let result: ReturnType<typeof work> | undefined;
    // Not async: each call would make a promise of its own, whose failure nobody might look at.
    const once = (): ReturnType<typeof work> => {
      result ??= work();
      result.catch(() => undefined);
      return result;
    };
    try {
      await trace(name, fields, once);
    } catch {
      // The work's own failure is thrown below.
    }
    return once();
  };
}
