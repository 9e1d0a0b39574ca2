// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import { sandbox } from '../../test/payer.ts';
import { client, freshSandbox, request } from '../../test/google-pay.ts';

freshSandbox();

const frames = (): number =>
  document.querySelectorAll('body > iframe[data-wallet-sandbox="payframe"]').length;

/** As a second script tag would: another query makes it another module. */
async function loadAgain(): Promise<void> {
  const frameCount = frames();
  const address: string = new URL('./wallet-b.ts?again', import.meta.url).href;
  await import(address);
  assert.equal(frames(), frameCount + 1);
}

describe('the script', () => {
  it('puts a hidden frame into the page', () => {
    assert.isAtLeast(frames(), 1);
    assert.equal(document.querySelector('iframe')?.offsetWidth, 0);
  });

  it('loaded again it adds a frame, and clients and calls stay', async () => {
    const { PaymentsClient } = google.payments.api;
    const firstClient = client();
    const recorder = sandbox();
    await loadAgain();
    assert.equal(google.payments.api.PaymentsClient, PaymentsClient);
    assert.equal(window.walletSandbox, recorder);
    assert.doesNotThrow(() => {
      firstClient.prefetchPaymentData(request);
    });
  });
});

describe('the Trusted Types policy goog#html', () => {
  /** Loads the script under another query, with policies made by `createPolicy`. */
  async function load(query: string, createPolicy: (name: string) => unknown): Promise<unknown> {
    Reflect.deleteProperty(window, Symbol.for('wallet-buttons.sandbox.wallet-b.policy'));
    Object.defineProperty(window, 'trustedTypes', { value: { createPolicy }, configurable: true });
    const address: string = new URL(`./wallet-b.ts?${query}`, import.meta.url).href;
    try {
      await import(address);
      return undefined;
    } catch (error) {
      return error;
    } finally {
      Reflect.deleteProperty(window, 'trustedTypes');
    }
  }

  it('is made once, while the script loads', async () => {
    const names: string[] = [];
    await load('policy', (name) => names.push(name));
    client().createButton({ onClick: () => undefined });
    assert.deepEqual(names, ['goog#html']);
  });

  it('where it is refused, the script dies while loading', async () => {
    const frameCount = frames();
    const error = await load('refused', () => {
      throw new TypeError('Refused by the page');
    });
    assert.instanceOf(error, TypeError);
    assert.equal(frames(), frameCount);
  });
});
