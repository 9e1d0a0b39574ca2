import { describe, it } from 'node:test';
import { type Bytes, marker, refused, type Target } from './target.ts';

const nestedList = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const keys = Array.from({ length: 201 }, (_, index): [string, string] => [
  `${marker}-${String(index)}`,
  '',
]);

/** Bodies that are not JSON, or not the JSON of the contract. */
export function json(target: Target): void {
  const cases: readonly (readonly [string, Bytes, string, number?])[] = [
    ['nothing', '', 'invalid_json'],
    ['an open brace', '{', 'invalid_json'],
    ['null', 'null', 'invalid_field'],
    ['a list', '[]', 'invalid_field'],
    ['a string', '"x"', 'invalid_field'],
    ['a number', '1', 'invalid_field'],
    ['a byte order mark', '\ufeff{"order":"o-1"}', 'invalid_json'],
    ['not UTF-8', Buffer.from('{"order":"o-\xff"}', 'latin1'), 'invalid_json'],
    ['an overlong spelling', Buffer.from('{"order":"o-\xc0\xaf"}', 'latin1'), 'invalid_json'],
    ['half a surrogate pair', '{"order":"o-\\ud800"}', 'invalid_field'],
    ['a key twice', `{"order":"o-1","order":"o-${marker}"}`, 'invalid_json'],
    ['a key twice in two spellings', '{"order":"o-1","\\u006frder":"o-2"}', 'invalid_json'],
    ['__proto__', `{"order":"o-1","__proto__":{"admin":"${marker}"}}`, 'invalid_json'],
    ['__proto__ in another spelling', '{"order":"o-1","\\u005f_proto__":1}', 'invalid_json'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":1}}}', 'invalid_json'],
    ['17 levels', `{"order":${nestedList(16)}}`, 'invalid_json'],
    ['30 000 levels', `{"order":${nestedList(30_000)}}`, 'invalid_json'],
    ['201 keys', JSON.stringify(Object.fromEntries(keys)), 'invalid_json'],
    ['33 KB of text', JSON.stringify({ order: marker.padEnd(33_000, 'x') }), 'too_large', 413],
    ['65 KB of text', JSON.stringify({ order: marker.padEnd(66_000, 'x') }), 'too_large', 413],
    [
      'a reference with invisible characters: a zero-width space',
      '{"order":"o-\u200b1"}',
      'invalid_field',
    ],
    [
      'a reference with invisible characters: a change of direction',
      '{"order":"o-\u202e1"}',
      'invalid_field',
    ],
    [
      'a reference with invisible characters: a C1 control',
      '{"order":"o-\u00851"}',
      'invalid_field',
    ],
    ['a NUL in an id', '{"order":"o-\\u0000"}', 'invalid_field'],
    ['a field too many', `{"order":"o-1","${marker}":"${marker}"}`, 'unknown_field'],
    ['NaN', '{"order":NaN}', 'invalid_json'],
    ['Infinity', '{"order":-Infinity}', 'invalid_json'],
    ['1e400', '{"order":1e400}', 'invalid_field'],
  ];
  describe('a body that is', () => {
    for (const [name, body, code, status = 400] of cases) {
      it(`${name} is ${code}`, async () => {
        await refused(target, async () => target.post('/wallet/prepare', body), status, code);
      });
    }
  });
}
