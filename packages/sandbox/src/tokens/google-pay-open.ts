/** Opens ECv2 tokens of wallet B (Google Pay), as its gateway does. */
import {
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { EcPrivateKey } from './ecdsa.ts';
import type { OpenedToken, UsedTokens } from './opened-token.ts';
import { privateKey, publicKey, sameBytes } from './opening-keys.ts';
import { base64, json, members, text, type Members } from './strict-json.ts';
import { TokenError } from './token-error.ts';

/** The root keys as the provider publishes them. */
export interface GooglePayRoots {
  readonly keys: readonly {
    /** Base64 SPKI. */
    readonly keyValue: string;
    readonly protocolVersion: string;
    /** Milliseconds since 1970, as text; a key of ECv2 without it is not used. */
    readonly keyExpiration?: string;
  }[];
}

export interface OpenGooglePayOptions {
  readonly wallet: 'wallet-b';
  readonly roots: GooglePayRoots;
  /** `gateway:<gateway id>`, or `merchant:<merchant id>`. */
  readonly recipientId: string;
  /** Private keys; all are tried, so that a key can be replaced. */
  readonly recipientKeys: readonly EcPrivateKey[];
  /** The merchant at the gateway that pays. Absent: not compared. */
  readonly gatewayMerchantId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ids of the tokens that were opened before. Absent: a token can be opened again. */
  readonly used?: UsedTokens;
}

/** @param token the string, as the page got it */
export function openGooglePayToken(token: unknown, options: OpenGooglePayOptions): OpenedToken {
  if (typeof token !== 'string') throw new TokenError('format', 'The token is not a string.');
  const outer = readOuter(token);
  const intermediate = verifyIntermediate(outer, options);
  const signedMessage = text(outer, 'signedMessage');
  const signature = base64(outer, 'signature');
  const signedData = signedBytes('Google', options.recipientId, 'ECv2', signedMessage);
  if (!verify('sha256', signedData, intermediate, signature)) {
    const isFor = (recipient: string): boolean =>
      verify(
        'sha256',
        signedBytes('Google', recipient, 'ECv2', signedMessage),
        intermediate,
        signature,
      );
    throw new TokenError('signature', wrongRecipient(signedMessage, options, isFor));
  }
  const message = decrypt(signedMessage, options.recipientKeys);
  return accept(message, options);
}

/** Why the signature is wrong: a token of the sandbox names its recipient, which the signature confirms. */
function wrongRecipient(
  signedMessage: string,
  { recipientId, recipientKeys }: OpenGooglePayOptions,
  isFor: (recipient: string) => boolean,
): string {
  try {
    const [recipient = ''] = text(decrypt(signedMessage, recipientKeys), 'messageId').split(' ');
    if (isFor(recipient)) {
      return `The message is signed for "${recipient}", and not for this recipient, "${recipientId}".`;
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
  }
  return `The message is not signed for this recipient, "${recipientId}".`;
}

function readOuter(token: string): Members {
  const value = members(json(token, 'The token'), 'The token');
  if (value['protocolVersion'] !== 'ECv2') {
    throw new TokenError('version', 'The protocol version of the token is not ECv2.');
  }
  return members(value, 'The token', [
    'protocolVersion',
    'signature',
    'intermediateSigningKey',
    'signedMessage',
  ]);
}

/** The key that signs messages, when a live root has signed it and it is valid. */
function verifyIntermediate(outer: Members, { roots, now }: OpenGooglePayOptions): KeyObject {
  const name = 'intermediateSigningKey';
  const intermediate = members(outer[name], name, ['signedKey', 'signatures']);
  const signedKey = text(intermediate, 'signedKey');
  const { signatures } = intermediate;
  if (!Array.isArray(signatures)) throw new TokenError('format', 'signatures is not an array.');
  const live = roots.keys.filter(
    ({ protocolVersion, keyExpiration }) =>
      protocolVersion === 'ECv2' && keyExpiration !== undefined && Number(keyExpiration) > now,
  );
  const signedData = signedBytes('Google', 'ECv2', signedKey);
  const isTrusted = live.some(({ keyValue }) =>
    signatures.some((_, index) => {
      const root = publicKey(Buffer.from(keyValue, 'base64'), 'A root key');
      return verify(
        'sha256',
        signedData,
        root,
        base64(signatures as unknown as Members, String(index)),
      );
    }),
  );
  if (!isTrusted) throw new TokenError('chain', 'No live root has signed the intermediate key.');
  const key = members(json(signedKey, 'signedKey'), 'signedKey');
  assertLive(key, 'keyExpiration', now);
  return publicKey(base64(key, 'keyValue'), 'keyValue');
}

function decrypt(signedMessage: string, recipientKeys: readonly EcPrivateKey[]): Members {
  const name = 'signedMessage';
  const parts = members(json(signedMessage, name), name, [
    'encryptedMessage',
    'ephemeralPublicKey',
    'tag',
  ]);
  const ciphertext = base64(parts, 'encryptedMessage');
  const tag = base64(parts, 'tag');
  const point = base64(parts, 'ephemeralPublicKey');
  const ephemeral = publicPoint(point);
  for (const jwk of recipientKeys) {
    const secret = diffieHellman({ privateKey: privateKey(jwk), publicKey: ephemeral });
    const input = Buffer.concat([point, secret]);
    const keys = Buffer.from(hkdfSync('sha256', input, '', 'Google', 64));
    const mac = createHmac('sha256', keys.subarray(32)).update(ciphertext).digest();
    if (!sameBytes(tag, mac)) continue;
    const decipher = createDecipheriv('aes-256-ctr', keys.subarray(0, 32), Buffer.alloc(16));
    const plaintext = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString();
    return members(json(plaintext, 'The decrypted message'), 'The decrypted message');
  }
  throw new TokenError('encryption', 'The message was changed, or encrypted for another key.');
}

function accept(message: Members, options: OpenGooglePayOptions): OpenedToken {
  assertLive(message, 'messageExpiration', options.now);
  const { gatewayMerchantId: tokenMerchantId } = message;
  const { gatewayMerchantId: expectedMerchantId, used } = options;
  if (expectedMerchantId !== undefined && tokenMerchantId !== expectedMerchantId) {
    throw new TokenError(
      'recipient',
      `The token was made for the gatewayMerchantId "${String(tokenMerchantId)}", and not for "${expectedMerchantId}".`,
    );
  }
  const details = members(message['paymentMethodDetails'], 'paymentMethodDetails');
  const auth = details['authMethod'];
  const { expirationMonth: month, expirationYear: year } = details;
  if (auth !== 'PAN_ONLY' && auth !== 'CRYPTOGRAM_3DS') {
    throw new TokenError('format', 'authMethod is neither PAN_ONLY nor CRYPTOGRAM_3DS.');
  }
  if (typeof month !== 'number' || typeof year !== 'number') {
    throw new TokenError('format', 'expirationMonth or expirationYear is not a number.');
  }
  const id = text(message, 'messageId');
  if (used?.has(id)) throw new TokenError('replayed', 'The token was used before.');
  used?.add(id);
  return {
    wallet: 'wallet-b',
    id,
    pan: text(details, 'pan'),
    auth,
    expiry: `${String(year % 100).padStart(2, '0')}${String(month).padStart(2, '0')}`,
    ...(typeof tokenMerchantId === 'string' && { gatewayMerchantId: tokenMerchantId }),
    content: message,
  };
}

/** A token that ends now is expired too. */
function assertLive(object: Members, member: string, now: number): void {
  if (Number(text(object, member)) > now) return;
  throw new TokenError('expired', `${member} is over.`);
}

/** Each part behind the number of its UTF-8 bytes: four bytes, the lowest first. */
function signedBytes(...parts: readonly string[]): Buffer {
  const frames = parts.flatMap((part) => {
    const bytes = Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(frames);
}

/** An uncompressed point of P-256: `04 || x || y`. */
function publicPoint(point: Buffer): KeyObject {
  if (point.length !== 65 || point[0] !== 4) {
    throw new TokenError('format', 'ephemeralPublicKey is not an uncompressed point of P-256.');
  }
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  try {
    return createPublicKey({
      key: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') },
      format: 'jwk',
    });
  } catch (cause) {
    throw new TokenError('format', 'ephemeralPublicKey is not on the curve.', { cause });
  }
}
