import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { issueChain, type Chain } from '../../test/apple-pay-chain.ts';
import type { ApplePayTokenInput } from './apple-pay-mint.ts';
import { signCms } from './cms.ts';
import {
  mintToken,
  openToken,
  sandboxKeys,
  TokenError,
  type ApplePayToken,
  type EcPrivateKey,
  type OpenApplePayOptions,
  type TokenFault,
} from './index.ts';

const now = Date.UTC(2026, 10, 22, 12);
const merchantIdHash = hashOf('merchant.test.sandbox');
const { root, signer, merchantKey, merchantPublicKey } = sandboxKeys.applePay;
const payment = {
  applicationPrimaryAccountNumber: '4242420000004242',
  applicationExpirationDate: '491231',
  currencyCode: '980',
  transactionAmount: 19990,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAA==' },
} as const;

function hashOf(merchantId: string): string {
  return createHash('sha256').update(merchantId).digest('hex');
}

async function mint(differing: Partial<ApplePayTokenInput> = {}): Promise<ApplePayToken> {
  const paymentMethod = { displayName: 'Visa 4242', network: 'Visa', type: 'credit' } as const;
  return mintToken({
    wallet: 'wallet-a',
    payment,
    paymentMethod,
    merchantIdHash,
    signer,
    signedAt: now,
    merchantKey: merchantPublicKey,
    ...differing,
  });
}

function open(token: unknown, differing: Partial<OpenApplePayOptions> = {}): unknown {
  return openToken(token, {
    wallet: 'wallet-a',
    root,
    merchantIdHash,
    merchantKey,
    now,
    ...differing,
  });
}

function refused(code: TokenFault, attempt: () => unknown): void {
  assert.throws(attempt, (error) => error instanceof TokenError && error.code === code);
}

/** The token with members of its header, or of `paymentData`, replaced. */
function changed(
  token: ApplePayToken,
  header: Readonly<Record<string, string | undefined>>,
  data: Readonly<Record<string, string>> = {},
): unknown {
  const { paymentData } = token;
  return {
    ...token,
    paymentData: { ...paymentData, ...data, header: { ...paymentData.header, ...header } },
  };
}

async function chainWith(chain: Promise<Chain>): Promise<Chain & { token: ApplePayToken }> {
  const parts = await chain;
  return { ...parts, token: await mint({ signer: parts.signer }) };
}

