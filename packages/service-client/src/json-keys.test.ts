import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonIn, utf8 } from './operations.ts';

const read = (text: string): unknown => jsonIn(utf8(text));
const refusal = { code: 'service_answer_invalid', message: 'The answer has a key twice.' };

describe('the JSON of an answer', () => {
  for (const text of [
    '{"status":"failed","status":"paid"}',
    '{"status":"paid","\\u0073tatus":"failed"}',
    '{"status":"paid","operations":[{"amount":"1.00","amount":"199.90"}]}',
    '{"note":"}{","status":"paid","status":"paid"}',
  ]) {
    it(`proves nothing where it has a key twice: ${text}`, () => {
      assert.throws(() => read(text), refusal);
    });
  }

  it('may have the same key in two objects, and as a value', () => {
    const text = '{"status":"status","operations":[{"status":"paid"},{"status":"paid"}]}';
    assert.deepEqual(read(text), JSON.parse(text));
  });

  it('may be a mebibyte of escaped text', () => {
    const text = JSON.stringify({ status: 'paid', note: '"'.repeat(500_000) });
    assert.deepEqual(read(text), JSON.parse(text));
  });
});
