import { nextOf, promises } from './scene.ts';
import { type MakeStore, same, type StoreCase, times } from '../../testing/store/scene.ts';

const everything = {
  state: 'awaiting_bank',
  currency: 'EUR',
  asked: 19991,
  held: 3,
  charged: 2,
  refunded: 1,
  sessionId: 's-other',
  paymentId: '77',
  wallet: 'wallet-a',
  idempotencyKey: 'k-1',
  requestHash: 'r',
  tokenHash: 't',
  status: 'processing',
  acsUrl: 'https://bank.example/acs',
  flag: 'mismatch',
  cardNetwork: 'visa',
  cardLast4: '4242',
  bankReference: 'rrn',
  checks: 3,
  openedAt: 1_700_000_000_000,
} as const;

/** What a store promises of attempts: one live one an order, no lost write, nothing sent beside money. */
export function attemptCases(makeStore: MakeStore): readonly StoreCase[] {
  return promises(makeStore, {
    'keeps every field of an attempt': async ({ payments, open, put, now, wait }) => {
      const attempt = await open('o-1');
      wait(5);
      const intent = { ...everything, state: 'sending', flag: null } as const;
      const sending = await put(attempt, intent, { cause: 'pay' });
      const savedAttempt = await put(sending, everything, { checkIn: 1000 });
      const times = { sentAt: now(), nextCheckAt: now() + 1000, updatedAt: now(), readAt: now() };
      same(savedAttempt, { ...attempt, ...everything, ...times, version: 2 });
      for (const lookup of [
        { id: attempt.id },
        { order: 'o-1' },
        { sessionId: 's-other' },
        { idempotencyKey: 'k-1' },
      ]) {
        same(await payments.find(lookup), savedAttempt);
      }
      for (const lookup of [
        { id: 'absent' },
        { order: 'absent' },
        { sessionId: 's-1' },
        { idempotencyKey: '' },
      ]) {
        same(await payments.find(lookup), null);
      }
    },

    'undoes a write that fails in the middle, and keeps those beside it': async ({
      payments,
      open,
      put,
      commit,
    }) => {
      const [one, two] = [await open('o-1'), await open('o-2')];
      // The time of its next question cannot be written.
      const [failure] = await Promise.all([
        commit(one, { state: 'paid' }, { checkIn: Number.NaN }).then(
          () => 'done',
          (error: unknown) => (error as { readonly code?: unknown }).code,
        ),
        put(two, { state: 'paid' }),
      ]);
      same(failure, 'store_failed');
      same((await payments.find({ order: 'o-1' }))?.state, 'created');
      same((await payments.find({ order: 'o-2' }))?.state, 'paid');
    },

    'measures all times by its own clock': async ({ open, put, payments, now, wait }) => {
      const attempt = await open('o-1');
      same([attempt.openedAt, attempt.updatedAt, attempt.readAt], [now(), now(), now()]);
      wait(10);
      const sending = await put(attempt, {
        state: 'sending',
        sentAt: 1,
        updatedAt: 1,
        nextCheckAt: 1,
      });
      same([sending.sentAt, sending.updatedAt, sending.nextCheckAt], [now(), now(), null]);
      const sentAt = now();
      wait(10);
      const unknown = await put(sending, { state: 'unknown' }, { checkIn: 1000 });
      same([unknown.sentAt, unknown.nextCheckAt], [sentAt, now() + 1000]);
      const pending = await put(unknown, { state: 'pending', nextCheckAt: null });
      same(pending.nextCheckAt, now() + 1000);
      same((await put(pending, { state: 'paid' }, { checkIn: null })).nextCheckAt, null);
      wait(10);
      same((await payments.find({ order: 'o-1' }))?.readAt, now());
      const other = await put(await open('o-2'), { state: 'sending' });
      same((await put(other, { state: 'created' })).sentAt, null);
    },

    'reads a record again that was read long before it is written': async ({
      payments,
      open,
      now,
      wait,
    }) => {
      const { id } = await open('o-1');
      let readings = 0;
      const time = await payments.change({ id }, 'test', (record, { at }) => {
        readings += 1;
        if (readings === 1) wait(60_000);
        return { record: { ...record }, result: at };
      });
      same([readings, time], [2, now()]);
    },

    'keeps an order to one live attempt, however many are inserted at once': async ({
      payments,
      open,
      put,
    }) => {
      const attempts = await times(32, async () => open('o-1'));
      same(new Set(attempts.map(({ id }) => id)).size, 1);
      const [only] = attempts;
      if (!only) throw new Error('Nothing was inserted.');
      same((await open('o-2')).order, 'o-2');
      await put(only, { state: 'failed' });
      same((await payments.find({ order: 'o-1' }))?.id, only.id);
    },

    'inserts a new attempt once the last one has failed, and none beside one that closes the order':
      async ({ payments, open, put }) => {
        const first = await put(await open('o-1'), { state: 'abandoned' });
        const second = await put(await open('o-1'), { state: 'failed' });
        same(first.id === second.id, false);
        const atWork = await put(first, { state: 'pending' });
        same(atWork.live, true);
        same((await open('o-1')).id, first.id);
        await put(atWork, { state: 'failed', flag: 'mismatch' });
        same((await open('o-1')).id, first.id);
        same((await payments.find({ order: 'o-1' }))?.id, first.id);
      },

    'lets one of several writers of the same version win': async ({ payments, open, commit }) => {
      for (const state of ['sending', 'failed'] as const) {
        const attempt = await open(state);
        const results = await times(32, async (index) =>
          commit(attempt, { state, status: String(index) }),
        );
        const winners = results.filter((result) => typeof result === 'object');
        same(results.filter((result) => result === 'stale').length, 31);
        const { events } = await payments.history(state);
        same(events.length, 1);
        same(winners[0]?.attempt, await payments.find({ id: attempt.id }));
        same(winners[0]?.delivery?.change.status, winners[0]?.attempt.status);
      }
    },

    'refuses a token or a key that another attempt has': async ({
      payments,
      open,
      put,
      commit,
    }) => {
      const { tokenHash, idempotencyKey } = everything;
      const first = await put(await open('o-1'), { state: 'sending', tokenHash, idempotencyKey });
      const other = await open('o-2');
      const results = await Promise.all([
        commit(other, { state: 'sending', tokenHash }),
        commit(other, { state: 'sending', idempotencyKey }),
        commit(first, { state: 'pending' }),
      ]);
      same(results.slice(0, 2), ['reused', 'reused']);
      same(typeof results[2], 'object');
      same(await payments.find({ id: other.id }), other);
      same((await payments.history('o-2')).events, []);
    },

    'keeps late money beside a live attempt, and lets no token be sent beside it': async ({
      payments,
      open,
      put,
      commit,
    }) => {
      const failedAttempt = await put(await open('o-1'), { state: 'failed' });
      const live = await open('o-1');
      const paidAttempt = await put(failedAttempt, { state: 'paid' });
      same(paidAttempt.live, false);
      same((await payments.find({ order: 'o-1' }))?.id, paidAttempt.id);
      same(await commit(live, { state: 'sending' }), 'stale');
    },

    'lets no token be sent beside one at work': async ({ payments, open, put, commit }) => {
      const first = await put(await open('o-1'), { state: 'abandoned' });
      const second = await open('o-1');
      const atWork = await put(first, { state: 'pending' });
      same(atWork.live, false);
      same(await commit(second, { state: 'sending' }), 'stale');
      same((await payments.find({ order: 'o-1' }))?.id, atWork.id);
      await put(atWork, { state: 'failed' });
      same(typeof (await commit(second, { state: 'sending' })), 'object');
    },

    'lets no token be sent beside money in question': async ({ payments, open, put, commit }) => {
      const first = await put(await open('o-1'), { state: 'abandoned' });
      const second = await open('o-1');
      const flaggedAttempt = await put(first, { flag: 'mismatch' });
      same(await commit(second, { state: 'sending' }), 'stale');
      same((await payments.find({ order: 'o-1' }))?.id, flaggedAttempt.id);
      await put(flaggedAttempt, { flag: 'resolved' });
      same(typeof (await commit(second, { state: 'sending' })), 'object');
      await put(await open('o-2'), { state: 'refunded', flag: 'mismatch' });
      same(typeof (await commit(await open('o-2'), { state: 'sending' })), 'object');
    },

    'never sends after money came, however close': async ({ payments, open, put, commit }) => {
      await times(24, async (index) => {
        const order = `o-${String(index)}`;
        const first = await put(await open(order), { state: 'abandoned' });
        const live = await open(order);
        const writes = [
          async () => commit(first, { state: 'paid' }),
          async () => commit(live, { state: 'sending', status: 'sent' }),
        ];
        await Promise.all((index % 2 ? writes : writes.toReversed()).map(async (write) => write()));
        const { events } = await payments.history(order);
        const ends = events.map(({ to: state }) => state).filter((state) => state !== 'abandoned');
        if (ends.includes('sending')) same(ends, ['sending', 'paid']);
      });
    },

    'sends only what is live': async ({ open, put, commit }) => {
      const first = await put(await open('o-1'), { state: 'failed' });
      await open('o-1');
      same(await commit(first, { state: 'sending' }), 'stale');
    },

    'hands out the newest first of what was not asked about yet, then the longest due': async (
      scene,
    ) => {
      const { payments, open, put, wait } = scene;
      for (const [order, checks] of [
        ['asked-1', 1],
        ['first-1', 0],
        ['first-2', 0],
        ['asked-2', 4],
      ] as const) {
        await put(await open(order), { state: 'pending', checks }, { checkIn: 0 });
        wait(1);
      }
      const claims = await payments.claimDue(8, 1000);
      const rows = claims.map(({ attempt, queue }) => [attempt.order, queue]);
      same(rows, [
        ['first-2', 'first'],
        ['first-1', 'first'],
        ['asked-1', 'open'],
        ['asked-2', 'open'],
      ]);
    },

    'hands a due attempt to one process, once a lease, the longest due first': async (scene) => {
      const { payments, open, put, wait, now } = scene;
      for (const [index, order] of ['first', 'second', 'third'].entries()) {
        await put(await open(order), { state: 'pending', checks: 1 }, { checkIn: 100 + index });
      }
      same(await payments.claimDue(8, 1000), []);
      wait(101);
      const claims = await times(3, async () => payments.claimDue(1, 1000));
      same(
        claims
          .flat()
          .map(({ attempt }) => attempt.order)
          .toSorted(),
        ['first', 'second'],
      );
      const claimedAttempt = claims.flat()[0]?.attempt;
      if (!claimedAttempt) throw new Error('Nothing was claimed.');
      same(
        [claimedAttempt.checks, claimedAttempt.nextCheckAt, claimedAttempt.version],
        [2, now() + 1000, 1],
      );
      same(await payments.find({ id: claimedAttempt.id }), claimedAttempt);
      wait(1000);
      same((await payments.claimDue(1, 1000))[0]?.attempt.order, 'third');
      same((await payments.claimDue(8, 1000)).length, 2);
    },

    'hands out what has no outcome before what is asked about once more, or one of them alone':
      async (scene) => {
        const { payments, open, put, wait } = scene;
        for (const state of ['paid', 'authorized', 'pending', 'unknown'] as const) {
          await put(await open(state), { state, checks: 1 }, { checkIn: 0 });
          wait(1);
        }
        const claims = await payments.claimDue(3, 1000);
        const rows = claims.map(({ attempt, queue }) => [attempt.state, queue]);
        same(rows, [
          ['pending', 'open'],
          ['unknown', 'open'],
          ['paid', 'known'],
        ]);
        wait(1000);
        for (const [queue, states] of [
          ['open', ['pending', 'unknown']],
          ['known', ['authorized', 'paid']],
        ] as const) {
          const queueClaims = await payments.claimDue(8, 1000, [queue]);
          same(queueClaims.map(({ attempt }) => attempt.state).toSorted(), states);
        }
      },

    'makes the attempt of a session due, as if it had never been asked about': async (scene) => {
      const { payments, open, put, commit, now } = scene;
      const pending = await put(
        await open('o-1'),
        { state: 'pending', checks: 9 },
        { checkIn: 1000 },
      );
      const due = await payments.makeDue(pending.sessionId);
      same(due, { ...pending, nextCheckAt: now(), checks: 0, version: pending.version + 1 });
      same(await payments.find({ id: pending.id }), due);
      same(await commit(pending, { state: 'failed' }), 'stale');
      same((await payments.claimDue(8, 1000))[0]?.attempt.checks, 1);
      same(await payments.makeDue('absent'), null);
    },

    'writes nothing where the version is not the one that was read': async ({ payments, open }) => {
      const attempt = await open('o-1');
      for (const version of [0, 2]) {
        const next = { ...nextOf(attempt, { state: 'paid' }), version };
        same(await payments.commit(next, { cause: 'test', from: 'created' }), 'stale');
      }
      const absent = { ...nextOf(attempt, { state: 'paid' }), id: 'absent' };
      same(await payments.commit(absent, { cause: 'test', from: 'created' }), 'stale');
      same(await payments.find({ order: 'o-1' }), attempt);
    },
  });
}
