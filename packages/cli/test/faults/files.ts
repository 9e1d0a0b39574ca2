import { generateKeyPairSync } from 'node:crypto';
import { certificate, file, rsaPair } from '../doctor.ts';
import type { Difference } from '../world.ts';
import type { Faults } from './fault.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;

const option = async (
  name: string,
  content: string | Buffer,
  mode?: number,
): Promise<Difference> => ({
  options: { [name]: await file('file.pem', content, mode) },
});

/** Faults of keys and certificates. */
export const fileFaults: Faults = {
  'key.parse': {
    fail: {
      'a public key in place of the private one': async () => option('--key', rsaPair().publicKey),
      'a key that is cut': async () => option('--key', rsaPair().privateKey.slice(0, 400)),
    },
  },
  'key.locked': {
    fail: {
      'a key with a passphrase': async () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return option(
          '--key',
          privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'x' }),
        );
      },
    },
  },
  'key.kind': {
    fail: {
      'a key of another kind': async () => {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        return option('--key', privateKey.export(pem));
      },
      'a key of 1024 bits': async () => option('--key', rsaPair(1024).privateKey),
    },
  },
  'key.mode': {
    warn: {
      'a key that others may read': async () => option('--key', rsaPair().privateKey, 0o644),
    },
  },
  'key.fits': {
    fail: {
      'a public half of another key': async () => option('--public-key', rsaPair().publicKey),
    },
  },
  'cert.pay': {
    fail: {
      'a processing certificate over RSA': async () =>
        option('--payment-certificate', (await certificate('rsa')).pem),
    },
  },
  'cert.id': {
    fail: {
      'an identity certificate over an elliptic curve': async () =>
        option('--identity-certificate', (await certificate('ec')).pem),
    },
  },
  'cert.key': {
    fail: {
      'a certificate of another key': async () =>
        option('--payment-certificate', (await certificate('ec')).pem),
    },
  },
  'cert.life': {
    fail: {
      'a certificate of wallet A that ends in ten days': async () =>
        option('--payment-certificate', (await certificate('ec', 10)).pem),
    },
    warn: {
      'a certificate of wallet A that ends in six weeks': async () =>
        option('--identity-certificate', (await certificate('rsa', 42)).pem),
    },
  },
};
