import { deliveryOf, promises } from './scene.ts';
import { type MakeStore, same, type StoreCase, times } from '../../testing/store/scene.ts';

const lease = 30_000;
const hour = 3_600_000;

/** What a store promises of status changes: at least once each, those of an order one after another. */
export function deliveryCases(makeStore: MakeStore): readonly StoreCase[] {
  return promises(makeStore, {
    'leaves a change to its writer for 30 seconds': async (scene) => {
      const { payments, open, commit, wait, now } = scene;
      const result = await commit(await open('o-1'), { state: 'paid', status: 'paid' });
      const time = new Date(now()).toISOString();
      const delivery = typeof result === 'object' ? result.delivery : null;
      same([delivery?.change.at, delivery?.tries, delivery?.age], [time, 0, 0]);
      wait(lease - 1);
      same(await payments.claimUndelivered(8), []);
      wait(1);
      const claims = await payments.claimUndelivered(8);
      same(claims, [{ ...delivery, tries: 1, age: lease }]);
    },

    'hands a change to one process, once a lease that grows to an hour': async (scene) => {
      const { payments, open, put, wait } = scene;
      await put(await open('o-1'), { state: 'paid', status: 'paid' });
      wait(lease);
      const claims = await times(3, async () => payments.claimUndelivered(8));
      same(claims.flat().length, 1);
      for (const [index, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
        wait(minutes * 60_000 - 1);
        same(await payments.claimUndelivered(8), []);
        wait(1);
        same((await payments.claimUndelivered(8))[0]?.tries, index + 2);
      }
    },

    'delivers a change until it is marked': async ({ payments, open, commit, wait }) => {
      const result = await commit(await open('o-1'), { state: 'paid', status: 'paid' });
      wait(lease);
      const [claim] = await payments.claimUndelivered(8);
      same(claim?.change, deliveryOf(result));
      await payments.delivered(claim ? [claim.change, { ...claim.change, id: 'absent' }] : []);
      wait(10 * hour);
      same(await payments.claimUndelivered(8), []);
      await payments.delivered([]);
    },

    'stores no delivery without a change for the merchant': async ({
      payments,
      open,
      put,
      wait,
    }) => {
      await put(await open('o-1'), { state: 'paid' });
      wait(hour);
      same(await payments.claimUndelivered(8), []);
      same((await payments.history('o-1')).events.length, 1);
    },

    'hands out the changes of an order one after another': async (scene) => {
      const { payments, open, put, commit, wait } = scene;
      const pending = await put(await open('o-1'), { state: 'pending', status: 'processing' });
      const payment = await commit(pending, { state: 'paid', status: 'paid' });
      same(deliveryOf(payment), null);
      same(
        deliveryOf(await commit(await open('o-2'), { state: 'failed', status: 'f' }))?.status,
        'f',
      );
      wait(lease);
      const heads = await payments.claimUndelivered(8);
      same(
        heads.map(({ change }) => [change.order, change.status]),
        [
          ['o-1', 'processing'],
          ['o-2', 'f'],
        ],
      );
      same(await payments.claimUndelivered(8), []);
      await payments.delivered(heads.map(({ change }) => change));
      const [next] = await payments.claimUndelivered(8);
      same([next?.change.status, next?.tries], ['paid', 0]);
      await payments.delivered(next ? [next.change] : []);
      const attempt = await payments.find({ order: 'o-1' });
      if (!attempt) throw new Error('The attempt is missing.');
      const refund = await commit(attempt, { state: 'refunded', status: 'refunded' });
      same(deliveryOf(refund)?.status, 'refunded');
    },

    'hands out what has waited longest first, and no more than is taken': async (scene) => {
      const { payments, open, put, wait } = scene;
      for (const order of ['first', 'second', 'third']) {
        await put(await open(order), { state: 'pending', status: order });
        wait(10);
      }
      wait(lease);
      const take = async (): Promise<string[]> =>
        (await payments.claimUndelivered(2)).map(({ change }) => change.status);
      same([await take(), await take()], [['first', 'second'], ['third']]);
    },

    'leases changes of several attempts of an order to one writer alone': async (scene) => {
      const { payments, open, put, commit, wait } = scene;
      await times(8, async (index) => {
        const order = `o-${String(index)}`;
        const first = await put(await open(order), { state: 'abandoned' });
        const live = await open(order);
        const results = await Promise.all([
          commit(first, { state: 'pending', status: 'late' }),
          commit(live, { state: 'paid', status: 'paid' }),
        ]);
        same(results.filter((each) => deliveryOf(each) !== null).length <= 1, true);
      });
      wait(lease);
      const claims = await payments.claimUndelivered(99);
      same(new Set(claims.map(({ change }) => change.order)).size, claims.length);
    },

    'tells no change without money beside the attempt that paid': async (scene) => {
      const { payments, open, put, commit, wait } = scene;
      const first = await put(await open('o-1'), { state: 'failed' });
      const second = await put(await open('o-1'), { state: 'paid', status: 'paid' });
      const pending = await commit(first, { state: 'pending', status: 'processing' });
      if (typeof pending !== 'object') throw new Error(`The change was ${pending}.`);
      same(pending.delivery, null);
      const latePayment = await put(pending.attempt, { state: 'paid', status: 'paid' });
      await put(latePayment, { state: 'cancelled', status: 'voided' });
      const claimedChanges: unknown[] = [];
      for (let isMore = true; isMore;) {
        wait(hour);
        const claims = await payments.claimUndelivered(8);
        claimedChanges.push(...claims.map(({ change }) => [change.attempt, change.status]));
        await payments.delivered(claims.map(({ change }) => change));
        isMore = claims.length > 0;
      }
      same(claimedChanges, [
        [second.id, 'paid'],
        [latePayment.id, 'paid'],
        [latePayment.id, 'voided'],
      ]);
      same((await payments.find({ order: 'o-1' }))?.id, second.id);
    },

    'finds what is due at the first look, and once the clock was set back': async (scene) => {
      const { payments, open, put, wait } = scene;
      const setBack = async (order: string): Promise<void> => {
        await put(await open(order), { state: 'paid', status: 'paid' });
        wait(-24 * hour);
      };
      await setBack('o-1');
      same(await payments.look(), true);
      await payments.claimUndelivered(8);
      same(await payments.look(), false);
      await setBack('o-2');
      same(await payments.look(), true);
      same(await payments.look(), false);
    },

    'delivers in time though the clock was set back': async ({ payments, open, put, wait }) => {
      await put(await open('o-1'), { state: 'paid', status: 'paid' });
      wait(-24 * hour);
      same((await payments.claimUndelivered(8)).length, 1);
      same(await payments.claimUndelivered(8), []);
    },
  });
}
