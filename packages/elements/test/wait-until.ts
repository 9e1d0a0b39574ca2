import { aTimeout } from '@open-wc/testing';

/** A busy machine needs it; only a failure takes all of it. */
const timeout = 20_000;

/** Waits until `condition` holds, by the page's clock: a test that holds time must not end this too. */
export async function waitUntil(
  condition: () => unknown,
  subject: string | (() => string) = 'a condition',
): Promise<void> {
  const error = new Error();
  const deadline = performance.now() + timeout;
  while (!condition()) {
    if (performance.now() > deadline) {
      error.message = `Waited too long for ${typeof subject === 'string' ? subject : subject()}.`;
      throw error;
    }
    await aTimeout(10);
  }
}
