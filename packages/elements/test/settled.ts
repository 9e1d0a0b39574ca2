import { aTimeout } from '@open-wc/testing';

/** As it was before a test blocks it. */
const { locks } = navigator;
const lock = crypto.randomUUID();

/** Some times as many turns as the longest way from a cause to its effect in a tag takes. */
const turns = 10;

/**
 * Lets everything happen that is under way, for a test that says what does not happen. A turn waits for all that a tag
 * waits for: a lock, the body of an answer, a timer. Turns are counted and not timed, so that a slow machine takes
 * longer for them as well. What comes by a longer timer is driven by `holdTime`.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await locks.request(lock, () => undefined);
    await new Response('{}').text();
    await aTimeout(0);
  }
}
