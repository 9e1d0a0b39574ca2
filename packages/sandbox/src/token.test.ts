import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mintToken, readToken, type TokenInput } from './token.ts';

const card = {
  card: 'visa-approve',
  network: 'visa',
  last4: '4242',
  auth: 'CRYPTOGRAM_3DS',
  amount: '199.90',
  currency: 'UAH',
} as const;
const forA: TokenInput<'wallet-a'> = { ...card, wallet: 'wallet-a' };
const forB: TokenInput<'wallet-b'> = { ...card, wallet: 'wallet-b', gatewayMerchantId: 'shop-é' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('wallet A: an object with encrypted-looking payment data, as ApplePayPayment.token', () => {
  const token = mintToken(forA);
  assert.equal(token.paymentData.version, 'EC_v1');
  assert.match(token.transactionIdentifier, /^[0-9a-f]{64}$/);
  assert.equal(token.paymentData.header.transactionId, token.transactionIdentifier);
  assert.deepEqual(token.paymentMethod, {
    displayName: 'Visa 4242',
    network: 'Visa',
    type: 'credit',
  });
});

test('wallet A: read back from the object, its JSON, its base64, and payment data alone', () => {
  const token = mintToken({ ...forA, id: 'fixed' });
  const expected = { ...forA, v: 1, id: 'fixed' };
  assert.deepEqual(readToken(token), expected);
  assert.deepEqual(readToken(JSON.stringify(token)), expected);
  assert.deepEqual(readToken(base64(JSON.stringify(token))), expected);
  assert.deepEqual(readToken(token.paymentData), expected);
  assert.deepEqual(readToken(base64(JSON.stringify(token.paymentData))), expected);
});

test('wallet B: a string of protocol ECv2, read back as it is and from its base64', () => {
  const token = mintToken({ ...forB, id: 'fixed' });
  const parsed = JSON.parse(token) as { protocolVersion: string; signedMessage: string };
  assert.equal(parsed.protocolVersion, 'ECv2');
  assert.equal(typeof parsed.signedMessage, 'string');
  assert.deepEqual(readToken(token), { ...forB, v: 1, id: 'fixed' });
  assert.deepEqual(readToken(base64(token)), { ...forB, v: 1, id: 'fixed' });
});

test('wallet B: parsing and serialising the token again changes its bytes, every time', () => {
  for (const token of Array.from({ length: 50 }, () => mintToken(forB))) {
    assert.ok(token.includes('\\u003d'));
    assert.ok(!token.includes('='));
    assert.notEqual(JSON.stringify(JSON.parse(token)), token);
  }
});

test('every token has an id of its own, a version-4 UUID', () => {
  const ids = Array.from({ length: 50 }, () => readToken(mintToken(forA))?.id);
  assert.equal(new Set(ids).size, 50);
  for (const id of ids) {
    assert.match(id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('anything else is no token', () => {
  for (const value of [
    undefined,
    null,
    7,
    '',
    'not a token',
    '{}',
    '[]',
    base64('{"v":1}'),
    { paymentData: { data: 'AAAA' } },
    { v: 2, ...forA, id: 'x' },
  ]) {
    assert.equal(readToken(value), undefined);
  }
});
