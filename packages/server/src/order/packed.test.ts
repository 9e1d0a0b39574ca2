import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packed, unpacked } from './packed.ts';

describe('a packed text', () => {
  for (const text of [
    '01a22071-9f21-7b0b-9017-5eb34b9d6e97',
    '00ff'.repeat(8),
    '01A22071-9F21-7B0B-9017-5EB34B9D6E97',
    'u01a220719f217b0b90175eb3',
    '.s-1',
    'sess 1"\n',
    '',
  ]) {
    it(`unpacks to ${JSON.stringify(text)}`, () => {
      assert.equal(unpacked(packed(text)), text);
    });
  }

  it('has 23 characters where it is a UUID or 16 bytes', () => {
    const texts = ['01a22071-9f21-7b0b-9017-5eb34b9d6e97', '00ff'.repeat(8)];
    assert.deepEqual(
      texts.map((text) => packed(text).length),
      [23, 23],
    );
  });
});
