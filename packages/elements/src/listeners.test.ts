import '@wallet-buttons/elements/define.js';
import { assert } from '@open-wc/testing';
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
});
