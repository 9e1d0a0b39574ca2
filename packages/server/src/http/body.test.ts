import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { utf8 } from '../service/operations.ts';
import { readBody, readStrictJson, type Source } from './body.ts';

const read = (text: string): unknown => readStrictJson(utf8(text));

describe('the JSON of a request', () => {
  it('is read as JSON.parse reads it, whatever stands in its strings', () => {
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

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['a key twice', '{"order":"1","order":"2"}', /a key twice/],
    ['a key twice, once in another spelling', '{"order":"1","\\u006frder":"2"}', /a key twice/],
    ['a key twice, deep inside', '{"a":[{"b":{"c":1,"d":[],"c":2}}]}', /a key twice/],
    ['a key twice, behind braces in text', '{"a":"\\"}{[","b":"\\\\","a":1}', /a key twice/],
    ['__proto__', '{"__proto__":{"admin":1}}', /forbidden key/],
    ['__proto__ in another spelling', '{"\\u005f_proto__":{}}', /forbidden key/],
    ['constructor', '{"constructor":{"prototype":{}}}', /forbidden key/],
    ['prototype', '{"a":{"prototype" : 1}}', /forbidden key/],
    ['17 levels', `${'['.repeat(17)}${']'.repeat(17)}`, /too deeply/],
    ['50 000 levels', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, /too deeply/],
    ['201 keys', withKeys(201), /too many keys/],
    ['NaN', '{"a":NaN}', /not JSON in UTF-8/],
    ['a comment', '{"a":1/**/}', /not JSON in UTF-8/],
    ['two documents', '{}{}', /not JSON in UTF-8/],
  ];
  for (const [name, text, message] of refused) {
    it(`with ${name} is refused`, () => {
      assert.throws(() => read(text), { code: 'invalid_json', message });
    });
  }

  it('may have 200 keys, 16 levels, and as many braces in a text as it likes', () => {
    const braces = '[{'.repeat(20);
    const texts = [
      withKeys(200),
      JSON.stringify(Array.from({ length: 20 }, () => ({ a: [] }))),
      JSON.stringify({ a: braces, b: [`\\${braces}`, `"${braces}`, `"x"${braces}":`] }),
    ];
    for (const text of texts) assert.deepEqual(read(text), JSON.parse(text));
  });

  it('may have the same key in two objects, and as a value', () => {
    const text = '{"a":{"b":1},"c":{"b":2},"d":"a","e":["a","b","a"],"f":"constructor"}';
    assert.deepEqual(read(text), JSON.parse(text));
    assert.deepEqual(
      read(`${'['.repeat(16)}${']'.repeat(16)}`),
      JSON.parse(`${'['.repeat(16)}${']'.repeat(16)}`),
    );
  });
});

describe('the body of a request', () => {
  const chunks =
    (...sizes: readonly number[]): Source =>
    async (take) => {
      for (const size of sizes) take(new Uint8Array(size));
      return Promise.resolve();
    };

  it('is read to its end, up to 64 KiB', async () => {
    assert.equal((await readBody(chunks(65_000, 536), 1000)).length, 65_536);
    await assert.rejects(readBody(chunks(65_000, 537), 1000), { code: 'too_large', status: 413 });
  });

  it('is empty where nothing comes', async () => {
    assert.equal((await readBody(chunks(), 1000)).length, 0);
  });

  it('that something else has read is never taken for an empty one', async () => {
    await assert.rejects(readBody(null, 1000), { code: 'body_already_parsed', status: 500 });
  });

  it('is waited for no longer than its time', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const silent: Source = async () => new Promise(() => undefined);
    const read = assert.rejects(readBody(silent, 1000), { code: 'too_slow', status: 408 });
    test.mock.timers.tick(1000);
    await read;
  });

  it('that breaks off is the fault of its sender', async () => {
    const broken: Source = async () => Promise.reject(new Error('reset'));
    await assert.rejects(readBody(broken, 1000), { code: 'too_slow', status: 408 });
  });
});

function withKeys(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 0])));
}
