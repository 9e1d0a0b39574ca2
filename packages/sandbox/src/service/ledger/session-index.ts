import type { Session } from '../control-api.ts';
import { externalIdOf } from './session-amounts.ts';

/** The sessions by what names one beside its id, so that none is searched for. */
export class SessionIndex {
  readonly #named = new Map<string, Set<Session>>();

  /** Adds the present names of a session. */
  add(session: Session): void {
    const order = externalIdOf(session);
    const names = [
      ...(order === null ? [] : [`order ${order}`]),
      ...session.operations.map(({ id }) => `payment ${id}`),
      ...session.attempts.flatMap(({ id, token_id: token }) => [`attempt ${id}`, `token ${token}`]),
    ];
    for (const name of names) {
      this.#named.set(name, (this.#named.get(name) ?? new Set()).add(session));
    }
  }

  /** The sessions of a name, in the order in which they got it. */
  by(kind: 'order' | 'payment' | 'attempt' | 'token', name: string): readonly Session[] {
    return [...(this.#named.get(`${kind} ${name}`) ?? [])];
  }
}
