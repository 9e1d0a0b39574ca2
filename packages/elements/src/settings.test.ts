import { assert } from '@open-wc/testing';
import { freshPage } from '../test/fresh-page.ts';

describe('a tag', () => {
  it('keeps what it was told when another tag is defined after it', async () => {
    const page = await freshPage();
    page.present();
    const tag = page.add('<wallet-a-button country="UA" label="Honey shop"></wallet-a-button>');
    await page.import('../src/wallet-a-button-define.ts');
    await page.import('../src/wallet-b-button-define.ts');
    assert.equal(tag.country, 'UA');
    assert.equal(tag.label, 'Honey shop');
    page.close();
  });
});
