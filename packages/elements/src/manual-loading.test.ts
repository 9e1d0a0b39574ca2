import { assert } from '@open-wc/testing';
import { tagOf, wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { typesOf } from '../test/scene.ts';
import { settled } from '../test/settled.ts';

for (const each of wallets) {
  describe(`${each.wallet} with loading="manual"`, () => {
    let page: FreshPage;
    const manual = tagOf(each).replace(' ', ' loading="manual" ');
    const questions = () => page.window.walletSandbox?.calls ?? [];
    beforeEach(async () => {
      localStorage.clear();
      page = await freshPage();
      await page.define();
    });
    afterEach(() => {
      page.close();
    });

    it('requests no script of the provider before load(), and one after it', async () => {
      const button = page.add(manual);
      await settled();
      assert.lengthOf(page.scripts, 0);
      assert.equal(button.state, 'loading');
      assert.deepEqual(page.events, []);
      button.load();
      await becomes(button, 'ready');
      assert.lengthOf(page.scripts, 1);
      assert.deepEqual(typesOf(page.events), ['wallet-ready']);
    });

    it('asks a provider whose script the page has loaded nothing before load()', async () => {
      page.present();
      const button = page.add(manual);
      await settled();
      assert.deepEqual(questions(), []);
      button.load();
      await becomes(button, 'ready');
      assert.isNotEmpty(questions());
    });

    it('requests nothing after reload(), a changed setting, a move or the return of the network', async () => {
      const button = page.add(manual);
      button.reload();
      button.setAttribute('country', 'PL');
      await button.updateComplete;
      page.document.body.append(button);
      page.window.dispatchEvent(new Event('online'));
      await settled();
      assert.lengthOf(page.scripts, 0);
    });

    it('loads by itself in another place of the page once load() was called', async () => {
      const button = page.add(manual);
      button.remove();
      button.load();
      await settled();
      assert.lengthOf(page.scripts, 0);
      page.document.body.append(button);
      await becomes(button, 'ready');
    });

    it('loads once the page removes the attribute, also from the group', async () => {
      page.add(`<wallet-buttons loading="manual">${tagOf(each)}</wallet-buttons>`);
      const group = page.document.querySelector('wallet-buttons');
      const button = page.document.querySelector(`${each.wallet}-button`);
      await settled();
      assert.lengthOf(page.scripts, 0);
      group?.removeAttribute('loading');
      await becomes(button as ReturnType<FreshPage['add']>, 'ready');
    });
  });
}
