/** Resolves after a time, in milliseconds, or once the signal aborts. */
export async function pause(
  milliseconds: number,
  signal: AbortSignal,
  keepsAlive = true,
): Promise<void> {
  const completion = Promise.withResolvers<undefined>();
  const end = (): void => {
    completion.resolve(undefined);
  };
  const timer = setTimeout(end, milliseconds);
  if (!keepsAlive) letEnd(timer);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  await completion.promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
}

/** Lets the process end before a timer does. On some runtimes a timer is a number. */
export function letEnd(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref();
}
