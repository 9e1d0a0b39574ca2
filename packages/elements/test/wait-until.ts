import { aTimeout } from '@open-wc/testing';

/** A busy machine needs it; only a failure takes all of it. */
const timeout = 20_000;

/** Waits until `condition` holds, by the page's clock: a test that holds time must not end this too. */
export async function waitUntil(condition: () => unknown, what = 'a condition'): Promise<void> {
  const late = new Error(`Waited too long for ${what}.`);
  const deadline = performance.now() + timeout;
  while (!condition()) {
    if (performance.now() > deadline) throw late;
    await aTimeout(10);
  }
}
