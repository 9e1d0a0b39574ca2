import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import applePay from '@basis-theory/apple-pay-js';
import googlePay from '@basis-theory/google-pay-js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { issueMerchantCertificate } from '../../test/apple-pay-chain.ts';
import { verifiedByPkijs } from '../../test/pkijs-verify.ts';
import { decryptApplePay, openGooglePay } from '../../test/second-opener.ts';
import { testCards, type TestCard } from '../cards.ts';
import { encrypt as encryptA } from './apple-pay-mint.ts';
import { utf8 } from './bytes.ts';
import type { EcPrivateKey } from './ecdsa.ts';
import { encrypt as encryptB } from './google-pay-mint.ts';
import { sandboxKeys, sandboxToken, type ApplePayToken } from './index.ts';

const merchantId = 'merchant.test.sandbox';
const merchantIdHash = createHash('sha256').update(merchantId).digest('hex');

/** A private key of P-256 whose scalar is as small as that. */
function scalar(value: number): { readonly key: EcPrivateKey; readonly spki: string } {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from([value]));
  const point = ecdh.getPublicKey();
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))];
  const d = text(Buffer.concat([Buffer.alloc(31), Buffer.from([value])]));
  const key: EcPrivateKey = { kty: 'EC', crv: 'P-256', x, y, d };
  const spki = createPublicKey({ key: { ...key }, format: 'jwk' });
  return { key, spki: spki.export({ type: 'spki', format: 'der' }).toString('base64') };
}

/** The key as SEC1 PEM, which is all that the foreign openers read. */
function pem(key: EcPrivateKey): Buffer {
  const object = createPrivateKey({ key: { ...key }, format: 'jwk' });
  return Buffer.from(object.export({ type: 'sec1', format: 'pem' }).toString());
}

function card(id: string): TestCard {
  const testCard = testCards.find((candidate) => candidate.id === id);
  assert.ok(testCard);
  return testCard;
}

function mintA(extra: { readonly applicationData?: string } = {}): Promise<ApplePayToken> {
  return sandboxToken({
    wallet: 'wallet-a',
    card: card('visa-approve'),
    amount: '199.90',
    currency: 'UAH',
    merchantIdHash,
    ...extra,
  });
}

function mintB(id: string): Promise<string> {
  return sandboxToken({
    wallet: 'wallet-b',
    card: card(id),
    recipientId: 'gateway:examplegateway',
    gatewayMerchantId: 'shop-é',
  });
}

/** What wallet A's signature is over. */
function signedContent({ paymentData: { header, data } }: ApplePayToken): Buffer {
  return Buffer.concat([
    Buffer.from(header.ephemeralPublicKey, 'base64'),
    Buffer.from(data, 'base64'),
    Buffer.from(header.transactionId, 'hex'),
    Buffer.from(header.applicationData ?? '', 'hex'),
  ]);
}

