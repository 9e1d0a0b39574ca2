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
  const before = frames();
  const address: string = new URL('./wallet-b.ts?again', import.meta.url).href;
  await import(address);
  assert.equal(frames(), before + 1);
}

describe('the script', () => {
  it('puts a hidden frame into the page', () => {
    assert.isAtLeast(frames(), 1);
    assert.equal(document.querySelector('iframe')?.offsetWidth, 0);
  });

  it('loaded again it adds a frame, and clients and calls stay', async () => {
    const { PaymentsClient } = google.payments.api;
    const before = client();
    const recorder = sandbox();
    await loadAgain();
    assert.equal(google.payments.api.PaymentsClient, PaymentsClient);
    assert.equal(window.walletSandbox, recorder);
    assert.doesNotThrow(() => {
      before.prefetchPaymentData(request);
    });
  });
});

describe('the Trusted Types policy', () => {
  function withTrustedTypes(createPolicy: (name: string) => unknown, run: () => void): void {
    Object.defineProperty(window, 'trustedTypes', { value: { createPolicy }, configurable: true });
    try {
      run();
    } finally {
      Reflect.deleteProperty(window, 'trustedTypes');
    }
  }

  it('is goog#html, made with the first button; a refusal is thrown on', () => {
    const names: string[] = [];
    withTrustedTypes(
      () => {
        throw new TypeError('Refused by the page');
      },
      () => {
        assert.throws(() => client().createButton({ onClick: () => undefined }), 'Refused');
      },
    );
    withTrustedTypes(
      (name) => names.push(name),
      () => {
        client().createButton({ onClick: () => undefined });
        client().createButton({ onClick: () => undefined });
      },
    );
    assert.deepEqual(names, ['goog#html']);
  });
});
