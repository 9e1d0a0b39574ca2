import { replace } from './replace.ts';
import { sandbox } from './scene.ts';

/** The long timers of a page and of the stand-ins, which a test lets pass; the short ones run by themselves. */
export interface HeldTime {
  /** What the page's own timers still wait for, in milliseconds. */
  readonly waits: readonly number[];
  pass(milliseconds: number): void;
  release(): void;
}

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

/** Holds the timers of `long` milliseconds and more. */
export function holdTime(page: Window & typeof globalThis = window, long = 2_000): HeldTime {
  const { clock } = sandbox();
  const real: Window = page;
  const setTimeout = real.setTimeout.bind(page);
  const clearTimeout = real.clearTimeout.bind(page);
  const ownIds = new Set<number>();
  let now = performance.now();
  let timers: Timer[] = [];
  let last = 1_000_000_000;
  const startTimer = (run: () => void, milliseconds = 0): number => {
    if (milliseconds < long) return setTimeout(run, milliseconds);
    timers.push({ id: ++last, at: now + milliseconds, run });
    return last;
  };
  const ownLater = <T extends unknown[]>(
    run: (...args: T) => void,
    milliseconds?: number,
    ...args: T
  ): number => {
    const id = startTimer(() => {
      run(...args);
    }, milliseconds);
    ownIds.add(id);
    return id;
  };
  const forget = (id: number): void => {
    timers = timers.filter((timer) => timer.id !== id);
    clearTimeout(id);
  };
  sandbox().clock = { now: () => now, setTimeout: startTimer, clearTimeout: forget };
  const restore = [
    replace(page, 'setTimeout', () => ownLater),
    replace(page, 'clearTimeout', () => forget),
    replace(page.AbortSignal, 'timeout', () => (milliseconds: number) => {
      const controller = new page.AbortController();
      ownLater(() => {
        controller.abort(new page.DOMException('The operation timed out.', 'TimeoutError'));
      }, milliseconds);
      return controller.signal;
    }),
  ];
  return {
    get waits() {
      return timers.filter(({ id }) => ownIds.has(id)).map(({ at }) => at - now);
    },
    pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        forget(next.id);
        next.run();
      }
      now = end;
    },
    release() {
      sandbox().clock = clock;
      for (const each of restore) each();
    },
  };
}