describe('openToken, wallet A', () => {
  it('tells what the token holds', async () => {
    assert.deepEqual(open(await mint({ transactionId: 'ab'.repeat(32) })), {
      wallet: 'wallet-a',
      id: 'ab'.repeat(32),
      pan: '4242420000004242',
      expiry: '4912',
      auth: 'CRYPTOGRAM_3DS',
      amountMinor: 19990,
      currency: 'UAH',
      content: payment,
    });
  });

  it('takes the object, its JSON, and its paymentData alone, parsed and serialised at will', async () => {
    const token = await mint();
    assert.ok(open(token));
    assert.ok(open(JSON.stringify(token, null, 2)));
    assert.ok(open(token.paymentData));
  });

  it('takes a signature of DER as well as one of BER', async () => {
    assert.ok(open(await mint({ encoding: 'DER' })));
    assert.ok(open(await mint({ encoding: 'BER' })));
  });

  it('accepts a chain of another root if it is set', async () => {
    const { token, root: other } = await chainWith(issueChain());
    assert.ok(open(token, { root: other }));
  });

  it('refuses a foreign root', async () => {
    const { token } = await chainWith(issueChain());
    refused('chain', () => open(token));
  });

  it('refuses a leaf that the intermediate has not issued', async () => {
    const { token, root: ownRoot } = await chainWith(issueChain({ leafIssuer: 'stranger' }));
    refused('chain', () => open(token, { root: ownRoot }));
  });

  it('refuses a leaf of the chain that did not sign', async () => {
    const other = await issueChain();
    const token = await mint({ signer: { ...signer, privateKey: other.signer.privateKey } });
    refused('signature', () => open(token));
  });

  for (const marker of ['leafMarker', 'intermediateMarker'] as const) {
    it(`refuses a chain without the ${marker === 'leafMarker' ? 'leaf' : 'intermediate'}'s marker`, async () => {
      const { token, root: ownRoot } = await chainWith(issueChain({ [marker]: false }));
      refused('chain', () => open(token, { root: ownRoot }));
    });
  }

  it('refuses an intermediate that is not an authority', async () => {
    const { token, root: ownRoot } = await chainWith(issueChain({ intermediateCa: false }));
    refused('chain', () => open(token, { root: ownRoot }));
  });

  it('refuses a leaf that was not valid when the token was signed', async () => {
    const leafValidTo = new Date(now - 1000);
    const { token, root: ownRoot } = await chainWith(issueChain({ leafValidTo }));
    refused('chain', () => open(token, { root: ownRoot }));
  });

  for (const name of ['data', 'transactionId', 'ephemeralPublicKey'] as const) {
    it(`refuses another token's ${name}`, async () => {
      const [token, other] = [await mint(), await mint()];
      const { data, header } = other.paymentData;
      const alteredToken =
        name === 'data' ? changed(token, {}, { data }) : changed(token, { [name]: header[name] });
      refused('signature', () => open(alteredToken));
    });
  }

  it('refuses a ciphertext that was cut', async () => {
    const token = await mint();
    const data = Buffer.from(token.paymentData.data, 'base64').subarray(0, -1).toString('base64');
    refused('signature', () => open(changed(token, {}, { data })));
  });

  it('refuses another merchant key', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = pair.privateKey.export({ format: 'jwk' }) as EcPrivateKey;
    const token = await mint();
    refused('recipient', () => open(token, { merchantKey: other }));
  });

  it('refuses another merchant id', async () => {
    const token = await mint();
    refused('recipient', () => open(token, { merchantIdHash: hashOf('merchant.test.other') }));
  });

  for (const side of [-1, 1]) {
    it(`refuses a token signed over five minutes ${side < 0 ? 'ago' : 'ahead'}`, async () => {
      assert.ok(open(await mint({ signedAt: now + side * 300_000 })));
      for (const seconds of [301, 360]) {
        const token = await mint({ signedAt: now + side * seconds * 1000 });
        refused('expired', () => open(token));
      }
    });
  }

  it('refuses a signature without signingTime', async () => {
    const token = await mint();
    const { header, data } = token.paymentData;
    const content = Buffer.concat([
      Buffer.from(header.ephemeralPublicKey, 'base64'),
      Buffer.from(data, 'base64'),
      Buffer.from(header.transactionId, 'hex'),
    ]);
    const options = { signedAt: undefined, encoding: 'BER' } as const;
    const signature = await signCms(new Uint8Array(content), signer, options);
    refused('signature', () => open(changed(token, {}, { signature })));
  });

  it('refuses a token that was used before', async () => {
    const [token, used] = [await mint(), new Set<string>()];
    assert.ok(open(token, { used }));
    refused('replayed', () => open(token, { used }));
  });

  for (const version of ['RSA_v1', 'EC_v2', '']) {
    it(`refuses version "${version}"`, async () => {
      const token = changed(await mint(), {}, { version });
      refused('version', () => open(token));
    });
  }

  it('refuses what is not a token, and never with another error', async () => {
    const token = await mint();
    const garbage = Buffer.from('garbage').toString('base64');
    for (const value of [
      undefined,
      null,
      7,
      '',
      'not a token',
      '[]',
      changed(token, { ephemeralPublicKey: undefined }),
      changed(token, { transactionId: 'xyz' }),
      changed(token, {}, { signature: '' }),
      changed(token, {}, { signature: garbage }),
      changed(token, {}, { signature: 'MIAG' }),
      changed(token, {}, { data: `${token.paymentData.data}\n` }),
    ]) {
      assert.throws(() => open(value), TokenError);
    }
  });

  it('says nothing of the token in its errors', async () => {
    const token = await mint();
    try {
      open(token, { merchantIdHash: hashOf('merchant.test.other') });
      assert.fail('it was opened');
    } catch (error) {
      assert.ok(error instanceof TokenError);
      assert.ok(!error.message.includes(token.transactionIdentifier));
      assert.ok(!error.message.includes(payment.applicationPrimaryAccountNumber));
    }
  });
});

describe('applicationData of wallet A', () => {
  const order = Buffer.from('order-1').toString('base64');
  const otherOrder = Buffer.from('order-2').toString('base64');

  it('is compared with the order', async () => {
    const token = await mint({ applicationData: order });
    assert.ok(open(token, { applicationData: order }));
    refused('application-data', () => open(token, { applicationData: otherOrder }));
  });

  it('is missed where the order had some', async () => {
    const token = await mint();
    refused('application-data', () => open(token, { applicationData: order }));
  });

  it('is refused when it was added to the token', async () => {
    const token = changed(await mint(), { applicationData: hashOf('order-1') });
    refused('signature', () => open(token));
  });

  it('is refused when it was removed from the token', async () => {
    const { paymentData, ...rest } = await mint({ applicationData: order });
    const { applicationData: _, ...header } = paymentData.header;
    refused('signature', () => open({ ...rest, paymentData: { ...paymentData, header } }));
  });
});
