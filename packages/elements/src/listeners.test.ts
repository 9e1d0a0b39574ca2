import '@wallet-buttons/elements/define.js';
import { assert } from '@open-wc/testing';
import { WalletError, WalletErrorEvent } from '@wallet-buttons/elements';
import { buttonEvents } from '@wallet-buttons/protocol/testing/events.js';
import { warningsOf } from '../test/warnings.ts';

const sheetEvents = ['shipping-address', 'shipping-option', 'coupon', 'payment-method'].map(
  (choice) => `wallet-${choice}-change`,
);

describe('a listener of a tag', () => {
  for (const tag of [
    'wallet-a-button',
    'wallet-b-button',
    'wallet-buttons',
    'wallet-payment-status',
  ]) {
    it(`is received, and the developer is warned if <${tag}> sends no such event`, () => {
      const warnings = warningsOf();
      try {
        const element = document.createElement(tag);
        let count = 0;
        for (const type of [...buttonEvents, ...sheetEvents, 'click', 'wallet-resutl']) {
          element.addEventListener(type, () => (count += 1), { once: true });
          element.dispatchEvent(new Event(type));
          element.dispatchEvent(new Event(type));
        }
        assert.equal(count, buttonEvents.length + sheetEvents.length + 2);
        assert.deepEqual(warnings.texts, [`<${tag}> sends no event wallet-resutl.`]);
      } finally {
        warnings.restore();
      }
    });
  }

  it('outside of it is typed, on the document, the window and a shadow root', () => {
    const root = document.createElement('div').attachShadow({ mode: 'open' });
    const tag = document.createElement('wallet-payment-status');
    tag.order = '';
    root.append(tag);
    document.body.append(root.host);
    const codes: string[] = [];
    const note = ({ error }: WalletErrorEvent) => void codes.push(error.code);
    root.addEventListener('wallet-error', ({ error }) => codes.push(error.code), { once: true });
    document.addEventListener('wallet-error', note, { once: true });
    window.addEventListener('wallet-error', note, { once: true });
    tag.dispatchEvent(new WalletErrorEvent(new WalletError('busy')));
    root.host.remove();
    assert.deepEqual(codes, ['busy', 'busy', 'busy']);
  });
});
