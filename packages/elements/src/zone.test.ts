import { assert } from '@open-wc/testing';
import { tagOf, wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { replace } from '../test/replace.ts';
import { waitUntil } from '../test/wait-until.ts';

/** A timer of zone.js. An app of Angular is stable while none is scheduled. */
interface Timer {
  readonly state: string;
}

interface ZoneObject {
  scheduleMacroTask(...task: readonly unknown[]): Timer;
}

for (const each of wallets) {
  describe(`a page with zone.js and ${each.wallet}`, () => {
    let page: FreshPage;
    let timers: Timer[];
    const pending = () => timers.filter(({ state }) => state !== 'notScheduled').length;
    const becomesStable = async () => {
      await waitUntil(
        () => pending() === 0,
        () => `${String(pending())} of ${String(timers.length)} timers to end`,
      );
    };
    beforeEach(async () => {
      localStorage.clear();
      page = await freshPage();
      await page.import('../node_modules/zone.js/bundles/zone.umd.js');
      timers = [];
      const { Zone } = page.window as unknown as { readonly Zone: { readonly root: ZoneObject } };
      replace(Object.getPrototypeOf(Zone.root) as object, 'scheduleMacroTask', (real) => {
        return function (this: ZoneObject, ...task: readonly unknown[]) {
          const timer = Reflect.apply(real, this, task) as Timer;
          timers.push(timer);
          return timer;
        };
      });
      await page.define();
    });
    afterEach(() => {
      page.close();
    });

    it('becomes stable where the wallet can be used', async () => {
      await becomes(page.add(tagOf(each)), 'ready');
      await becomesStable();
      assert.isNotEmpty(timers);
    });

    it('becomes stable where the provider’s script does not load', async () => {
      page.serve(each.served, 'error');
      await becomes(page.add(tagOf(each)), 'unavailable');
      await becomesStable();
      assert.isNotEmpty(timers);
      assert.isAbove(page.scripts.length, 1);
    });
  });
}
