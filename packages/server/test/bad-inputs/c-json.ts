import { describe, test } from 'node:test';
import { marker, refused } from './target.ts';
import type { Bytes, Target } from './target.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const keys = Array.from({ length: 201 }, (_, at): [string, string] => [
  `${marker}-${String(at)}`,
  '',
]);

/** Bad inputs 23 to 40: bodies that are no JSON, or not the JSON that the contract has. */
export function json(target: Target): void {
  const cases: readonly (readonly [string, Bytes, string, number?])[] = [
    ['C23: nothing', '', 'invalid_json'],
    ['C24: an open brace', '{', 'invalid_json'],
    ['C25: null', 'null', 'invalid_field'],
    ['C26: a list', '[]', 'invalid_field'],
    ['C27: a string', '"x"', 'invalid_field'],
    ['C28: a number', '1', 'invalid_field'],
    ['C29: a byte order mark', '\ufeff{"order":"o-1"}', 'invalid_json'],
    ['C30: bytes that are no UTF-8', Buffer.from('{"order":"o-\xff"}', 'latin1'), 'invalid_json'],
    ['C30: an overlong spelling', Buffer.from('{"order":"o-\xc0\xaf"}', 'latin1'), 'invalid_json'],
    ['C31: half a surrogate pair', '{"order":"o-\\ud800"}', 'invalid_field'],
    ['C32: a key twice', `{"order":"o-1","order":"o-${marker}"}`, 'invalid_json'],
    ['C32: a key twice in two spellings', '{"order":"o-1","\\u006frder":"o-2"}', 'invalid_json'],
    ['C33: __proto__', `{"order":"o-1","__proto__":{"admin":"${marker}"}}`, 'invalid_json'],
    ['C33: __proto__ in another spelling', '{"order":"o-1","\\u005f_proto__":1}', 'invalid_json'],
    ['C34: constructor.prototype', '{"constructor":{"prototype":{"admin":1}}}', 'invalid_json'],
    ['C35: 17 levels', `{"order":${nested(16)}}`, 'invalid_json'],
    ['C35: 30 000 levels', `{"order":${nested(30_000)}}`, 'invalid_json'],
    ['C36: 201 keys', JSON.stringify(Object.fromEntries(keys)), 'invalid_json'],
    ['C37: 33 KB of text', JSON.stringify({ order: marker.padEnd(33_000, 'x') }), 'too_large', 413],
    ['C37: 65 KB of text', JSON.stringify({ order: marker.padEnd(66_000, 'x') }), 'too_large', 413],
    ['C38: a NUL in an id', '{"order":"o-\\u0000"}', 'invalid_field'],
    ['C39: a field too many', `{"order":"o-1","${marker}":"${marker}"}`, 'unknown_field'],
    ['C40: NaN', '{"order":NaN}', 'invalid_json'],
    ['C40: Infinity', '{"order":-Infinity}', 'invalid_json'],
    ['C40: 1e400', '{"order":1e400}', 'invalid_field'],
  ];
  describe('C: JSON that is none, or another', () => {
    for (const [name, body, code, status = 400] of cases) {
      test(`${name} is ${code}`, async () => {
        await refused(target, async () => target.post('/wallet/prepare', body), status, code);
      });
    }
  });
}
