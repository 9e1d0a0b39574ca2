import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  encrypt,
  escaped,
  type GooglePayMessage,
  type GooglePayTokenInput,
} from './google-pay-mint.ts';
import {
  mintToken,
  openToken,
  sandboxKeys,
  TokenError,
  type EcPrivateKey,
  type GooglePayRoots,
  type OpenGooglePayOptions,
  type TokenFault,
} from './index.ts';

const now = Date.UTC(2026, 10, 22, 12);
const recipientId = 'gateway:examplegateway';
const { roots, rootKey, recipientKey, recipientPublicKey } = sandboxKeys.googlePay;
const message: GooglePayMessage = {
  messageId: 'message-1',
  messageExpiration: String(now + 1000),
  paymentMethod: 'CARD',
  gatewayMerchantId: 'shop-é',
  paymentMethodDetails: {
    pan: '4012000000001881',
    expirationMonth: 3,
    expirationYear: 2031,
    authMethod: 'PAN_ONLY',
  },
};

async function mint(differing: Partial<GooglePayTokenInput> = {}): Promise<string> {
  return mintToken({
    wallet: 'wallet-b',
    message,
    recipientId,
    rootKey,
    intermediateExpires: now + 1000,
    recipientKey: recipientPublicKey,
    ...differing,
  });
}

function open(token: unknown, differing: Partial<OpenGooglePayOptions> = {}): unknown {
  const recipientKeys = [recipientKey];
  return openToken(token, {
    wallet: 'wallet-b',
    roots,
    recipientId,
    recipientKeys,
    now,
    ...differing,
  });
}

function refused(code: TokenFault, attempt: () => unknown): void {
  assert.throws(attempt, (error) => error instanceof TokenError && error.code === code);
}

interface Outer {
  readonly protocolVersion: string;
  readonly signature: string;
  readonly intermediateSigningKey: { readonly signedKey: string; readonly signatures: string[] };
  readonly signedMessage: string;
}

function parsed(token: string): Outer {
  return JSON.parse(token) as Outer;
}

const rootPrivateKey = createPrivateKey({ key: { ...rootKey }, format: 'jwk' });

function frame(parts: readonly string[], writeLength: 'writeUInt32LE' | 'writeUInt32BE'): Buffer {
  const chunks = parts.flatMap((part) => {
    const length = Buffer.alloc(4);
    length[writeLength](Buffer.byteLength(part));
    return [length, Buffer.from(part)];
  });
  return Buffer.concat(chunks);
}

interface Signing {
  readonly sender?: string;
  readonly lengths?: 'writeUInt32LE' | 'writeUInt32BE';
  readonly signedMessage?: string;
  readonly root?: KeyObject;
}

/** A token signed by hand, so that what is signed can be wrong. */
async function signed({ sender = 'Google', ...signing }: Signing = {}): Promise<string> {
  const { lengths = 'writeUInt32LE', root = rootPrivateKey } = signing;
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const signedKey = escaped({ keyValue: spki, keyExpiration: String(now + 1000) });
  const plaintext = new TextEncoder().encode(JSON.stringify(message));
  const signedMessage =
    signing.signedMessage ?? escaped(await encrypt(plaintext, recipientPublicKey));
  const signature = (parts: readonly string[], key: KeyObject): string =>
    sign('sha256', frame(parts, lengths), key).toString('base64');
  return JSON.stringify({
    protocolVersion: 'ECv2',
    signature: signature([sender, recipientId, 'ECv2', signedMessage], pair.privateKey),
    intermediateSigningKey: {
      signedKey,
      signatures: [signature([sender, 'ECv2', signedKey], root)],
    },
    signedMessage,
  });
}

