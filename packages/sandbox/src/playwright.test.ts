import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVIDER_SCRIPTS } from './playwright.ts';

test('every address of wallet A’s script is answered by the stand-in', () => {
  for (const url of [
    'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
    'https://applepay.cdn-apple.com/jsapi/v1.3.8/apple-pay-sdk.js',
    'https://applepay.cdn-apple.com/jsapi/v1/apple-pay-sdk.js?retry=1',
  ]) {
    assert.match(url, PROVIDER_SCRIPTS.walletA);
  }
});

test('the one address of wallet B’s script is answered by the stand-in', () => {
  assert.match('https://pay.google.com/gp/p/js/pay.js', PROVIDER_SCRIPTS.walletB);
  assert.match('https://pay.google.com/gp/p/js/pay.js?retry=1', PROVIDER_SCRIPTS.walletB);
});

test('nothing else of the providers is touched', () => {
  for (const url of [
    'http://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
    'https://applepay.cdn-apple.com.shop.test/jsapi/v1/apple-pay-sdk.js',
    'https://pay.google.com/gp/p/ui/payframe',
    'https://shop.test/?https://pay.google.com/gp/p/js/pay.js',
  ]) {
    assert.doesNotMatch(url, PROVIDER_SCRIPTS.walletA);
    assert.doesNotMatch(url, PROVIDER_SCRIPTS.walletB);
  }
});
