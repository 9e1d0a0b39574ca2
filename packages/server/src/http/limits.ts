const minute = 60_000;
/** Beyond it the oldest are forgotten, so that a flood of subjects does not fill the memory. */
const maxSubjects = 10_000;

/** Counts one more for a subject. Answers 0 when that is allowed, else the seconds to wait. */
export type RateLimit = (subject: string, now?: number) => number;

/** So many times a minute for each subject, in the memory of one process: two servers allow twice as much. */
export function rateLimit(perMinute: number): RateLimit {
  const taken = new Map<string, readonly number[]>();
  return (subject, now = performance.now()) => {
    const recent = (taken.get(subject) ?? []).filter((at) => now - at < minute);
    const [first = now] = recent;
    if (recent.length >= perMinute) return Math.max(1, Math.ceil((first + minute - now) / 1000));
    taken.delete(subject);
    taken.set(subject, [...recent, now]);
    for (const oldest of taken.keys()) {
      if (taken.size <= maxSubjects) break;
      taken.delete(oldest);
    }
    return 0;
  };
}

/**
 * Runs work while less than `max` of its share is under way, else answers `null` at once: a flood of one share
 * leaves room for the others.
 */
export function inFlight<Share>(
  max: number,
): <Result>(share: Share, work: () => Promise<Result>) => Promise<Result | null> {
  const counts = new Map<Share, number>();
  const add = (share: Share, more: number): number => {
    const count = (counts.get(share) ?? 0) + more;
    counts.set(share, count);
    return count;
  };
  return async (share, work) => {
    try {
      return add(share, 1) > max ? null : await work();
    } finally {
      add(share, -1);
    }
  };
}
