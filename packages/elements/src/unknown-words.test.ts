import { assert } from '@open-wc/testing';
import { ready, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';
import { warningsOf } from '../test/warnings.ts';

describe('a development build', () => {
  it('warns of each word that a setting does not have', async () => {
    const warnings = warningsOf();
    const words = {
      redirect: 'manual',
      'button-style': 'dark',
      'button-border': 'thin',
      'total-status': 'pending',
      request: 'address',
      networks: 'bancomat',
    };
    try {
      const { tag } = await ready(walletB);
      for (const [name, word] of Object.entries(words)) tag.setAttribute(name, word);
      await waitUntil(() => warnings.texts.length > 0, 'the warning');
      const [text = '', ...others] = warnings.texts;
      assert.isEmpty(others);
      const pairs = Object.entries(words).map(([name, word]) => `${name}: ${word}`);
      assert.sameMembers(
        text.replace('<wallet-b-button> does not know ', '').replace('.', '').split(', '),
        pairs,
      );
    } finally {
      warnings.restore();
    }
  });

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
