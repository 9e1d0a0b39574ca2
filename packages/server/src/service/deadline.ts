/** When a call has to be over: after its time, or when its caller says so. */
export interface Deadline {
  /** Aborted then. */
  readonly signal: AbortSignal;
  /** What `work` gives, or a rejection then: not every signer and transport heeds a signal. */
  readonly orSooner: <T>(work: Promise<T>) => Promise<T>;
}

/** How long some work may take, and what else ends it. */
export interface DeadlineOptions {
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs work that has to heed a deadline. */
export async function within<T>(
  { timeout, signal }: DeadlineOptions,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  const end = (reason: unknown): void => {
    ending.abort(reason);
    // A little later, so that who heeds the signal can first say how far it had come.
    setTimeout(over.reject, 0, reason);
  };
  const stop = (): void => {
    end(signal?.reason);
  };
  const timer = setTimeout(() => {
    end(new DOMException('The time is over.', 'TimeoutError'));
  }, timeout);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    return await work({
      signal: ending.signal,
      orSooner: (sooner) => Promise.race([over.promise, sooner]),
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
