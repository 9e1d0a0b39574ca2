import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCapped } from './bytes.ts';

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
    await assert.rejects(readCapped(body, 10, 20), { code: 'too_slow', status: 408 });
    await cancelled.promise;
  });

  test('is given up as soon as it is too long', async () => {
    const body = new Blob(['x'.repeat(11)]).stream();
    await assert.rejects(readCapped(body, 10, 1000), { code: 'too_large', status: 413 });
  });

  test('is whole when it comes in time', async () => {
    assert.deepEqual(
      await readCapped(new Blob(['abc']).stream(), 10, 1000),
      new Uint8Array([97, 98, 99]),
    );
    assert.deepEqual(await readCapped(null, 10, 1000), new Uint8Array());
  });
});
