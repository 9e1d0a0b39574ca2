import type { Session } from '../control-api.ts';

/** A scenario asks for no older state. */
const mostMs = 600_000;

interface State {
  readonly at: number;
  readonly session: Session;
}

/** What each session was like lately, for a get-status that lags behind. A restart forgets it. */
export class StatusHistory {
  readonly #now: () => number;
  readonly #states = new Map<string, State[]>();

  /** @param now the time in milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps the present state. */
  remember(session: Session): void {
    const time = this.#now();
    const states = this.#states.get(session.id) ?? [];
    states.push({ at: time, session: structuredClone({ ...session, webhooks: [] }) });
    const first = states.findLastIndex((state) => state.at <= time - mostMs);
    this.#states.set(session.id, states.slice(Math.max(first, 0)));
  }

  /** The state of some time ago; of a session that is younger the first one with a payment. */
  asOf(session: Session, lag: number): Session {
    const states = this.#states.get(session.id) ?? [];
    const laggedTime = this.#now() - lag;
    const old = states.findLast(({ at }) => at <= laggedTime);
    const first = states.find(({ session: { operations } }) => operations.length > 0);
    return (old ?? first)?.session ?? session;
  }
}
