import { assert, waitUntil } from '@open-wc/testing';
import { becomes, freshPage, type FreshPage } from '../fresh-page.ts';
import { press, problem } from '../support.ts';
import { badInputOf, endedOnce } from './bad-input.ts';
import { paysIn, readyIn, tagOf, wallets } from './framed.ts';

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

    inPage('K17: a polluted Object.prototype leads nobody to another bank', async () => {
      Object.assign(page.window.Object.prototype, { acs_url: bank, extend: () => undefined });
      const backend = paysIn(page);
      await page.define();
      await press(await readyIn(page, each));
      const ending = await endedOnce(page.heard);
      assert.deepInclude(ending, { type: 'wallet-result', outcome: 'succeeded', status: 'paid' });
      assert.lengthOf(
        backend.asked.filter(({ path }) => path === 'pay-token'),
        1,
      );
    });

    inPage('K17: a polluted Object.prototype makes no payment of a refusal', async () => {
      const answer = { outcome: 'succeeded', payment_status: 'paid', acs_url: bank };
      Object.assign(page.window.Object.prototype, answer);
      paysIn(page, () => problem(409, 'amount_mismatch'));
      await page.define();
      await press(await readyIn(page, each));
      if (wallet === 'wallet-b') {
        await waitUntil(() => page.calls('answer onPaymentAuthorized').length > 0);
        await waitUntil(() => page.window.walletSandbox?.sheet.state === 'ready');
        page.window.walletSandbox?.sheet.cancel();
      }
      const ending = await endedOnce(page.heard);
      assert.nestedInclude(ending, {
        'error.code': 'refused',
        'error.cause.code': 'amount_mismatch',
      });
    });

    for (const native of wallet === 'wallet-a' ? [false, true] : [false]) {
      const where = native ? ' where the browser has the wallet' : '';
      inPage(`K18: ids that are the providers’ names hide nothing${where}`, async () => {
        const names = [
          'google',
          'ApplePaySession',
          'ApplePayWebOptions',
          'trustedTypes',
          'scripts',
        ];
        page.document.body.innerHTML = names
          .map((name) => `<a id="${name}" href="/x">x</a>`)
          .join('');
        if (native) await page.native();
        paysIn(page);
        await page.define();
        const tag = page.add(tagOf(each));
        await becomes(tag, 'ready');
        await press(tag);
        assert.propertyVal(await endedOnce(page.heard), 'outcome', 'succeeded');
        assert.lengthOf(page.calls(opened), 1);
      });
    }
  }
});
