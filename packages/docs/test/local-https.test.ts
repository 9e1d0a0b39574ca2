import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { main } from '@wallet-buttons/cli';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { snippetsOf } from '../src/snippets.ts';

const page = readFileSync(new URL('../recipes/local-https.md', import.meta.url), 'utf8');

it('the recipe for https on this machine passes the shop on, with its host', async (test) => {
  const requests: string[] = [];
  const shop = createServer(({ method = '', url = '', headers }, response) => {
    requests.push(`${method} ${url} ${headers.host ?? ''}`);
    response.setHeader('content-type', 'text/html').end('<p>The checkout page</p>');
  });
  shop.listen(0, 'localhost');
  await once(shop, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'wallet-https-'));
  const outputOptions = ['-keyout', 'dev-key.pem', '-out', 'dev.pem', '-subj', '/CN=localhost'];
  const command = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...outputOptions];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...command, ...names], { cwd: folder, stdio: 'ignore' });
  const code = snippetsOf('recipe', page).find(({ file }) => file === 'https.ts')?.code ?? '';
  const port = await freePort();
  const shopPort = String((shop.address() as AddressInfo).port);
  writeFileSync(
    join(folder, 'https.ts'),
    code.replace('3000', shopPort).replace('3443', String(port)),
  );
  const proxy = spawn(process.execPath, ['https.ts'], { cwd: folder, stdio: 'inherit' });
  test.after(() => {
    proxy.kill();
    shop.closeAllConnections();
    shop.close();
    rmSync(folder, { recursive: true });
  });
  const ca = readFileSync(join(folder, 'dev.pem'));
  assert.equal(await textOf(port, ca), '<p>The checkout page</p>');
  assert.deepEqual(requests, [`GET /checkout localhost:${String(port)}`]);
  const findings = await doctorOf(`localhost:${String(port)}`, join(folder, 'dev.pem'));
  assert.equal(findings['page.https'], 'pass');
  assert.equal(findings['dom.status'], 'pass');
});

/** The results of the command of the recipe, at another address. */
async function doctorOf(host: string, ca: string): Promise<Readonly<Record<string, string>>> {
  const [, words = ''] = /cli doctor ([^`]+)/.exec(page) ?? [];
  const command = words
    .replaceAll('dev.shop.example:3443', host)
    .replaceAll('dev.shop.example', 'localhost')
    .replace('rootCA.pem', ca);
  let json = '';
  const write = (text: string): void => {
    json += text;
  };
  const args = command.split(/[\s\\]+/).filter((word) => word !== '');
  await main(['--json', 'doctor', ...args], { out: write, err: () => undefined });
  const { findings } = JSON.parse(json) as {
    readonly findings: readonly { readonly id: string; readonly result: string }[];
  };
  return Object.fromEntries(findings.map(({ id, result }) => [id, result]));
}

/** The text of a page, once its server listens. */
async function textOf(port: number, ca: Buffer): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const text = await ask(port, ca).catch(() => null);
    if (text !== null) return text;
    await wait(100);
  }
  return assert.fail('The proxy does not listen.');
}

async function ask(port: number, ca: Buffer): Promise<string> {
  const clientRequest = request({ host: 'localhost', port, path: '/checkout', ca }).end();
  const [answer] = (await once(clientRequest, 'response')) as [AsyncIterable<Buffer>];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return Buffer.concat(parts).toString();
}
