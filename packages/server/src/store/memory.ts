import { isClosed, isFinal, isPaid, leading } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
import type { AttemptQuery, News, Store } from './store.ts';

/** A store that forgets when the process ends: for tests and a first look, never for money. */
export function memoryStore(): Store {
  const attempts = new Map<string, Attempt>();
  const webhooks = new Set<string>();
  const news = new Map<string, News>();

  const all = (): Attempt[] => [...attempts.values()];
  const find = (by: AttemptQuery): Attempt | null => {
    if ('id' in by) return attempts.get(by.id) ?? null;
    if ('order' in by) return leading(all().filter(({ order }) => order === by.order));
    if ('sessionId' in by) return all().find((each) => each.sessionId === by.sessionId) ?? null;
    return all().find((each) => each.idempotencyKey === by.idempotencyKey) ?? null;
  };
  const due = (attempt: Attempt, now: number, checks = attempt.checks): Attempt => {
    const next = { ...attempt, nextCheckAt: now, checks, version: attempt.version + 1 };
    attempts.set(attempt.id, next);
    return next;
  };

  const newsOf = (order: string): News[] =>
    [...news.values()].filter(({ change }) => change.order === order);

  return {
    open: async (draft) => {
      const live = all().find(({ order, live }) => live && order === draft.order);
      if (!live) attempts.set(draft.id, draft);
      return Promise.resolve(live ?? draft);
    },
    find: async (by) => Promise.resolve(find(by)),
    save: async (next, note) => {
      const others = all().filter(({ id }) => id !== next.id);
      const ofOrder = others.filter(({ order }) => order === next.order);
      if (attempts.get(next.id)?.version !== next.version - 1) return Promise.resolve('stale');
      if (next.state === 'sending' && ofOrder.some(isClosed)) return 'stale';
      const { tokenHash, idempotencyKey } = next;
      if (tokenHash !== null && others.some((other) => other.tokenHash === tokenHash)) {
        return 'token_reused';
      }
      if (idempotencyKey !== null && others.some((o) => o.idempotencyKey === idempotencyKey)) {
        return 'key_reused';
      }
      attempts.set(next.id, { ...next, live: next.live && !ofOrder.some(({ live }) => live) });
      if (!note.news) return 'saved';
      if (!isPaid(next.state) && ofOrder.some(({ state }) => isPaid(state))) return 'untold';
      const isFirst = newsOf(next.order).length === 0;
      const { change, dueAt } = note.news;
      news.set(change.id, { change, dueAt: isFirst ? dueAt : next.updatedAt });
      return isFirst ? 'saved' : 'untold';
    },
    claimDue: async (now, limit, lease) => {
      const claimed = all()
        .filter(({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt <= now)
        .sort((a, b) => (a.nextCheckAt ?? 0) - (b.nextCheckAt ?? 0))
        .slice(0, limit)
        .map((each) => ({
          ...each,
          nextCheckAt: now + lease,
          checks: each.checks + 1,
          version: each.version + 1,
        }));
      for (const attempt of claimed) attempts.set(attempt.id, attempt);
      return Promise.resolve(claimed);
    },
    noteWebhook: async (note, isNews) => {
      const attempt = find({ sessionId: note.sessionId });
      if (attempt ?? note.verified) webhooks.add(note.key);
      return Promise.resolve(attempt && isNews(attempt) ? due(attempt, note.at, 0) : attempt);
    },
    claimNews: async (now, limit, lease) => {
      const claimed = [...news.values()]
        .filter((each) => isDue(each, now, lease) && newsOf(each.change.order)[0] === each)
        .sort((one, other) => one.dueAt - other.dueAt)
        .slice(0, limit);
      for (const { change } of claimed) news.set(change.id, { change, dueAt: now + lease });
      return Promise.resolve(claimed.map(({ change }) => change));
    },
    markDelivered: async (id, now, lease) => {
      const order = news.get(id)?.change.order ?? '';
      news.delete(id);
      const [next] = newsOf(order);
      if (!next || !isDue(next, now, lease)) return Promise.resolve(null);
      news.set(next.change.id, { ...next, dueAt: now + lease });
      return Promise.resolve(next.change);
    },
    recover: async (now) => {
      for (const attempt of all()) {
        if (attempt.nextCheckAt !== null && !isFinal(attempt.state)) due(attempt, now);
        if (attempt.state === 'created' && attempt.openUntil !== null && attempt.updatedAt < now) {
          attempts.set(attempt.id, { ...attempt, openUntil: null, version: attempt.version + 1 });
        }
      }
      return Promise.resolve();
    },
    close: async () => Promise.resolve(),
  };
}

/** What lies further ahead than two servers' clocks differ was put there before a clock was set back. */
function isDue({ dueAt }: News, now: number, lease: number): boolean {
  return dueAt <= now || dueAt > now + 2 * lease;
}
