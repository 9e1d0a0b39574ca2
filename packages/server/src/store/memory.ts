import { type Attempt, closesOrder, isFinal, isPaid, leading } from '../payment/attempt.ts';
import {
  cursorOf,
  deliveryLease,
  type HistoryEvent,
  type Operation,
  pageOf,
  pageSize,
  type Payments,
  type StatusChange,
  type Store,
} from '../payment/store.ts';

interface StoredEvent extends HistoryEvent {
  readonly seq: number;
  readonly order: string;
  readonly change: Omit<StatusChange, 'at'> | null;
  /** `null` when it is delivered, or when there is nothing to deliver. */
  readonly deliverAt: number | null;
  readonly tries: number;
}

const hour = 3_600_000;

/**
 * A store that forgets when the process ends: for tests and a first look, never for money.
 * @param options.now the clock, in milliseconds since 1970.
 */
export function memoryStore({ now = Date.now }: { readonly now?: () => number } = {}): Store {
  const merchants = new Map<string, Payments>();
  return {
    forMerchant: (merchant) => {
      const payments = merchants.get(merchant) ?? memoryPayments(now);
      merchants.set(merchant, payments);
      return payments;
    },
    open: async () => Promise.resolve(),
    close: async () => Promise.resolve(),
  };
}

type Immediate = {
  readonly [Method in keyof Payments]: (
    ...args: Parameters<Payments[Method]>
  ) => Awaited<ReturnType<Payments[Method]>>;
};

/** The same methods, answering promises. */
function promised(immediate: Immediate): Payments {
  const entries = Object.entries(immediate).map(([name, method]) => [
    name,
    // Async, so that what it throws is a rejection.
    async (...args: never[]) =>
      Promise.resolve((method as (...given: never[]) => unknown)(...args)),
  ]);
  return Object.fromEntries(entries) as Payments;
}

