import { mock, type TestContext } from 'node:test';

/** Stops the timers for one test: however slow the machine, no call times out before {@link giveUp}. */
export function standStill(test: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  test.after(() => {
    mock.timers.reset();
  });
}

/** Lets time pass for the timers that stand still, and for what follows from each of them. */
export async function pass(milliseconds: number): Promise<void> {
  for (let time = 0; time < milliseconds; time += 100) {
    mock.timers.tick(100);
    await new Promise(setImmediate);
  }
}

/** Ends every timeout that is running; as an answer of the service it answers nothing. */
export function giveUp(): null {
  mock.timers.tick(60_000);
  // What follows from it at once.
  mock.timers.tick(1);
  return null;
}
