import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenFor } from './payer.ts';
import { TokenWatch } from './token-watch.ts';

const price = { card: 'visa-approve', amount: '199.90', currency: 'UAH', merchantId: 'shop-1' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Ways in which an answer may repeat a token. */
const forms: Readonly<Record<string, (token: string) => string>> = {
  'as it is': (token) => token,
  'as a text of JSON': (token) => JSON.stringify({ detail: token }),
  'as a text of JSON in a text of JSON': (token) =>
    JSON.stringify({ detail: JSON.stringify({ token }) }),
  'as a text of JSON with escaped slashes': (token) =>
    JSON.stringify({ detail: token }).replaceAll('/', '\\/'),
  'as a text of JSON with escaped signs': (token) =>
    JSON.stringify({ detail: token }).replaceAll('+', '\\u002b').replaceAll('/', '\\u002F'),
  'in base64': (token) => JSON.stringify({ detail: base64(token) }),
  'in base64 with a text before it': (token) => JSON.stringify({ detail: base64(`t=${token}`) }),
  'in base64 for URLs': (token) => Buffer.from(token).toString('base64url'),
  'in base64 twice': (token) => base64(base64(token)),
  'as hexadecimal digits': (token) => Buffer.from(token).toString('hex'),
  'in a URL': (token) => `location: /pay?token=${encodeURIComponent(token)}`,
  'in HTML': (token) => token.replaceAll('"', '&quot;').replaceAll('+', '&#43;'),
  'cut before its end': (token) => token.slice(0, -20),
  'without its beginning': (token) => token.slice(100),
};

describe('the search for tokens', () => {
  for (const wallet of ['wallet-a', 'wallet-b'] as const) {
    for (const [form, write] of Object.entries(forms)) {
      it(`finds a token of ${wallet} ${form}`, async () => {
        const watch = new TokenWatch();
        const token = await tokenFor({ wallet, ...price });
        watch.add(token);
        watch.search(write(token), 'POST /pay-token');
        assert.deepEqual(watch.sightings, ['POST /pay-token']);
      });
    }
  }

  it('finds no token in an answer without one', async () => {
    const watch = new TokenWatch();
    watch.add(await tokenFor({ wallet: 'wallet-b', ...price }));
    const session = JSON.stringify({ signature: base64('s'.repeat(400)), nonce: 'f'.repeat(64) });
    for (const answer of ['{"outcome":"succeeded","status":"paid"}', session]) {
      watch.search(answer, 'POST /status');
    }
    assert.deepEqual(watch.sightings, []);
  });
});
