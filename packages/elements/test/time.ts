import { sandbox } from './scene.ts';

/** Time that stands still: the stand-ins' whole clock, and of a page's own timers the long ones. */
export interface HeldTime {
  /** The page's own timers that wait, in milliseconds. */
  readonly waits: readonly number[];
  pass(milliseconds: number): void;
  release(): void;
}

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

export function holdTime(page: Window & typeof globalThis = window): HeldTime {
  const { clock } = sandbox();
  const real = {
    setTimeout: page.setTimeout,
    clearTimeout: page.clearTimeout,
    timeout: page.AbortSignal.timeout,
  };
  let now = performance.now();
  let timers: Timer[] = [];
  let last = 1_000_000;
  const later = (run: () => void, milliseconds: number) => {
    timers.push({ id: ++last, at: now + milliseconds, run });
    return last;
  };
  const forget = (id: number) => {
    timers = timers.filter((timer) => timer.id !== id);
  };
  const own = new Set<number>();
  sandbox().clock = { now: () => now, setTimeout: later, clearTimeout: forget };
  const short = real.setTimeout.bind(page);
  // Anything shorter belongs to the test's own helpers.
  page.setTimeout = ((run: () => void, milliseconds = 0) => {
    if (milliseconds < 2_000) return short(run, milliseconds);
    const id = later(run, milliseconds);
    own.add(id);
    return id;
  }) as typeof page.setTimeout;
  page.clearTimeout = ((id: number) => {
    forget(id);
    real.clearTimeout.call(page, id);
  }) as typeof page.clearTimeout;
  page.AbortSignal.timeout = (milliseconds) => {
    const controller = new page.AbortController();
    own.add(
      later(() => {
        controller.abort(new page.DOMException('The operation timed out.', 'TimeoutError'));
      }, milliseconds),
    );
    return controller.signal;
  };
  return {
    get waits() {
      return timers.filter(({ id }) => own.has(id)).map(({ at }) => at - now);
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
      page.setTimeout = real.setTimeout;
      page.clearTimeout = real.clearTimeout;
      page.AbortSignal.timeout = real.timeout;
    },
  };
}
