import { assert } from '@open-wc/testing';
import { becomes, freshPage, type FreshPage } from '../fresh-page.ts';
import { paid } from '../scene.ts';
import { press, problem } from '../support.ts';
import { badInputOf, endedOnce } from './bad-input.ts';
import { paysIn, readyIn, tagOf, wallets } from './framed.ts';
import { waitUntil } from '../wait-until.ts';

const bank = 'https://bank.evil.example/';

describe('K: what stands in the page’s globals', () => {
  let page: FreshPage;
  beforeEach(async () => {
    localStorage.clear();
    page = await freshPage();
  });
  afterEach(() => {
    page.close();
  });

  for (const each of wallets) {
    const { wallet, opened } = each;
    const inPage = (name: string, run: (page: FreshPage) => Promise<void>) => {
      badInputOf(() => page, `${name}, of ${wallet}`, run);
    };

    for (const [what, answer, expected] of [
      ['leads no payer to another bank', paid, { type: 'wallet-result', outcome: 'succeeded' }],
      [
        'leads no payer there from a payment that is checked',
        () => problem(409, 'in_progress', { outcome: 'pending' }),
        { type: 'wallet-result', outcome: 'pending', status: '' },
      ],
      [
        'makes no payment of a refusal',
        () => problem(409, 'amount_mismatch'),
        { 'error.code': 'refused', 'error.cause.code': 'amount_mismatch' },
      ],
    ] as const) {
      inPage(`K17: a polluted Object.prototype ${what}`, async () => {
        const evil = { acs_url: bank, outcome: 'succeeded', payment_status: 'paid' };
        Object.assign(page.window.Object.prototype, evil);
        paysIn(page, answer);
        await page.define();
        await press(await readyIn(page, each));
        if (wallet === 'wallet-b' && what.includes('refusal')) {
          const { calls, window } = page;
          await waitUntil(() => calls('answer onPaymentAuthorized').length > 0);
          await waitUntil(() => window.walletSandbox?.sheet.state === 'ready');
          window.walletSandbox?.sheet.cancel();
        }
        assert.nestedInclude(await endedOnce(page.events), expected);
      });
    }

    for (const native of wallet === 'wallet-a' ? [false, true] : [false]) {
      const suffix = native ? ' where the browser has the wallet' : '';
      inPage(`K18: ids that are the providers’ names hide nothing${suffix}`, async () => {
        const names = ['google', 'ApplePaySession', 'ApplePayWebOptions', 'trustedTypes'];
        // Of the last two some browsers have one, and some the other.
        for (const name of names) Reflect.deleteProperty(page.window, name);
        page.document.body.innerHTML = names
          .map((name) => `<a id="${name}" href="/x">x</a>`)
          .join('');
        if (native) await page.native();
        paysIn(page);
        await page.define();
        const tag = page.add(tagOf(each));
        await becomes(tag, 'ready');
        await press(tag);
        assert.propertyVal(await endedOnce(page.events), 'outcome', 'succeeded');
        assert.lengthOf(page.calls(opened), 1);
      });
    }
  }
});
