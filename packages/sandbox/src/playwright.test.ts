import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { providerScripts } from './playwright.ts';

describe('the scripts that are answered', () => {
  it('are all addresses of wallet A’s script', () => {
    for (const url of [
      'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
      'https://applepay.cdn-apple.com/jsapi/v1.3.8/apple-pay-sdk.js',
      'https://applepay.cdn-apple.com/jsapi/v1/apple-pay-sdk.js?retry=1',
    ]) {
      assert.match(url, providerScripts.walletA);
    }
  });

  it('are the one address of wallet B’s script', () => {
    assert.match('https://pay.google.com/gp/p/js/pay.js', providerScripts.walletB);
    assert.match('https://pay.google.com/gp/p/js/pay.js?retry=1', providerScripts.walletB);
  });

  it('are no other addresses', () => {
    for (const url of [
      'http://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
      'https://applepay.cdn-apple.com.shop.test/jsapi/v1/apple-pay-sdk.js',
      'https://pay.google.com/gp/p/ui/payframe',
      'https://shop.test/?https://pay.google.com/gp/p/js/pay.js',
    ]) {
      assert.doesNotMatch(url, providerScripts.walletA);
      assert.doesNotMatch(url, providerScripts.walletB);
    }
  });
});
