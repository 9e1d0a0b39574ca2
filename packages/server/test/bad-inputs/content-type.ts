import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Bytes, marker, refused, type Target } from './target.ts';

const json = 'content-type: application/json';
const body = JSON.stringify({ order: `o-${marker}` });

/** Bodies that are not declared as plain JSON. */
export function contentType(target: Target): void {
  const cases: readonly (readonly [string, readonly string[], Bytes])[] = [
    ['no type', [], body],
    ['the type of text', ['content-type: text/plain'], body],
    [
      'the type of a form, which any site may send',
      ['content-type: application/x-www-form-urlencoded'],
      'order=o-1',
    ],
    ['a type with text after it', ['content-type: application/json\tx'], body],
    ['another character set', ['content-type: application/json; charset=utf-16'], body],
    ['gzip as encoding, compressed so', [json, 'content-encoding: gzip'], gzipSync(body)],
    ['gzip as encoding, not compressed', [json, 'content-encoding: gzip'], body],
    ['brotli as encoding', [json, 'content-encoding: br'], body],
    ['two types', [json, 'content-type: text/plain'], body],
    ['the same type twice', [json, json], body],
    [
      'the type of a form in parts',
      ['content-type: multipart/form-data; boundary=x'],
      `--x\r\n\r\n${body}\r\n--x--`,
    ],
  ];
  describe('a body with', () => {
    for (const [name, headers, bytes] of cases) {
      it(`${name} is not read`, async () => {
        const ask = async () => target.post('/wallet/prepare', bytes, headers);
        await refused(target, ask, 415, 'unsupported_media_type');
      });
    }
  });
}