function memoryPayments(now: () => number): Payments {
  const attempts = new Map<string, Attempt>();
  let events: readonly StoredEvent[] = [];
  let lastSeq = 0;
  let operations: readonly Operation[] = [];

  const all = (): Attempt[] => [...attempts.values()];
  const ofOrder = (order: string): Attempt[] => all().filter((each) => each.order === order);
  const read = <Found extends Attempt | null>(found: Found): Found =>
    found && { ...found, readAt: now() };
  const put = (attempt: Attempt): Attempt => {
    attempts.set(attempt.id, attempt);
    return read(attempt);
  };
  const isHead = ({ seq, order }: StoredEvent): boolean =>
    !events.some((each) => each.order === order && each.deliverAt !== null && each.seq < seq);
  /** What is due further ahead than any delivery is put off was so before the clock was set back. */
  const isDue = ({ deliverAt }: StoredEvent): boolean =>
    deliverAt !== null && (deliverAt <= now() || deliverAt > now() + 2 * hour);
  const undelivered = ({ seq, change, tries, at }: StoredEvent) => ({
    seq,
    change: { ...(change as StatusChange), at: new Date(at).toISOString() },
    tries,
    age: now() - at,
  });
  const isOpen = ({ state }: Operation): boolean => state === 'sent' || state === 'unknown';

  return promised({
    insert: (draft) => {
      const taking = ofOrder(draft.order).filter((each) => each.live || closesOrder(each));
      const found = leading(taking);
      if (found) return read(found);
      const amounts = { held: 0, charged: 0, refunded: 0 };
      const unsent = { wallet: null, idempotencyKey: null, requestHash: null, tokenHash: null };
      const unknown = { cardNetwork: null, cardLast4: null, bankReference: null, acsUrl: null };
      const times = { openedAt: now(), sentAt: null, nextCheckAt: null, updatedAt: now() };
      return put({
        ...draft,
        ...amounts,
        ...unsent,
        ...unknown,
        ...times,
        state: 'created',
        live: true,
        status: '',
        flag: null,
        checks: 0,
        version: 0,
        readAt: 0,
      });
    },
    find: (by) => {
      if ('id' in by) return read(attempts.get(by.id) ?? null);
      if ('order' in by) return read(leading(ofOrder(by.order)));
      const isIt = (each: Attempt): boolean =>
        'sessionId' in by
          ? each.sessionId === by.sessionId
          : each.idempotencyKey === by.idempotencyKey;
      return read(all().find(isIt) ?? null);
    },
    commit: (next, { cause, from, checkIn, change = null, operation }) => {
      const { id, order, state, tokenHash, idempotencyKey } = next;
      const stored = attempts.get(id);
      const others = all().filter((each) => each.id !== id);
      const peers = others.filter((each) => each.order === order);
      if (stored?.version !== next.version - 1) return 'stale';
      const isIntent = state === 'sending' && stored.state !== 'sending';
      if (isIntent && (!stored.live || peers.some(closesOrder))) return 'stale';
      if (tokenHash !== null && others.some((other) => other.tokenHash === tokenHash)) {
        return 'token_reused';
      }
      if (idempotencyKey !== null && others.some((o) => o.idempotencyKey === idempotencyKey)) {
        return 'key_reused';
      }
      const at = now();
      const { nextCheckAt } = stored;
      const delayed = checkIn === undefined ? nextCheckAt : checkIn === null ? null : at + checkIn;
      const sentAt = isIntent ? at : stored.sentAt;
      const attempt = put({
        ...next,
        live: next.live && !peers.some(({ live }) => live),
        sentAt: state === 'created' ? null : sentAt,
        nextCheckAt: delayed,
        updatedAt: at,
      });
      operations = operations.map((each) =>
        each.id === operation?.id ? { ...each, ...operation } : each,
      );
      if (from === state && !change) return { attempt, delivery: null };
      const isTold = change && (isPaid(state) || !peers.some((peer) => isPaid(peer.state)));
      const isFirst = !events.some((each) => each.order === order && each.deliverAt !== null);
      const event: StoredEvent = {
        ...{ seq: (lastSeq += 1), order, attempt: id, from, to: state, cause, at },
        status: next.status,
        change: isTold ? change : null,
        deliverAt: isTold ? at + (isFirst ? deliveryLease : 0) : null,
        tries: isTold && isFirst ? 1 : 0,
      };
      events = [...events, event];
      return {
        attempt,
        delivery: isTold && isFirst ? undelivered({ ...event, tries: 0 }) : null,
      };
    },
    hint: (sessionId) => {
      const found = all().find((each) => each.sessionId === sessionId);
      const due = { nextCheckAt: now(), checks: 0 };
      return found ? put({ ...found, ...due, version: found.version + 1 }) : null;
    },
    isDue: () =>
      all().some(({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt <= now()) ||
      events.some((event) => isDue(event) && isHead(event)),
    claimDue: (limit, lease) =>
      all()
        .filter(({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt <= now())
        .sort((a, b) => (a.nextCheckAt ?? 0) - (b.nextCheckAt ?? 0))
        .slice(0, limit)
        .map((due) =>
          put({
            ...due,
            nextCheckAt: now() + lease,
            checks: due.checks + 1,
            version: due.version + 1,
          }),
        ),
    claimUndelivered: (limit, lease) => {
      const due = events
        .filter((event) => isDue(event) && isHead(event))
        .sort((a, b) => (a.deliverAt ?? 0) - (b.deliverAt ?? 0))
        .slice(0, limit);
      const claim = (event: StoredEvent): StoredEvent => {
        const { tries } = event;
        const deliverAt = now() + Math.min(lease * 2 ** tries, Math.max(lease, hour));
        return { ...event, deliverAt, tries: tries + 1 };
      };
      events = events.map((event) => (due.includes(event) ? claim(event) : event));
      return due.map(undelivered);
    },
    delivered: (seqs) => {
      events = events.map((event) =>
        seqs.includes(event.seq) ? { ...event, deliverAt: null } : event,
      );
    },
    begin: (draft) => {
      const ofAttempt = operations.filter(({ attempt }) => attempt === draft.attempt);
      const same = ofAttempt.find(({ key, state }) => key === draft.key && state !== 'refused');
      if (same) return { operation: same, isNew: false };
      const attempt = attempts.get(draft.attempt);
      const before = draft.kind === 'capture' ? attempt?.charged : attempt?.refunded;
      if (ofAttempt.some(isOpen) || before !== draft.before) return 'busy';
      const operation: Operation = { ...draft, state: 'sent', refusal: '', sentAt: now() };
      operations = [...operations, operation];
      return { operation, isNew: true };
    },
    history: (order) => {
      const found = ofOrder(order).sort((a, b) => a.openedAt - b.openedAt);
      const ids = new Set(found.map(({ id }) => id));
      return {
        attempts: found.map(read),
        events: events
          .filter(({ attempt }) => ids.has(attempt))
          .map(({ attempt, from, to, cause, status, at }) => ({
            attempt,
            from,
            to,
            cause,
            status,
            at,
          })),
        operations: operations.filter(({ attempt }) => ids.has(attempt)),
      };
    },
    openOperation: (attempt) =>
      operations.find((each) => each.attempt === attempt && isOpen(each)) ?? null,
    list: (query) => {
      const { needsReview = false, state, since = 0 } = query;
      const { openedAt, id } = cursorOf(query);
      const isAfter = (each: Attempt): boolean =>
        each.openedAt < openedAt || (each.openedAt === openedAt && each.id < id);
      const found = all()
        .filter(({ flag }) => !needsReview || (flag !== null && flag !== 'resolved'))
        .filter((each) => (state ?? each.state) === each.state && each.openedAt >= since)
        .filter(isAfter)
        .sort((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? 1 : -1));
      return pageOf(found.map(read), pageSize(query));
    },
    prune: (before) => {
      const gone = all().filter(
        ({ id, state, live, flag, updatedAt }) =>
          isFinal(state) &&
          !live &&
          (flag === null || flag === 'resolved') &&
          updatedAt < before &&
          !events.some((event) => event.attempt === id && event.deliverAt !== null) &&
          !operations.some((each) => each.attempt === id && isOpen(each)),
      );
      for (const { id } of gone) attempts.delete(id);
      events = events.filter(({ attempt }) => attempts.has(attempt));
      operations = operations.filter(({ attempt }) => attempts.has(attempt));
      return gone.length;
    },
  });
}
