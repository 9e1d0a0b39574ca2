import { assert } from '@open-wc/testing';
import { pressEndings } from '@wallet-buttons/protocol/testing/events.js';
import { html } from 'lit';
import { replace } from '../replace.ts';
import { control, paid, sandbox, scene, sheetIs, wallets } from '../scene.ts';
import type { ReceivedEvent } from '../fresh-page.ts';
import { calls, merchantSession, press, ready } from '../support.ts';
import { badInput, endedOnce } from './bad-input.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const year = 365 * 24 * 60 * 60 * 1000;

describe('K: what a page does to its tags', () => {
  const page = scene();
  const posts = () => page.backend.to('pay-token');

  for (const { wallet, template, opened } of wallets) {
    const open = async () => {
      page.payer('chooses');
      const { tag, events } = await ready(template);
      // Hears what no event of a removed tag can tell the page.
      const endings: ReceivedEvent[] = [];
      for (const type of pressEndings) {
        tag.addEventListener(type, (event) => endings.push(event as ReceivedEvent));
      }
      await press(tag);
      await sheetIs('ready');
      return { tag, events, endings };
    };

    badInput(`K15: removed while its sheet is open the payment is over, of ${wallet}`, async () => {
      const { tag, endings } = await open();
      tag.parentElement?.replaceChildren();
      const phase = wallet === 'wallet-a' ? 'validated' : 'opened';
      const cancel = { type: 'wallet-cancel', phase, reason: 'aborted' };
      assert.nestedInclude(await endedOnce(endings), cancel);
      if (wallet === 'wallet-b') {
        // The page cannot close this sheet. What the payer does there pays nothing.
        sandbox().sheet.pay();
        await waitUntil(() => calls('answer onPaymentAuthorized').length > 0);
        await sheetIs('ready');
        sandbox().sheet.cancel();
      }
      await sheetIs('closed');
      assert.lengthOf(posts(), 0);
      // The page is free for the next payment.
      page.payer('cancels');
      const next = await ready(template);
      next.tag.order = 'A-1002';
      await next.tag.updateComplete;
      await press(next.tag);
      assert.propertyVal(await endedOnce(next.events), 'type', 'wallet-cancel');
    });

    badInput(
      `K16: of two buttons one has the sheet, and both rest when the order is paid, ${wallet} first`,
      async () => {
        page.payer('chooses');
        const templates = wallets.map((each) => each.template);
        const [first, second] = wallet === 'wallet-a' ? templates : templates.reverse();
        const { tag, events } = await ready(html`<div>${first}${second}${first}</div>`);
        const tags = [...tag.children] as (typeof tag)[];
        await waitUntil(() => tags.every(({ state }) => state === 'ready'));
        const [one, ...others] = tags;
        assert.exists(one);
        await press(one);
        await sheetIs('ready');
        for (const other of others) {
          // The open sheet keeps the mouse away, but not a script or a key.
          control(other).click();
          other.click();
        }
        sandbox().sheet.pay();
        assert.propertyVal(await endedOnce(events), 'outcome', 'succeeded');
        assert.lengthOf(
          wallets.flatMap((each) => calls(each.opened)),
          1,
        );
        assert.lengthOf(calls(opened), 1);
        assert.lengthOf(posts(), 1);
        assert.deepEqual(
          tags.map(({ state }) => state),
          ['done', 'done', 'done'],
        );
      },
    );

    badInput(
      `K19: an amount that changes under the open sheet is not the one that the payer agreed to, of ${wallet}`,
      async () => {
        const { tag, events } = await open();
        Object.assign(tag, { amount: '1.00', currency: 'USD' });
        tag.displayItems = [{ label: 'Fee', amount: '0.50' }];
        sandbox().sheet.pay();
        assert.propertyVal(await endedOnce(events), 'outcome', 'succeeded');
        assert.deepEqual(posts()[0]?.body['shown'], { amount: '199.90', currency: 'UAH' });
        tag.order = 'A-1002';
        await tag.updateComplete;
        events.length = 0;
        page.payer('pays');
        await press(tag);
        await endedOnce(events);
        assert.deepEqual(posts()[1]?.body['shown'], { amount: '1.00', currency: 'USD' });
      },
    );

    for (const [name, skew] of [
      ['ahead', year],
      ['behind', -year],
    ] as const) {
      badInput(
        `K20: a clock that is a year ${name} changes nothing, also when it jumps, of ${wallet}`,
        async () => {
          // The clocks of the server and of the provider are right.
          const session = merchantSession();
          page.answers({
            'validate-merchant': () => session,
            'pay-token': () => {
              offset = skew;
              return paid();
            },
          });
          const { clock } = sandbox();
          const real = Date;
          let offset = skew;
          const SkewedDate = class extends real {
            constructor(...args: unknown[]) {
              super(...((args.length > 0 ? args : [SkewedDate.now()]) as []));
            }
            static override now(): number {
              return real.now() + offset;
            }
          };
          const restore = replace(window, 'Date', () => SkewedDate as never);
          sandbox().clock = { ...clock, now: () => clock.now() - offset };
          try {
            const { tag, events } = await open();
            offset = -skew;
            await settled();
            sandbox().sheet.pay();
            assert.propertyVal(await endedOnce(events), 'outcome', 'succeeded');
            const [given] = calls('ApplePaySession.completeMerchantValidation');
            if (wallet === 'wallet-a') assert.deepEqual(given?.args[0], page.backend.answered[0]);
            assert.lengthOf(posts(), 1);
            assert.equal(tag.state, 'done');
          } finally {
            restore();
            sandbox().clock = clock;
          }
        },
      );
    }
  }
});
