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
