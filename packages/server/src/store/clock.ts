/** The present time in milliseconds since 1970, by a monotonic clock: a change of the system time moves no lease. */
export function clock(): number {
  return Math.round(performance.timeOrigin + performance.now());
}
