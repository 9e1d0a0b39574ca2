import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { marker, refused } from './target.ts';
import type { Bytes, Target } from './target.ts';

const json = 'content-type: application/json';
const body = JSON.stringify({ order: `o-${marker}` });

/** Bad inputs 15 to 22: a body that does not say that it is plain JSON. */
export function contentType(target: Target): void {
  const cases: readonly (readonly [string, readonly string[], Bytes])[] = [
    ['B15: no type', [], body],
    ['B16: text', ['content-type: text/plain'], body],
    [
      'B17: a form, which any site may send',
      ['content-type: application/x-www-form-urlencoded'],
      'order=o-1',
    ],
    ['B18: a type with something behind it', ['content-type: application/json\tx'], body],
    ['B19: another encoding of letters', ['content-type: application/json; charset=utf-16'], body],
    ['B20: gzip, and it is', [json, 'content-encoding: gzip'], gzipSync(body)],
    ['B20: gzip, and it is not', [json, 'content-encoding: gzip'], body],
    ['B20: brotli', [json, 'content-encoding: br'], body],
    ['B21: two types', [json, 'content-type: text/plain'], body],
    ['B21: the same type twice', [json, json], body],
    [
      'B22: parts of a form',
      ['content-type: multipart/form-data; boundary=x'],
      `--x\r\n\r\n${body}\r\n--x--`,
    ],
  ];
  describe('B: a content type that is not JSON’s', () => {
    for (const [name, headers, bytes] of cases) {
      test(`${name}, is not read`, async () => {
        const ask = async () => target.post('/wallet/prepare', bytes, headers);
        await refused(target, ask, 415, 'unsupported_media_type');
      });
    }
  });
}
