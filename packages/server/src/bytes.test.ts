import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fromBase64, joined, parseJson, readCapped, toBase64, utf8 } from './bytes.ts';

describe('a body that is read', () => {
  test('is given up when it does not come in time, and its sender is told (I21)', async () => {
    const cancelled = Promise.withResolvers<undefined>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array([1]));
      },
      cancel: () => {
        cancelled.resolve(undefined);
      },
    });
    await assert.rejects(readCapped(body, 10, 20), {
      code: 'too_slow',
      status: 408,
      message: /did not come in time/,
    });
    await cancelled.promise;
  });

  test('is given up as soon as it is too long, and its sender is told', async () => {
    const cancelled = Promise.withResolvers<undefined>();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(6));
      },
      cancel: () => {
        cancelled.resolve(undefined);
      },
    });
    const refusal = { code: 'too_large', status: 413, message: 'The body is over 10 bytes.' };
    await assert.rejects(readCapped(body, 10, 1000), refusal);
    await cancelled.promise;
  });

  test('is whole when it comes in time, and no clock goes on', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const parts = new Blob(['abc', 'def', 'ghij']).stream();
    assert.deepEqual(await readCapped(parts, 10, 60_000), utf8('abcdefghij'));
    assert.deepEqual(await readCapped(streamOf('ab', 'c'), 10, 60_000), utf8('abc'));
    assert.deepEqual(await readCapped(null, 10, 60_000), new Uint8Array());
    assert.equal(timers(), before);
  });

  test('is copied only where it came in parts, or where others could still write to it', () => {
    const whole = utf8('abc');
    assert.equal(joined([whole]), whole);
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set(whole);
    const own = joined([shared]);
    shared.fill(0);
    assert.deepEqual(own, whole);
    assert.ok(own.buffer instanceof ArrayBuffer);
  });
});

describe('base64', () => {
  test('is what it is everywhere, at any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40_000, size: 'max' }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        assert.equal(toBase64(bytes), text);
        if (text !== '') assert.deepEqual(fromBase64(text), Uint8Array.from(bytes));
      }),
      { numRuns: 50 },
    );
  });

  for (const text of [
    '',
    '=',
    'QQ',
    'QQ=',
    'QR==',
    'QQ==QQ==',
    ' QQ==',
    'QQ==\n',
    'Q-==',
    '!QQ=',
    'QQ===',
    'Q',
  ]) {
    test(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(fromBase64(text), null);
    });
  }
});

describe('bytes as JSON', () => {
  test('are UTF-8 without a byte order mark', () => {
    assert.deepEqual(parseJson(utf8('{"a":"є"}')), { a: 'є' });
    assert.throws(() => parseJson(utf8('\ufeff{}')));
    assert.throws(() => parseJson(Uint8Array.from([0x22, 0xff, 0x22])));
  });
});

function streamOf(...parts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(utf8(part));
      controller.close();
    },
  });
}
