import { invalidConfig } from '../errors.ts';

/** The time in which a method of a store ends, in milliseconds: a silent database must not block a payment. */
export const defaultTimeout = 10_000;

/**
 * Runs the work of one method, with the retries and the waiting for a connection, and rejects at its end even if the
 * database never answers. What was sent by then may still be written: the caller must not go on with it.
 * @param work gets a signal, by which it lets go of its connection and begins nothing more.
 */
export async function inTime<Value>(
  timeout: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`The database did not answer within ${String(timeout)} ms.`);
    ending.abort(error);
    reject(error);
  }, timeout);
  return Promise.race([work(ending.signal), promise]).finally(() => {
    clearTimeout(timer);
  });
}

/** The time limit of a store's options. @throws {WalletServerError} `config_invalid` if it is not a whole number. */
export function timeoutOf(timeout: number | undefined, store: string): number {
  const limit = timeout ?? defaultTimeout;
  // A longer timer fires at once.
  if (Number.isSafeInteger(limit) && limit > 0 && limit < 2 ** 31) return limit;
  throw invalidConfig(`timeout of ${store} is not a whole number of milliseconds above zero.`);
}
