import type { EcPrivateKey } from '../src/tokens/index.ts';

/** A key pair of a processor: what the wallets encrypt for, as base64 SPKI, and what opens it. */
export async function ownKey(): Promise<{ readonly spki: string; readonly key: EcPrivateKey }> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(algorithm, true, ['deriveBits']);
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return {
    spki: btoa(String.fromCharCode(...spki)),
    key: { kty, crv, x, y, d } as EcPrivateKey,
  };
}
