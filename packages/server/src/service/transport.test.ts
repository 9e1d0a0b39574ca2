import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  const unsafe = [
    '',
    'acs',
    'http://bank.example/acs',
    'http://localhost.evil.example',
    'https:bank.example',
    'https:/bank.example',
    'https://user@bank.example',
    'https://:pass@bank.example',
    ' https://bank.example',
    'https://bank.example\n',
    'https://bank.example/є',
    'https://bänk.example/acs',
    'javascript:alert("https://bank.example")',
    'ftp://localhost/https://x',
    `https://bank.example/${'x'.repeat(8192 - 20)}`,
  ];
  for (const url of safe) {
    it(`may be ${url.slice(0, 40)}`, () => {
      assert.equal(isSafeUrl(url), true);
    });
  }
  for (const url of unsafe) {
    it(`may not be ${JSON.stringify(url.slice(0, 40))}`, () => {
      assert.equal(isSafeUrl(url), false);
    });
  }
});