describe('openToken, wallet B', () => {
  it('tells what the token holds', async () => {
    assert.deepEqual(open(await mint()), {
      wallet: 'wallet-b',
      id: 'message-1',
      pan: '4012000000001881',
      expiry: '3103',
      auth: 'PAN_ONLY',
      gatewayMerchantId: 'shop-é',
      content: message,
    });
  });

  it('takes a token that was signed by hand, and one whose outer object was written again', async () => {
    assert.ok(open(await signed()));
    assert.ok(open(JSON.stringify(parsed(await mint()))));
  });

  it('takes a token for any of the keys, so that a key can be replaced', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const next = other.export({ format: 'jwk' }) as EcPrivateKey;
    assert.ok(open(await mint(), { recipientKeys: [next, recipientKey] }));
  });

  it('takes a token that any of its signatures leads to a root', async () => {
    const outer = parsed(await mint());
    const { signatures, signedKey } = outer.intermediateSigningKey;
    const intermediateSigningKey = { signedKey, signatures: [outer.signature, ...signatures] };
    assert.ok(open(JSON.stringify({ ...outer, intermediateSigningKey })));
  });

  it('takes a token of a merchant with a key of its own', async () => {
    const { gatewayMerchantId: _, ...direct } = message;
    const merchant = 'merchant:12345678901234567890';
    const token = await mint({ message: direct, recipientId: merchant });
    assert.ok(open(token, { recipientId: merchant }));
  });

  it('refuses a foreign root', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const token = await signed({ root: privateKey });
    refused('chain', () => open(token));
  });

  const [rootEntry] = roots.keys;
  assert.ok(rootEntry);
  const { keyExpiration: _, ...endless } = rootEntry;
  const wrongRoots: Readonly<Record<string, GooglePayRoots['keys'][number]>> = {
    'has expired': { ...rootEntry, keyExpiration: String(now) },
    'has no expiration': endless,
    'is of another version': { ...rootEntry, protocolVersion: 'ECv1' },
  };
  for (const [name, key] of Object.entries(wrongRoots)) {
    it(`refuses a root that ${name}`, async () => {
      const token = await mint();
      refused('chain', () => open(token, { roots: { keys: [key] } }));
    });
  }

  it('refuses a sender other than Google', async () => {
    const token = await signed({ sender: 'Other' });
    refused('chain', () => open(token));
  });

  it('refuses the intermediate key of another token', async () => {
    const [outer, other] = [parsed(await mint()), parsed(await mint())];
    const { intermediateSigningKey } = other;
    refused('signature', () => open(JSON.stringify({ ...outer, intermediateSigningKey })));
  });

  it('refuses an intermediate key that has expired', async () => {
    const token = await mint({ intermediateExpires: now });
    refused('expired', () => open(token));
  });

  for (const other of ['gateway:other', 'examplegateway', 'merchant:examplegateway']) {
    it(`refuses a token made for "${other}"`, async () => {
      const token = await mint({ recipientId: other });
      refused('signature', () => open(token));
    });
  }

  it('refuses signed strings that were parsed and serialised again', async () => {
    const outer = parsed(await mint());
    const signedMessage = JSON.stringify(JSON.parse(outer.signedMessage));
    refused('signature', () => open(JSON.stringify({ ...outer, signedMessage })));
    const { intermediateSigningKey } = outer;
    const signedKey = JSON.stringify(JSON.parse(intermediateSigningKey.signedKey));
    const rewrittenToken = {
      ...outer,
      intermediateSigningKey: { ...intermediateSigningKey, signedKey },
    };
    refused('chain', () => open(JSON.stringify(rewrittenToken)));
  });

  it('refuses lengths whose highest byte comes first', async () => {
    const token = await signed({ lengths: 'writeUInt32BE' });
    refused('chain', () => open(token));
  });

  it('refuses another member, inside and outside', async () => {
    const outer = parsed(await mint());
    refused('format', () => open(JSON.stringify({ ...outer, more: 1 })));
    const inner = { ...(JSON.parse(outer.signedMessage) as object), more: 1 };
    const token = await signed({ signedMessage: escaped(inner) });
    refused('format', () => open(token));
  });

  for (const protocolVersion of ['ECv1', 'ECv2SigningOnly', 'ECv3', '']) {
    it(`refuses protocol version "${protocolVersion}"`, async () => {
      const token = JSON.stringify({ ...parsed(await mint()), protocolVersion });
      refused('version', () => open(token));
    });
  }

  it('refuses a token for another key', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const spki = other.export({ type: 'spki', format: 'der' }).toString('base64');
    const token = await mint({ recipientKey: spki });
    refused('encryption', () => open(token));
  });

  it('refuses a change of any byte of the ciphertext', async () => {
    const inner = JSON.parse(parsed(await mint()).signedMessage) as Record<string, string>;
    const bytes = Buffer.from(inner['encryptedMessage'] ?? '', 'base64');
    for (const index of [0, bytes.length >> 1, bytes.length - 1]) {
      const changedBytes = Buffer.from(bytes);
      changedBytes[index] = (changedBytes[index] ?? 0) ^ 1;
      const encryptedMessage = changedBytes.toString('base64');
      const token = await signed({ signedMessage: escaped({ ...inner, encryptedMessage }) });
      refused('encryption', () => open(token));
    }
  });

  for (const [name, messageExpiration] of [
    ['has expired', String(now - 1)],
    ['expires now', String(now)],
  ] as const) {
    it(`refuses a message that ${name}`, async () => {
      const token = await mint({ message: { ...message, messageExpiration } });
      refused('expired', () => open(token));
    });
  }

  it('refuses a message without expiration', async () => {
    const { messageExpiration: __, ...endlessMessage } = message;
    const token = await mint({ message: endlessMessage as GooglePayMessage });
    refused('format', () => open(token));
  });

  it('refuses the gatewayMerchantId of another shop', async () => {
    const token = await mint();
    assert.ok(open(token, { gatewayMerchantId: 'shop-é' }));
    refused('recipient', () => open(token, { gatewayMerchantId: 'shop-e' }));
  });

  it('refuses a token that was used before', async () => {
    const [token, used] = [await mint(), new Set<string>()];
    assert.ok(open(token, { used }));
    refused('replayed', () => open(token, { used }));
  });

  it('refuses a point that is not on the curve', async () => {
    const inner = JSON.parse(parsed(await mint()).signedMessage) as Record<string, string>;
    const point = Buffer.from(inner['ephemeralPublicKey'] ?? '', 'base64');
    point[64] = (point[64] ?? 0) ^ 1;
    const ephemeralPublicKey = point.toString('base64');
    const token = await signed({ signedMessage: escaped({ ...inner, ephemeralPublicKey }) });
    refused('format', () => open(token));
  });

  it('refuses what is not a token, and never with another error', async () => {
    const outer = parsed(await mint());
    const { intermediateSigningKey } = outer;
    for (const value of [
      undefined,
      null,
      7,
      '',
      'not a token',
      '{}',
      '[]',
      outer,
      JSON.stringify({ ...outer, signature: 'not base64!' }),
      JSON.stringify({ ...outer, signature: '' }),
      JSON.stringify({ ...outer, signedMessage: 7 }),
      JSON.stringify({
        ...outer,
        intermediateSigningKey: { ...intermediateSigningKey, signatures: 7 },
      }),
      JSON.stringify({
        ...outer,
        intermediateSigningKey: { ...intermediateSigningKey, signatures: [7] },
      }),
    ]) {
      assert.throws(() => open(value), TokenError);
    }
  });
});
