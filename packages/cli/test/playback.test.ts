import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import {
  createServiceClient,
  pemSigner,
  type ProfileOverrides,
  type ServiceClient,
  type ServiceClientOptions,
} from '@wallet-buttons/service-client';
import { startSandbox } from '@wallet-buttons/sandbox';
import { run } from './run.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

/** A service that answers in another shape than the profile guesses. */
const answers: Readonly<Record<string, object>> = {
  '/v1/session': { id: 's-17' },
  '/v1/payment': { id: '77' },
  '/v1/pay-token': { data: { status: 'processing' } },
  '/v1/get-status': { status: 'paid', amount: '199.90', external_id: 'A-1001' },
};

async function pay(options: Omit<ServiceClientOptions, 'merchantId' | 'signer'>): Promise<object> {
  const signer = pemSigner(privateKey);
  const client: ServiceClient = createServiceClient({ ...options, merchantId: '17', signer });
  const { sessionId } = await client.session({ callbackUrl: 'https://shop.example/hook' });
  const order = { sessionId, externalId: 'A-1001' };
  await client.payment({ ...order, amount: { amount: '199.90', currency: 'UAH' } });
  const token = { wallet: 'wallet-b', token: 'secret-token' } as const;
  const first = await client.payToken({ ...order, ...token }).then(
    ({ status: said }) => said,
    () => 'unreadable',
  );
  const { status, externalId } = await client.getStatus(order);
  return { first, status, externalId };
}

it('a recording, made as the README says, corrects the profile, and the sandbox plays it back under the corrected one', async (test) => {
  const place = temporaryFolder();
  const [recording, corrected] = ['recording.jsonl', 'profile.json'];
  const home = process.cwd();
  process.chdir(place);
  test.after(() => {
    process.chdir(home);
  });
  const [, recorder = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  await writeFile('record.ts', recorder);
  const { record } = (await import(pathToFileURL(join(place, 'record.ts')).href)) as Required<
    Pick<ServiceClientOptions, 'record'>
  >;
  const real = await pay({
    baseUrl: 'https://service.example',
    fetch: async (url) => Promise.resolve(Response.json(answers[new URL(url).pathname])),
    record,
  });
  assert.deepEqual(real, { first: 'unreadable', status: 'paid', externalId: 'A-1001' });
  const text = await readFile(recording, 'utf8');
  for (const secret of ['secret-token', 's-17', 'A-1001', 'shop.example'])
    assert.ok(!text.includes(secret), secret);

  const check = await run('profile', 'check', recording, '--out', corrected);
  assert.equal(check.code, 1);
  assert.match(check.out, /contradicted {2}operations\.payToken\.answer\.status/);
  const profile = JSON.parse(await readFile(corrected, 'utf8')) as ProfileOverrides;

  const calls = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const sandbox = await startSandbox({
    merchantId: '17',
    merchantPublicKey: publicKey,
    profile,
    recording: calls,
  });
  test.after(async () => sandbox.close());
  const payment = await pay({ baseUrl: sandbox.url, profile });
  assert.deepEqual(payment, { first: 'processing', status: 'paid', externalId: 'A-1001' });
});
