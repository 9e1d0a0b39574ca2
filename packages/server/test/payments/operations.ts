import type { Attempt, OperationKind, Payments } from '../../src/index.ts';
import { withMoves } from './moves.ts';
import { promises } from './scene.ts';
import { type MakeStore, same, type StoreCase, times } from '../../testing/store/scene.ts';

const hour = 3_600_000;

/** What a store promises of operations after the payment, of history, lists, pruning and several merchants. */
export function operationCases(makeStore: MakeStore): readonly StoreCase[] {
  return promises(makeStore, {
    'keeps an operation once for each key, and one open one an attempt': async (scene) => {
      const { payments, open, put, now } = scene;
      const attempt = await put(await open('o-1'), { state: 'authorized', held: 500 });
      const capture = operationOf(attempt, 'capture');
      const { version: _, ...drafted } = capture;
      const kept = { ...drafted, state: 'sent', refusal: '', sentAt: now() } as const;
      const begun = await times(8, async (at) => payments.begin({ ...capture, id: String(at) }));
      const added = begun.filter((each) => each !== null);
      const id = added[0]?.id ?? '';
      same(added, [{ ...kept, id }]);
      same(await payments.begin({ ...operationOf(attempt, 'void'), id: 'other' }), null);
      same((await payments.history('o-1')).operations, [{ ...kept, id }]);
    },

    'ends an operation in the transaction that writes its attempt': async (scene) => {
      const { payments, open, put, commit } = scene;
      const held = await put(await open('o-1'), { state: 'authorized', held: 500 });
      await payments.begin(operationOf(held, 'capture'));
      const begun = await current(payments, held);
      const stateOf = async () => (await payments.history('o-1')).operations[0]?.state;
      const done = { id: `${held.id} capture`, state: 'done', refusal: '' } as const;
      same(await commit({ ...held, version: 0 }, { charged: 5 }, { operation: done }), 'stale');
      same(await stateOf(), 'sent');
      const unknown = { ...done, state: 'unknown' } as const;
      const asked = await put(begun, {}, { operation: unknown });
      same(await stateOf(), 'unknown');
      const paid = await put(asked, { state: 'paid', charged: 500 }, { operation: done });
      same(await stateOf(), 'done');
      const last = await put(
        paid,
        {},
        { operation: { ...done, state: 'refused', refusal: 'late' } },
      );
      same(await payments.begin({ ...operationOf(last, 'capture'), id: 'again' }), null);
      const { operations, events } = await payments.history('o-1');
      same(
        operations.map(({ state }) => state),
        ['done'],
      );
      same(events.map(({ to }) => to).at(-1), paid.state);
    },

    'lets a refused operation be tried again': async ({ payments, open, put }) => {
      const held = await put(await open('o-1'), { state: 'authorized', held: 500 });
      const capture = operationOf(held, 'capture');
      await payments.begin(capture);
      const refused = { id: capture.id, state: 'refused', refusal: 'too_late' } as const;
      const { version } = await put(await current(payments, held), {}, { operation: refused });
      const again = await payments.begin({ ...capture, id: 'again', version });
      same(again?.id, 'again');
      const { operations } = await payments.history('o-1');
      same(
        operations.map(({ refusal }) => refusal),
        ['too_late', ''],
      );
    },

    'begins no operation on an attempt that has changed': async ({ payments, open, put }) => {
      const paid = await put(await open('o-1'), { state: 'paid', charged: 500 });
      const refund = operationOf(paid, 'refund');
      const { version } = await put(paid, { refunded: 200 });
      same(await payments.begin(refund), null);
      const begun = await payments.begin({ ...refund, version });
      same(begun?.state, 'sent');
      same(await payments.begin({ ...refund, attempt: 'absent', version }), null);
    },

    'shows the history of an order, oldest first': async ({ payments, open, put, wait, now }) => {
      const first = await put(
        await open('o-1'),
        { state: 'failed', status: 'declined' },
        { cause: 'a' },
      );
      wait(10);
      const second = await open('o-1');
      const sending = await put(second, { state: 'sending' }, { cause: 'pay' });
      const unknown = await put(sending, { state: 'unknown' }, { cause: 'no answer' });
      await put(unknown, { status: 'new' }, { change: null, cause: 'silent' });
      await put(await open('o-2'), { state: 'paid' });
      const { attempts, events } = await payments.history('o-1');
      same(
        attempts.map(({ id, readAt }) => [id, readAt]),
        [
          [first.id, now()],
          [second.id, now()],
        ],
      );
      same(events, [
        {
          attempt: first.id,
          from: 'created',
          to: 'failed',
          cause: 'a',
          status: 'declined',
          at: now() - 10,
        },
        {
          attempt: second.id,
          from: 'sending',
          to: 'unknown',
          cause: 'no answer',
          status: '',
          at: now(),
        },
      ]);
      same(await payments.history('absent'), {
        attempts: [],
        events: [],
        operations: [],
        reports: [],
      });
    },

    'writes a line for the history where the caller says so, though the state stays': async ({
      payments,
      open,
      put,
    }) => {
      const sending = await put(await open('o-1'), { state: 'sending' }, { cause: 'pay' });
      const unknown = await put(
        sending,
        { state: 'unknown' },
        { cause: 'pay-token', change: null },
      );
      await put(unknown, { flag: 'mismatch' }, { cause: 'a', change: null, isNoted: true });
      const { events } = await payments.history('o-1');
      same(
        events.map(({ from, to, cause }) => [from, to, cause]),
        [
          ['sending', 'unknown', 'pay-token'],
          ['unknown', 'unknown', 'a'],
        ],
      );
    },

    'lists payments page by page, newest first': async ({ payments, open, put, wait, now }) => {
      for (let at = 1; at <= 7; at += 1) {
        const state = at % 2 ? 'paid' : 'failed';
        await put(await open(`o-${String(at)}`), { state, flag: at % 3 ? null : 'needs_review' });
        if (at === 4) wait(hour);
      }
      const pages = async (query: object): Promise<string[][]> => {
        const found: string[][] = [];
        for (let cursor: string | undefined, isMore = true; isMore;) {
          const page = await payments.list({ ...query, ...(cursor !== undefined && { cursor }) });
          found.push(page.attempts.map(({ order }) => order.slice(2)));
          cursor = page.next;
          isMore = cursor !== undefined;
        }
        return found;
      };
      same(await pages({}), [['7', '6', '5', '4', '3', '2', '1']]);
      same(await pages({ limit: 3 }), [['7', '6', '5'], ['4', '3', '2'], ['1']]);
      same(await pages({ limit: 7 }), [['7', '6', '5', '4', '3', '2', '1']]);
      same(await pages({ state: 'paid', limit: 2 }), [
        ['7', '5'],
        ['3', '1'],
      ]);
      same(await pages({ needsReview: true }), [['6', '3']]);
      same(await pages({ since: now() }), [['7', '6', '5']]);
      same(await pages({ since: now() + 1 }), [[]]);
      same(await pages({ until: now() }), [['4', '3', '2', '1']]);
      same(await pages({ until: now(), limit: 3 }), [['4', '3', '2'], ['1']]);
      const mismatched = await open('o-8');
      const flagged = await put(mismatched, { state: 'paid', flag: 'mismatch' });
      same(await pages({ needsReview: true }), [['8', '6', '3']]);
      await put(flagged, { flag: 'resolved' });
      same(await pages({ needsReview: true }), [['6', '3']]);
    },

    'keeps the last ten reports of an order, with or without a payment': async (scene) => {
      const { payments, open, wait, now } = scene;
      const report = {
        wallet: 'wallet-b',
        phase: 'readiness',
        origin: 'network',
        code: 'script-load',
        tag_version: '1.2.0',
      } as const;
      for (let index = 0; index < 12; index += 1) {
        await payments.report('o-1', { ...report, code: `code-${String(index)}` });
        wait(10);
      }
      const { reports } = await payments.history('o-1');
      same(
        reports.map(({ code, at }) => [code, now() - at]),
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => [
          `code-${String(index)}`,
          (12 - index) * 10,
        ]),
      );
      same(await payments.find({ order: 'o-1' }), null);
      same((await payments.list({})).attempts, []);
      await open('o-1');
      same((await payments.history('o-1')).reports, reports);
      await payments.report('o-2', report);
      wait(hour);
      same(await payments.prune(now()), 0);
      same((await payments.history('o-2')).reports, []);
      same((await payments.history('o-1')).reports, reports);
    },

    'prunes what is over, and nothing that money, a review or a delivery needs': async (scene) => {
      const { payments, open, put, wait, now } = scene;
      const keep = ['paid', 'authorized', 'unknown', 'created'] as const;
      for (const state of keep) await put(await open(state), { state });
      await put(await open('review'), { state: 'failed', flag: 'mismatch' });
      await put(await open('delivered'), { state: 'failed', status: 'declined' });
      const refunded = await put(await open('operation'), { state: 'paid', charged: 5 });
      await payments.begin(operationOf(refunded, 'refund'));
      await put(await current(payments, refunded), { state: 'refunded' });
      const resolved = await put(await open('over'), { state: 'paid', charged: 5 });
      const refund = operationOf(resolved, 'refund');
      await payments.begin(refund);
      const done = { id: refund.id, state: 'done', refusal: '' } as const;
      const begun = await current(payments, resolved);
      await put(begun, { state: 'refunded', flag: 'resolved' }, { operation: done });
      wait(hour);
      await put(await open('late'), { state: 'failed' });
      same(await payments.prune(now() - hour), 0);
      same(await payments.prune(now()), 1);
      same(await payments.history('over'), {
        attempts: [],
        events: [],
        operations: [],
        reports: [],
      });
      for (const order of [...keep, 'review', 'delivered', 'operation', 'late']) {
        same((await payments.find({ order }))?.order, order);
        same((await payments.history(order)).attempts.length, 1);
      }
      wait(hour);
      const [change] = await payments.claimUndelivered(8);
      await payments.delivered(change ? [change.change] : []);
      same(await payments.prune(now()), 2);
      same(await payments.find({ order: 'delivered' }), null);
    },

    'shrinks paid orders on request, and keeps them closed with their keys': async (scene) => {
      const { payments, open, put, commit, wait, now } = scene;
      const sent = { tokenHash: 't', idempotencyKey: 'k', requestHash: 'r', charged: 5 } as const;
      const paid = await put(await open('paid'), { state: 'paid', ...sent });
      await put(await open('off'), { state: 'paid_off', charged: 5 });
      await put(await open('held'), { state: 'authorized' });
      await put(await open('asked'), { state: 'paid' }, { checkIn: 0 });
      wait(hour);
      await put(await open('late'), { state: 'paid' });
      same(await payments.prune(now()), 0);
      same(await payments.prune(now(), { paid: true }), 2);
      same(await payments.prune(now(), { paid: true }), 0);
      const { attempts } = await payments.list({});
      same(attempts.map(({ order }) => order).toSorted(), ['asked', 'held', 'late']);
      const { attempts: kept, events } = await payments.history('paid');
      same([kept[0]?.tokenHash, events.length], [null, 0]);
      same((await payments.find({ sessionId: paid.sessionId }))?.charged, 5);
      same((await open('paid')).id, paid.id);
      const other = { ...sent, state: 'sending' } as const;
      const next = await open('other');
      for (const key of ['tokenHash', 'idempotencyKey']) {
        same(await commit(next, { ...other, [key]: 'another' }), 'reused');
      }
    },

    'shows no merchant the payments of another': async ({ store, open, put, payments, wait }) => {
      const other = withMoves(store.forMerchant('merchant-2'));
      const sent = { state: 'unknown', tokenHash: 't', idempotencyKey: 'k' } as const;
      const mine = await put(await open('o-1'), sent, { checkIn: 0 });
      for (const by of [
        { id: mine.id },
        { order: 'o-1' },
        { sessionId: mine.sessionId },
        { idempotencyKey: 'k' },
      ]) {
        same(await other.find(by), null);
      }
      same(await other.makeDue(mine.sessionId), null);
      same(await other.claimDue(8, 1000), []);
      const foreign = { ...mine, state: 'failed', live: false, version: mine.version + 1 } as const;
      same(await other.commit(foreign, { cause: 'test', from: 'unknown' }), 'stale');
      same(await payments.find({ id: mine.id }), mine);
      const theirs = await open('o-1', other);
      same([theirs.id === mine.id, theirs.state], [false, 'created']);
      same(typeof (await put(theirs, { ...sent, status: 'x' }, { cause: 'other' })), 'object');
      wait(hour);
      same(await payments.claimUndelivered(8), []);
      const [change] = await other.claimUndelivered(8);
      await payments.delivered(change ? [change.change] : []);
      wait(hour);
      same((await other.claimUndelivered(8)).length, 1);
      same(await other.begin(operationOf(mine, 'refund')), null);
      same((await other.history('o-1')).attempts.length, 1);
      same((await other.list({})).attempts.length, 1);
      const over = await put(await open('o-2'), { state: 'failed' });
      wait(hour);
      same(await other.prune(over.updatedAt + hour), 0);
      same((await payments.find({ order: 'o-2' }))?.id, over.id);
    },
  });
}

/** The attempt as it is now. */
async function current({ find }: Payments, { id }: Attempt): Promise<Attempt> {
  const found = await find({ id });
  if (!found) throw new Error('The attempt is missing.');
  return found;
}

/** An operation to begin, on 5 minor units. */
export function operationOf({ id: attempt, version }: Attempt, kind: OperationKind) {
  return { id: `${attempt} ${kind}`, attempt, kind, key: kind, amount: 5, before: 0, version };
}
