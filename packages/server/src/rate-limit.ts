/** How often something may be done in a minute, by what it is about. */
export interface RateLimit {
  /** Counts one more: 0 where it may be done, else the seconds to wait. */
  readonly take: (subject: string, now: number) => number;
}

const window = 60_000;
/** Beyond it the oldest are forgotten: a flood of subjects must not fill the memory. */
const mostSubjects = 10_000;

/** In the memory of one process: several servers allow as many times more. */
export function rateLimit(perMinute: number): RateLimit {
  const taken = new Map<string, readonly number[]>();
  return {
    take: (subject, now) => {
      // Either way, so that a clock that was set back locks nobody out until it has caught up.
      const recent = (taken.get(subject) ?? []).filter((at) => Math.abs(now - at) < window);
      const [first = now] = recent;
      if (recent.length >= perMinute) return Math.max(1, Math.ceil((first + window - now) / 1000));
      taken.delete(subject);
      taken.set(subject, [...recent, now]);
      for (const oldest of taken.keys()) {
        if (taken.size <= mostSubjects) break;
        taken.delete(oldest);
      }
      return 0;
    },
  };
}
