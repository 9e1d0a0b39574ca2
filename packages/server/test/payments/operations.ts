import type { Attempt, OperationKind, Payments } from '../../src/index.ts';
import { withMoves } from './moves.ts';
import { promises } from './scene.ts';
import { type MakeStore, same, type StoreCase, times } from '../../testing/store/scene.ts';

const hour = 3_600_000;

/** What is known of an order without a payment. */
const nothing = {
  attempts: [],
  events: [],
  operations: [],
  reports: [],
  earlierAttempts: 0,
  tooManyAttempts: false,
};

/** What a store promises of operations after the payment, of history, lists, pruning and several merchants. */
export function operationCases(makeStore: MakeStore): readonly StoreCase[] {
  return promises(makeStore, {
    'keeps an operation once for each key, and one open one an attempt': async (scene) => {
      const { payments, open, put, now } = scene;
      const attempt = await put(await open('o-1'), { state: 'authorized', held: 500 });
      const capture = operationOf(attempt, 'capture');
      const { version: _, ...draft } = capture;
      const operation = { ...draft, state: 'sent', refusal: '', sentAt: now() } as const;
      const results = await times(8, async (index) =>
        payments.begin({ ...capture, id: String(index) }),
      );
      const operations = results.filter((each) => each !== null);
      const id = operations[0]?.id ?? '';
      same(operations, [{ ...operation, id }]);
      same(await payments.begin({ ...operationOf(attempt, 'void'), id: 'other' }), null);
      same((await payments.history('o-1')).operations, [{ ...operation, id }]);
    },

    'ends an operation in the transaction that writes its attempt': async (scene) => {
      const { payments, open, put, commit } = scene;
      const hold = await put(await open('o-1'), { state: 'authorized', held: 500 });
      await payments.begin(operationOf(hold, 'capture'));
      const currentAttempt = await current(payments, hold);
      const stateOf = async () => (await payments.history('o-1')).operations[0]?.state;
      const doneOperation = { id: `${hold.id} capture`, state: 'done', refusal: '' } as const;
      same(
        await commit({ ...hold, version: 0 }, { charged: 5 }, { operation: doneOperation }),
        'stale',
      );
      same(await stateOf(), 'sent');
      const unknown = { ...doneOperation, state: 'unknown' } as const;
      const nextAttempt = await put(currentAttempt, {}, { operation: unknown });
      same(await stateOf(), 'unknown');
      const paidAttempt = await put(
        nextAttempt,
        { state: 'paid', charged: 500 },
        { operation: doneOperation },
      );
      same(await stateOf(), 'done');
      const last = await put(
        paidAttempt,
        {},
        { operation: { ...doneOperation, state: 'refused', refusal: 'late' } },
      );
      same(await payments.begin({ ...operationOf(last, 'capture'), id: 'again' }), null);
      const { operations, events } = await payments.history('o-1');
      same(
        operations.map(({ state }) => state),
        ['done'],
      );
      same(events.map(({ to }) => to).at(-1), paidAttempt.state);
    },

    'lets a refused operation be tried again': async ({ payments, open, put }) => {
      const hold = await put(await open('o-1'), { state: 'authorized', held: 500 });
      const capture = operationOf(hold, 'capture');
      await payments.begin(capture);
      const refusedOperation = { id: capture.id, state: 'refused', refusal: 'too_late' } as const;
      const { version } = await put(
        await current(payments, hold),
        {},
        { operation: refusedOperation },
      );
      const repeat = await payments.begin({ ...capture, id: 'again', version });
      same(repeat?.id, 'again');
      const { operations } = await payments.history('o-1');
      same(
        operations.map(({ refusal }) => refusal),
        ['too_late', ''],
      );
    },

    'begins no operation on an attempt that has changed': async ({ payments, open, put }) => {
      const paidAttempt = await put(await open('o-1'), { state: 'paid', charged: 500 });
      const refund = operationOf(paidAttempt, 'refund');
      const { version } = await put(paidAttempt, { refunded: 200 });
      same(await payments.begin(refund), null);
      const operation = await payments.begin({ ...refund, version });
      same(operation?.state, 'sent');
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
      same(await payments.history('absent'), nothing);
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
      for (let number = 1; number <= 7; number += 1) {
        const state = number % 2 ? 'paid' : 'failed';
        await put(await open(`o-${String(number)}`), {
          state,
          flag: number % 3 ? null : 'needs_review',
        });
        if (number === 4) wait(hour);
      }
      const pages = async (query: object): Promise<string[][]> => {
        const orders: string[][] = [];
        for (let cursor: string | undefined, isMore = true; isMore;) {
          const page = await payments.list({ ...query, ...(cursor !== undefined && { cursor }) });
          orders.push(page.attempts.map(({ order }) => order.slice(2)));
          cursor = page.next;
          isMore = cursor !== undefined;
        }
        return orders;
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
      const attempt = await open('o-8');
      const flaggedAttempt = await put(attempt, { state: 'paid', flag: 'mismatch' });
      same(await pages({ needsReview: true }), [['8', '6', '3']]);
      await put(flaggedAttempt, { flag: 'resolved' });
      same(await pages({ needsReview: true }), [['6', '3']]);
    },

    'lists each order once with its history, by its newest attempt': async (scene) => {
      const { payments, open, put, wait } = scene;
      await put(await open('o-1'), { state: 'failed' });
      for (const order of ['o-2', 'o-3', 'o-1']) {
        wait(1000);
        const attempt = await put(await open(order), { state: 'authorized', held: 500 });
        await payments.begin(operationOf(attempt, 'capture'));
      }
      const pages: string[][] = [];
      for (let cursor: string | undefined, isMore = true; isMore;) {
        const page = await payments.orders({ limit: 2, ...(cursor !== undefined && { cursor }) });
        for (const history of page.orders) {
          const [first] = history.attempts;
          same(history, await payments.history(first?.order ?? ''));
          same(history.operations.length, 1);
        }
        pages.push(
          page.orders.map(
            ({ attempts }) => `${String(attempts[0]?.order)} ${String(attempts.length)}`,
          ),
        );
        cursor = page.next;
        isMore = cursor !== undefined;
      }
      same(pages, [['o-1 2', 'o-3 1'], ['o-2 1']]);
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
      const refundedAttempt = await put(await open('operation'), { state: 'paid', charged: 5 });
      await payments.begin(operationOf(refundedAttempt, 'refund'));
      await put(await current(payments, refundedAttempt), { state: 'refunded' });
      const resolvedAttempt = await put(await open('over'), { state: 'paid', charged: 5 });
      const refund = operationOf(resolvedAttempt, 'refund');
      await payments.begin(refund);
      const doneOperation = { id: refund.id, state: 'done', refusal: '' } as const;
      const currentAttempt = await current(payments, resolvedAttempt);
      await put(
        currentAttempt,
        { state: 'refunded', flag: 'resolved' },
        { operation: doneOperation, checkIn: null },
      );
      wait(hour);
      await put(await open('late'), { state: 'failed' });
      same(await payments.prune(now() - hour), 0);
      same(await payments.prune(now()), 1);
      same(await payments.history('over'), nothing);
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
      const tokenFields = {
        tokenHash: 't',
        idempotencyKey: 'k',
        requestHash: 'r',
        charged: 5,
      } as const;
      const paidAttempt = await put(await open('paid'), { state: 'paid', ...tokenFields });
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
      const { attempts: shrunkAttempts, events } = await payments.history('paid');
      same([shrunkAttempts[0]?.tokenHash, events.length], [null, 0]);
      same((await payments.find({ sessionId: paidAttempt.sessionId }))?.charged, 5);
      same((await open('paid')).id, paidAttempt.id);
      const other = { ...tokenFields, state: 'sending' } as const;
      const next = await open('other');
      for (const key of ['tokenHash', 'idempotencyKey']) {
        same(await commit(next, { ...other, [key]: 'another' }), 'reused');
      }
    },

    'shows no merchant the payments of another': async ({ store, open, put, payments, wait }) => {
      const other = withMoves(store.forMerchant('merchant-2'));
      const tokenFields = { state: 'unknown', tokenHash: 't', idempotencyKey: 'k' } as const;
      const mine = await put(await open('o-1'), tokenFields, { checkIn: 0 });
      for (const lookup of [
        { id: mine.id },
        { order: 'o-1' },
        { sessionId: mine.sessionId },
        { idempotencyKey: 'k' },
      ]) {
        same(await other.find(lookup), null);
      }
      same(await other.makeDue(mine.sessionId), null);
      same(await other.claimDue(8, 1000), []);
      const foreign = { ...mine, state: 'failed', live: false, version: mine.version + 1 } as const;
      same(await other.commit(foreign, { cause: 'test', from: 'unknown' }), 'stale');
      same(await payments.find({ id: mine.id }), mine);
      const theirs = await open('o-1', other);
      same([theirs.id === mine.id, theirs.state], [false, 'created']);
      same(
        typeof (await put(theirs, { ...tokenFields, status: 'x' }, { cause: 'other' })),
        'object',
      );
      wait(hour);
      same(await payments.claimUndelivered(8), []);
      const [change] = await other.claimUndelivered(8);
      await payments.delivered(change ? [change.change] : []);
      wait(hour);
      same((await other.claimUndelivered(8)).length, 1);
      same(await other.begin(operationOf(mine, 'refund')), null);
      same((await other.history('o-1')).attempts.length, 1);
      same((await other.list({})).attempts.length, 1);
      const failedAttempt = await put(await open('o-2'), { state: 'failed' });
      wait(hour);
      same(await other.prune(failedAttempt.updatedAt + hour), 0);
      same((await payments.find({ order: 'o-2' }))?.id, failedAttempt.id);
    },
  });
}

/** The attempt as it is now. */
async function current({ find }: Payments, { id }: Attempt): Promise<Attempt> {
  const attempt = await find({ id });
  if (!attempt) throw new Error('The attempt is missing.');
  return attempt;
}

/** An operation to begin, on 5 minor units. */
export function operationOf({ id: attempt, version }: Attempt, kind: OperationKind) {
  return { id: `${attempt} ${kind}`, attempt, kind, key: kind, amount: 5, before: 0, version };
}
