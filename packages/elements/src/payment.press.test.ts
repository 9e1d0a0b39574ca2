import { assert } from '@open-wc/testing';
import {
  fakeBackend,
  heardOf,
  json,
  merchantSession,
  press,
  render,
  walletA,
  walletB,
  type FakeBackend,
} from '../test/support.ts';

describe('a press', () => {
  let backend: FakeBackend;
  afterEach(() => {
    backend.restore();
    window.walletSandbox?.reset();
  });

  it('pays with wallet A and ends in the result', async () => {
    backend = fakeBackend({
      'validate-merchant': merchantSession,
      'pay-token': () => json({ outcome: 'succeeded', status: 'paid' }),
    });
    window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
    const { tag, heard } = await render(walletA);
    await heardOf(heard, 'wallet-ready');
    await press(tag);
    const result = await heardOf(heard, 'wallet-result');
    assert.equal(result.outcome, 'succeeded');
    assert.deepEqual(
      backend.asked.map(({ path }) => path),
      ['validate-merchant', 'pay-token'],
    );
  });

  it('pays with wallet B and ends in the result', async () => {
    backend = fakeBackend({
      prepare: () => new Response(null, { status: 204 }),
      'pay-token': () => json({ outcome: 'succeeded', status: 'paid' }),
    });
    window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
    const { tag, heard } = await render(walletB);
    await heardOf(heard, 'wallet-ready');
    await press(tag);
    const result = await heardOf(heard, 'wallet-result');
    assert.equal(result.outcome, 'succeeded');
    assert.deepEqual(
      backend.asked.map(({ path }) => path),
      ['prepare', 'pay-token'],
    );
  });
});
