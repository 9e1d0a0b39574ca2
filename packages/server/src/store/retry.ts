/**
 * Retries after a conflict and a random pause: the work then sees what the other has written.
 * @param mayRetry whether the error is a conflict, after this many tries.
 */
export async function retried<Result>(
  work: () => Promise<Result>,
  mayRetry: (error: unknown, tries: number) => boolean,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!mayRetry(error, tries)) throw error;
      await new Promise((go) => setTimeout(go, Math.random() * 2 ** Math.min(tries + 3, 9)));
    }
  }
}
