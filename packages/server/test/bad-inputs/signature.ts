import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, it } from 'node:test';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { marker, refused, type Target } from './target.ts';

const body = JSON.stringify({ id: marker, status: 'paid' });
const good = signAsService(body);
const bytes = Buffer.from(good, 'base64');
const other = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Webhooks that the service did not sign, or not in this form. */
export function signature(target: Target): void {
  const header = (value: string): readonly string[] => [`x-sign-v2: ${value}`];
  const short = Buffer.from(good.slice(0, 9)).toString();
  const cases: readonly (readonly [string, readonly string[], string?])[] = [
    ['that is missing', []],
    ['that is empty', header('')],
    ['in two headers', [...header(good), ...header(good)]],
    ['twice in one header', header(`${good}, ${good}`)],
    ['in the alphabet of URLs', header(urlAlphabet(good))],
    ['with a space inside', header(`${good.slice(0, 9)} ${good.slice(9)}`)],
    ['with junk inside', header(`${good.slice(0, 9)}!${good.slice(9)}`)],
    ['with text behind it', header(`${good}${short}`)],
    ['with a byte behind it', header(Buffer.concat([bytes, Buffer.from([0])]).toString('base64'))],
    ['without its padding', header(good.replaceAll('=', ''))],
    ['of 255 bytes', header(bytes.subarray(1).toString('base64'))],
    ['of 257 bytes', header(Buffer.concat([Buffer.from([0]), bytes]).toString('base64'))],
    ['of no byte', header('=')],
    [
      'by another key',
      header(crypto.sign('sha256', Buffer.from(body), other.privateKey).toString('base64')),
    ],
    ['with SHA-1', header(signAsService(body, 'sha1'))],
    ['over the same JSON with a space more', header(good), `${body} `],
    ['over the same JSON with other line ends', header(good), `${body}\r\n`],
    [
      'over the same JSON in another order',
      header(good),
      JSON.stringify({ status: 'paid', id: marker }),
    ],
    ['over an empty body', header(signAsService(''))],
  ];
  describe('a signature', () => {
    const bodies = new Set<string>();
    for (const [name, headers, sent = body] of cases) {
      it(`${name} is refused like every other, and nothing is looked up`, async () => {
        const ask = async () => target.post('/wallet/webhook/v1', sent, headers);
        bodies.add((await refused(target, ask, 401, 'signature_invalid')).body);
        assert.equal(bodies.size, 1);
      });
    }

    it('as the service makes it is accepted', async () => {
      assert.equal((await target.post('/wallet/webhook/v1', body, header(good))).status, 200);
    });
  });
}

function urlAlphabet(base64: string): string {
  const text = base64.replaceAll('+', '-').replaceAll('/', '_');
  assert.notEqual(text, base64);
  return text;
}
