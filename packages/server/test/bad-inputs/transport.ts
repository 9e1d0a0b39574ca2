import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { type Bytes, eventually, head, marker, refused, type Target } from './target.ts';

const json = 'content-type: application/json';
const prepare = 'POST /wallet/prepare HTTP/1.1';
const body = JSON.stringify({ order: 'o-transport' });
const length = `content-length: ${String(body.length)}`;
const chunk = `10000\r\n${marker.padEnd(0x10000, 'x')}\r\n`;

/** Bytes that are not a good request. Where no code stands, Node's own parser refuses. */
export function transport(target: Target): void {
  const malformedRequests: readonly (readonly [string, Bytes, number])[] = [
    [
      'a length and chunks at once',
      `${head(prepare, [json, length, 'transfer-encoding: chunked'])}0\r\n\r\n`,
      400,
    ],
    ['two lengths', `${head(prepare, [json, length, 'content-length: 3'])}${body}`, 400],
    ['a chunk without a size', `${head(prepare, [json, 'transfer-encoding: chunked'])}zz\r\n`, 400],
    [
      'lines that end in a bare LF',
      `${prepare}\nhost: shop.example\n${json}\n${length}\n\n${body}`,
      400,
    ],
    ['no host', `${prepare}\r\n${json}\r\n${length}\r\nconnection: close\r\n\r\n${body}`, 400],
    ['a header of 20 KB', head(prepare, [json, `x-big: ${'x'.repeat(20_000)}`]), 431],
  ];
  const slowRequests: readonly (readonly [string, Bytes | Iterable<Bytes>, string?])[] = [
    ['a header that never ends', `${prepare}\r\nhost: shop.example\r\nx-slow: `],
    ['a body that never ends', [head(prepare, [json, length]), '{"order"'], 'too_slow'],
    [
      'a length of 10 GB and no body',
      head(prepare, [json, 'content-length: 10000000000']),
      'too_slow',
    ],
  ];

  describe('a broken transport with', () => {
    for (const [name, bytes, status] of malformedRequests) {
      it(`${name} is ${String(status)}`, async () => {
        await refused(target, async () => target.send(bytes), status);
      });
    }
    for (const [name, bytes, code] of slowRequests) {
      it(`${name} is 408, and the connection is over`, async () => {
        await refused(target, async () => target.send(bytes, 'hasty'), 408, code);
      });
    }

    it('a gigabyte in chunks is cut off at 64 KiB', async () => {
      const requests = target.logs.length;
      const attemptsBefore = target.attempts();
      let chunkCount = 0;
      const endless = function* (): Generator<Bytes> {
        yield head(prepare, [json, 'transfer-encoding: chunked']);
        for (; chunkCount < 16_384; chunkCount += 1) yield chunk;
      };
      await target.send(endless());
      // What the buffers between the two hold may have left; the answer may be lost with the connection.
      assert.ok(chunkCount < 1024);
      await eventually(() =>
        target.logs.slice(requests).some((line) => line['code'] === 'too_large'),
      );
      assert.deepEqual(target.attempts(), attemptsBefore);
    });

    it('300 headers is answered as without them', async () => {
      const many = Array.from({ length: 300 }, (_, index) => `x-${String(index)}: ${marker}`);
      const ask = async () => target.post('/wallet/status', body, [json, ...many]);
      await refused(target, ask, 404, 'no_payment');
    });

    it('a client that leaves in the middle of its body leaves nothing', async () => {
      const attemptsBefore = target.attempts();
      const requests = target.logs.length;
      await new Promise<void>((resolve) => {
        const socket = connect(target.ports.shop, '127.0.0.1', () => {
          // What came could pass for a whole request.
          const more = `content-length: ${String(body.length + 1)}`;
          socket.write(`${head(prepare, [json, more])}${body}`, () => {
            socket.resetAndDestroy();
            resolve();
          });
        });
      });
      // One that is whole, after it, leaves the only attempt.
      const whole = JSON.stringify({ order: 'o-whole' });
      assert.equal((await target.post('/wallet/prepare', whole)).status, 204);
      assert.deepEqual(target.attempts().slice(0, -1), attemptsBefore);
      assert.equal(target.attempts().at(-1)?.order, 'o-whole');
      assert.ok(!target.logs.slice(requests).some(({ level }) => level === 'error'));
    });

    for (const method of ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']) {
      it(`the method ${method} is 405, and names what is allowed`, async () => {
        const ask = async () => target.send(head(`${method} /wallet/pay-token HTTP/1.1`));
        // The answer to HEAD has no body.
        const code = method === 'HEAD' ? undefined : 'method_not_allowed';
        const { headers } = await refused(target, ask, 405, code);
        assert.equal(headers.get('allow'), 'POST');
      });
    }

    const paths: readonly string[] = [
      '/',
      '/wallet',
      '/wallet/webhook/v4',
      '/wallet/webhook/..%2fstatus',
      '/wallet/webhook/../status',
      '/wallet/webhook/%2e%2e/status',
      '/wallet/webhook/v1/../../status',
      '//evil.example/wallet/status',
      'http://shop.example/wallet/status',
      `/wallet/${marker}`,
    ];
    for (const path of paths) {
      it(`the path ${path} is 404`, async () => {
        await refused(target, async () => target.post(path, body), 404, 'not_found');
      });
    }
  });
}
