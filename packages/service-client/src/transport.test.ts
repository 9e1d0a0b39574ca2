import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unsafeUrls } from '@wallet-buttons/protocol/testing/inputs.js';
import { isSafeUrl } from './transport.ts';

describe('a URL that a payer is sent to, or a call goes to', () => {
  const safe = [
    'https://bank.example/acs?id=1#x',
    'HTTPS://bank.example',
    'http://localhost:5173/acs',
    'http://127.0.0.1/acs',
    'http://[::1]/acs',
    `https://bank.example/${'x'.repeat(8192 - 21)}`,
  ];
  for (const url of safe) {
    it(`may be ${url.slice(0, 40)}`, () => {
      assert.equal(isSafeUrl(url), true);
    });
  }
  for (const [what, url] of unsafeUrls) {
    it(`may not be ${what}`, () => {
      assert.equal(isSafeUrl(url), false);
    });
  }
  it('may not be empty', () => {
    assert.equal(isSafeUrl(''), false);
  });
});
