import { assert } from '@open-wc/testing';
import { ready, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';
import { warningsOf } from '../test/warnings.ts';

describe('a development build', () => {
  for (const [name, word] of [
    ['redirect', 'manual'],
    ['button-style', 'dark'],
    ['button-border', 'thin'],
    ['total-status', 'pending'],
    ['request', 'address'],
    ['networks', 'bancomat'],
  ] as const) {
    it(`warns of a word that ${name} does not have`, async () => {
      const warnings = warningsOf();
      try {
        const { tag } = await ready(walletB);
        tag.setAttribute(name, word);
        await waitUntil(() => warnings.texts.length > 0, 'the warning');
        assert.deepEqual(warnings.texts, [`<wallet-b-button> does not know ${name}: ${word}.`]);
      } finally {
        warnings.restore();
      }
    });
  }

  it('warns of no network that one of the wallets knows', async () => {
    const warnings = warningsOf();
    try {
      const { tag } = await ready(walletB);
      tag.networks = 'visa bancontact bankAxept';
      tag.setAttribute('redirect', 'manual');
      await waitUntil(() => warnings.texts.length > 0, 'the warning');
      assert.deepEqual(warnings.texts, ['<wallet-b-button> does not know redirect: manual.']);
    } finally {
      warnings.restore();
    }
  });
});
