import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, test } from 'node:test';
import { signAsService } from '../service-stub.ts';
import { marker, refused } from './target.ts';
import type { Target } from './target.ts';

const body = JSON.stringify({ id: marker, status: 'paid' });
const good = signAsService(body);
const bytes = Buffer.from(good, 'base64');
const other = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Bad inputs 85 to 98: webhooks that the service did not sign, or not so. */
export function signature(target: Target): void {
  const header = (value: string): readonly string[] => [`x-sign-v2: ${value}`];
  const short = Buffer.from(good.slice(0, 9)).toString();
  const cases: readonly (readonly [string, readonly string[], string?])[] = [
    ['G85: that is not there', []],
    ['G86: that is empty', header('')],
    ['G87: that stands in two headers', [...header(good), ...header(good)]],
    ['G88: that stands twice in one header', header(`${good}, ${good}`)],
    ['G89: in the alphabet of URLs', header(urlAlphabet(good))],
    ['G90: with a space inside', header(`${good.slice(0, 9)} ${good.slice(9)}`)],
    ['G91: with junk inside', header(`${good.slice(0, 9)}!${good.slice(9)}`)],
    ['G92: with text behind it', header(`${good}${short}`)],
    [
      'G92: with a byte behind it',
      header(Buffer.concat([bytes, Buffer.from([0])]).toString('base64')),
    ],
    ['G93: without its padding', header(good.replaceAll('=', ''))],
    ['G94: of 255 bytes', header(bytes.subarray(1).toString('base64'))],
    ['G94: of 257 bytes', header(Buffer.concat([Buffer.from([0]), bytes]).toString('base64'))],
    ['G94: of no byte', header('=')],
    [
      'G95: by another key',
      header(crypto.sign('sha256', Buffer.from(body), other.privateKey).toString('base64')),
    ],
    ['G96: with SHA-1', header(signAsService(body, 'sha1'))],
    ['G97: over the same JSON with a space more', header(good), `${body} `],
    ['G97: over the same JSON with other line ends', header(good), `${body}\r\n`],
    [
      'G97: over the same JSON in another order',
      header(good),
      JSON.stringify({ status: 'paid', id: marker }),
    ],
    ['G98: over an empty body', header(signAsService(''))],
  ];
  describe('G: a signature', () => {
    const bodies = new Set<string>();
    for (const [name, headers, sent = body] of cases) {
      test(`${name} is refused like every other, and nothing is looked up`, async () => {
        const ask = async () => target.post('/wallet/webhook/v1', sent, headers);
        bodies.add((await refused(target, ask, 401, 'signature_invalid')).body);
        assert.equal(bodies.size, 1);
      });
    }

    test('as the service makes it is taken', async () => {
      assert.equal((await target.post('/wallet/webhook/v1', body, header(good))).status, 200);
    });
  });
}

function urlAlphabet(base64: string): string {
  const text = base64.replaceAll('+', '-').replaceAll('/', '_');
  assert.notEqual(text, base64);
  return text;
}
