import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { utf8 } from './bytes.ts';
import { readStrictJson } from './json.ts';

const read = (text: string): unknown => readStrictJson(utf8(text));

describe('the JSON of a request', () => {
  test('is read as JSON.parse reads it, whatever stands in its strings', () => {
    const name = fc.string().filter((key) => !/^(?:__proto__|constructor|prototype)$/.test(key));
    const plain = fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    fc.assert(
      fc.property(plain, fc.array(fc.string()), (object, list) => {
        const value = { object, list, tricky: '{"a":[1,"\\"}]' };
        const text = JSON.stringify(value);
        assert.deepEqual(read(text), JSON.parse(text));
      }),
    );
  });

  const refused: readonly (readonly [string, string])[] = [
    ['a key twice', '{"order":"1","order":"2"}'],
    ['a key twice, once in another spelling', '{"order":"1","\\u006frder":"2"}'],
    ['a key twice, deep inside', '{"a":[{"b":{"c":1,"d":[],"c":2}}]}'],
    ['__proto__', '{"__proto__":{"admin":1}}'],
    ['__proto__ in another spelling', '{"\\u005f_proto__":{}}'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['prototype', '{"a":{"prototype" : 1}}'],
    ['17 levels', `${'['.repeat(17)}${']'.repeat(17)}`],
    ['50 000 levels', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    [
      '201 keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [at, 0]))),
    ],
    ['NaN', '{"a":NaN}'],
    ['a comment', '{"a":1/**/}'],
    ['two documents', '{}{}'],
  ];
  for (const [name, text] of refused) {
    test(`with ${name} is refused`, () => {
      assert.throws(() => read(text), { code: 'invalid_json' });
    });
  }

  test('may have the same key in two objects, and as a value', () => {
    const text = '{"a":{"b":1},"c":{"b":2},"d":"a","e":["a","b","a"],"f":"constructor"}';
    assert.deepEqual(read(text), JSON.parse(text));
    assert.deepEqual(
      read(`${'['.repeat(16)}${']'.repeat(16)}`),
      JSON.parse(`${'['.repeat(16)}${']'.repeat(16)}`),
    );
  });
});
