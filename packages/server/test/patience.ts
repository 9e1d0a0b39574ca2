import { mock } from 'node:test';
import type { TestContext } from 'node:test';

/** Lets time stand still for one test: however busy the machine, no call is too slow before {@link giveUp}. */
export function standStill(test: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  test.after(() => {
    mock.timers.reset();
  });
}

/** The patience of whoever waits is over; as an answer of the service it is none. */
export function giveUp(): null {
  mock.timers.tick(60_000);
  // What follows from it at once.
  mock.timers.tick(1);
  return null;
}
