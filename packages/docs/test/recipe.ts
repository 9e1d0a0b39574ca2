/** The server of a recipe, run as its reader has it, before the sandbox's payment service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { type Sandbox, startSandbox } from '@wallet-buttons/sandbox';
import { exampleOf, filesOf } from '../src/snippets.ts';
import { end } from './programs.ts';
import { agreed } from './shop.ts';

const cache = fileURLToPath(new URL('../.cache/', import.meta.url));
const merchant = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** An answer with its JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A call of the server; a new `Idempotency-Key` unless one is given, and none for `''`. */
export interface Call {
  readonly token?: string;
  readonly key?: string;
  readonly body?: object;
}

export interface Recipe extends AsyncDisposable {
  readonly service: Sandbox;
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** Every amount that the service charged or holds for an order. */
  readonly charges: (order: string) => readonly string[];
  /** The number of tokens that arrived at the service for an order. */
  readonly sentTokens: (order: string) => number;
  /** The payer approves at the bank's page. */
  readonly approve: (page: unknown) => Promise<void>;
}

/** Starts `server.ts` of a recipe. */
export async function startRecipe(page: string, env: NodeJS.ProcessEnv = {}): Promise<Recipe> {
  const { publicKey, privateKey } = merchant;
  const service = await startSandbox({ merchantId: 'shop-1', merchantPublicKey: publicKey });
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(`${cache}recipe-`);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  for (const { file, code } of [...filesOf(page), ...exampleOf(page)]) {
    if (file !== undefined) writeFileSync(`${folder}/${file}`, code.replace('3000', port));
  }
  writeFileSync(`${folder}/merchant-key.pem`, privateKey);
  writeFileSync(`${folder}/service-public.pem`, service.webhookPublicKey);
  const variables = {
    SERVICE_URL: service.url,
    MERCHANT_ID: 'shop-1',
    MERCHANT_KEY_FILE: 'merchant-key.pem',
    SERVICE_KEY_FILE: 'service-public.pem',
    SHOP_URL: url,
  };
  const child = spawn(process.execPath, ['--conditions=@wallet-buttons/source', 'server.ts'], {
    cwd: folder,
    env: { ...process.env, ...variables, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const sessionsOf = (order: string) =>
    service.ledger().sessions.filter(({ external_id: id }) => id === order);
  const close = async (): Promise<void> => {
    await end([child]);
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error('The server of the recipe has ended.');
      return fetch(url).then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    service,
    call: async (method, path, { token = '', key = randomUUID(), body } = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          ...(key !== '' && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      return { status, headers, body: (await response.json()) as Answer['body'] };
    },
    charges: (order) =>
      sessionsOf(order)
        .flatMap(({ attempts }) => attempts)
        .filter(({ charged }) => charged)
        .map(({ amount }) => amount),
    sentTokens: (order) => {
      const sessions = sessionsOf(order).map(({ id }) => id);
      const tokens = service.calls().filter(({ operation }) => operation === 'payToken');
      return tokens.filter(({ body }) => sessions.some((id) => body.includes(id))).length;
    },
    approve: async (bankPage) => {
      assert.match(String(bankPage), /^http:\/\/127\.0\.0\.1:/);
      const decision = new URLSearchParams({ decision: 'approve' });
      const init = { method: 'POST', body: decision, redirect: 'manual' } as const;
      assert.equal((await fetch(String(bankPage), init)).status, 303);
    },
    [Symbol.asyncDispose]: close,
  };
}

/** A new token of wallet B. */
export async function mintToken(): Promise<string> {
  const { token } = (await agreed('wallet-b', 'visa-approve')) as { readonly token: string };
  return token;
}

/** As the service's ledger has a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Waits until it is so, for at most 20 s. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not become so in time.');
    await setTimeout(50);
  }
}
