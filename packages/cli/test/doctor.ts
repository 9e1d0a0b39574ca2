// The library needs it before its own first line.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  webcrypto,
} from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import type { Finding } from '../src/doctor/finding.ts';
import { listen, run } from './run.ts';

/** Runs `doctor`; answers the findings of one check, each as its result. */
export async function results(id: string, ...args: readonly string[]): Promise<string[]> {
  const ran = await run('doctor', '--json', ...args);
  assert.notEqual(ran.code, 2, ran.err);
  const { findings } = JSON.parse(ran.out) as { readonly findings: readonly Finding[] };
  assert.equal(ran.code, findings.some(({ result }) => result === 'fail') ? 1 : 0);
  return findings.filter((finding) => finding.id === id).map(({ result }) => result);
}

/** An RSA pair as PEM. */
export function rsaPair(modulusLength = 2048): { privateKey: string; publicKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** Writes a file of the test's own. */
export async function file(name: string, content: string | Buffer, mode = 0o600): Promise<string> {
  const path = join(temporaryFolder(), name);
  await writeFile(path, content, { mode });
  return path;
}

const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;

/** A certificate for localhost and shop.example, signed by itself. */
export async function certificate(
  kind: 'ec' | 'rsa',
  days = 365,
): Promise<{ pem: string; der: Buffer; key: KeyObject }> {
  const algorithm = algorithms[kind];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const x509 = await X509CertificateGenerator.createSelfSigned({
    // A name of its own: an authority is looked up by it.
    name: `CN=localhost, O=${randomUUID()}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 3_600_000),
    // An hour more, so that whole days are left.
    notAfter: new Date(Date.now() + days * 86_400_000 + 3_600_000),
    extensions: [
      new BasicConstraintsExtension(true),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'dns', value: 'shop.example' },
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { pem: x509.toString('pem'), der: Buffer.from(x509.rawData), key };
}

/** An https server on localhost with a certificate authority of its own. */
export async function secure(
  test: TestContext,
  listener: RequestListener,
  { days = 365, ...options }: ServerOptions & { readonly days?: number } = {},
): Promise<{ host: string; ca: string }> {
  const { pem, key } = await certificate('ec', days);
  const pkcs8 = key.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ cert: pem, key: pkcs8, ...options }, listener);
  const { port } = new URL(await listen(test, server));
  return { host: `localhost:${port}`, ca: await file('ca.pem', pem) };
}