describe('mintToken, wallet A', () => {
  it('makes an EC_v1 token with the members of payment.token', async () => {
    const token = await mintA();
    assert.equal(token.paymentData.version, 'EC_v1');
    assert.match(token.transactionIdentifier, /^[0-9a-f]{64}$/);
    assert.equal(token.paymentData.header.transactionId, token.transactionIdentifier);
    assert.deepEqual(token.paymentMethod, {
      displayName: 'Visa 4242',
      network: 'Visa',
      type: 'credit',
    });
  });

  it('is encrypted as the known answer says', async () => {
    const recipient = scalar(3);
    const ephemeralKey = scalar(2).key;
    const { data } = await encryptA(utf8('{"a":1}'), merchantIdHash, recipient.spki, ephemeralKey);
    assert.equal(Buffer.from(data).toString('base64'), 'P/Ig9qmkKOWvN3dPa9+zLIhLT05AikY=');
  });

  it('is decrypted by @basis-theory/apple-pay-js', async () => {
    const { merchantKey, merchantPublicKey } = sandboxKeys.applePay;
    const certificatePem = Buffer.from(
      await issueMerchantCertificate(merchantId, merchantPublicKey),
    );
    const context = new applePay.ApplePaymentTokenContext({
      merchants: [{ certificatePem, privateKeyPem: pem(merchantKey) }],
    });
    const content = context.decrypt((await mintA()).paymentData);
    assert.equal(content.applicationPrimaryAccountNumber, card('visa-approve').pan);
    assert.equal(content.transactionAmount, 19990);
    assert.equal(content.currencyCode, '980');
    assert.equal(content.paymentDataType, '3DSecure');
  });

  it('is decrypted by a second opener', async () => {
    const content = await decryptApplePay(
      await mintA(),
      merchantId,
      sandboxKeys.applePay.merchantKey,
    );
    assert.equal(content['applicationPrimaryAccountNumber'], card('visa-approve').pan);
  });

  for (const applicationData of [undefined, 'b3JkZXItMQ==']) {
    const having = applicationData === undefined ? 'no applicationData' : 'applicationData';
    it(`has a signature that pkijs verifies up to the root, with ${having}`, async () => {
      const token = await mintA(applicationData === undefined ? {} : { applicationData });
      const { root } = sandboxKeys.applePay;
      const { signature } = token.paymentData;
      assert.equal(await verifiedByPkijs(signature, signedContent(token), root), true);
      const changedContent = Buffer.concat([signedContent(token), Buffer.from([0])]);
      assert.equal(await verifiedByPkijs(signature, changedContent, root), false);
    });
  }

  it('has a signature that openssl verifies up to the root', async (t: TestContext) => {
    if (spawnSync('openssl', ['version']).status !== 0) {
      t.skip('openssl is not installed');
      return;
    }
    const token = await mintA();
    const folder = temporaryFolder();
    const file = (name: string, bytes: Buffer | string): string => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const root = `-----BEGIN CERTIFICATE-----\n${sandboxKeys.applePay.root.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
    const args = ['cms', '-verify', '-inform', 'DER', '-binary', '-purpose', 'any'];
    const { status, stderr } = spawnSync('openssl', [
      ...args,
      ...['-in', file('signature', Buffer.from(token.paymentData.signature, 'base64'))],
      ...['-content', file('content', signedContent(token))],
      ...['-CAfile', file('root.pem', root), '-out', join(folder, 'out')],
    ]);
    assert.equal(status, 0, stderr.toString());
  });
});

describe('mintToken, wallet B', () => {
  it('makes an ECv2 token whose bytes change when it, or a string in it, is parsed and serialised again', async () => {
    const token = await mintB('pan-visa-challenge');
    const outer = JSON.parse(token) as Record<string, string>;
    assert.deepEqual(Object.keys(outer).sort(), [
      'intermediateSigningKey',
      'protocolVersion',
      'signature',
      'signedMessage',
    ]);
    assert.equal(outer['protocolVersion'], 'ECv2');
    assert.ok(!token.includes('='));
    assert.notEqual(JSON.stringify(outer), token);
    const inner = outer['signedMessage'] ?? '';
    assert.notEqual(JSON.stringify(JSON.parse(inner)), inner);
  });

  it('is encrypted as the known answer says', async () => {
    const message = await encryptB(utf8('{"a":1}'), scalar(3).spki, scalar(2).key);
    assert.equal(message.encryptedMessage, 'twSN0R0Aiw==');
    assert.equal(message.tag, 'uNJ73QvWhBkaN6xqG9bKOeUnrpM2MDurxq8t321d6iQ=');
  });

  it('is decrypted by @basis-theory/google-pay-js', async () => {
    const context = new googlePay.GooglePaymentMethodTokenContext({
      merchants: [{ privateKeyPem: pem(sandboxKeys.googlePay.recipientKey) }],
    });
    const token = JSON.parse(await mintB('visa-approve')) as Parameters<typeof context.decrypt>[0];
    const content = context.decrypt(token);
    assert.equal(content.paymentMethod, 'CARD');
    assert.equal(content.paymentMethodDetails.pan, card('visa-approve').pan);
    assert.equal(content.paymentMethodDetails.authMethod, 'CRYPTOGRAM_3DS');
  });

  for (const id of ['visa-approve', 'pan-visa-challenge']) {
    it(`is verified and decrypted by a second opener: ${id}`, async () => {
      const content = await openGooglePay(await mintB(id), {
        rootKeys: sandboxKeys.googlePay.roots.keys.map(({ keyValue }) => keyValue),
        recipientId: 'gateway:examplegateway',
        recipientKey: sandboxKeys.googlePay.recipientKey,
      });
      assert.equal(content['gatewayMerchantId'], 'shop-é');
      const details = content['paymentMethodDetails'] as Record<string, unknown>;
      assert.equal(details['pan'], card(id).pan);
      assert.equal('cryptogram' in details, id === 'visa-approve');
    });
  }
});
