// Proves the `layers` table of eslint.config.js: each ban catches, and each source file has its row. That a row
// welcomes what its files need, `pnpm lint` shows.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { layers } from '../eslint.config.js';
import { drawn, isIn } from './picture.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// The table needs no types, and without them code can be linted that is in no file.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: { languageOptions: { parserOptions: { project: null } } },
  ruleFilter: ({ ruleId }) => ruleId.includes('no-restricted-'),
});

/** A file of a package's `src`, and code in it. */
const forbidden = `
protocol/money.ts: import 'lit';
protocol/money.ts: import { readFileSync } from 'node:fs';
elements/errors.ts: import { WalletButton } from './wallet-button.ts';
elements/backend.ts: import { html } from 'lit';
elements/backend.ts: import { payment } from './controllers/payment.ts';
elements/providers/wallet-a/sheet.ts: import { html } from 'lit';
elements/providers/wallet-a/sheet.ts: import { WalletResultEvent } from '../../events.ts';
elements/providers/wallet-a/sheet.ts: import { payment } from '../../controllers/payment.ts';
elements/providers/wallet-a/sheet.ts: import { WalletB } from '../wallet-b/provider.ts';
elements/providers/provider.ts: import type { WalletB } from './wallet-b/provider.ts';
elements/controllers/payment.ts: import { WalletA } from '../providers/wallet-a/provider.ts';
elements/controllers/payment.ts: import { WalletAButton } from '../wallet-a-button.ts';
elements/wallet-button.ts: import { WalletA } from './providers/wallet-a/provider.ts';
elements/wallet-a-button.ts: import './define.ts';
elements/index.ts: import { createWalletServer } from '@wallet-buttons/server';
elements/controllers/payment.ts: void fetch('/pay');
elements/controllers/payment.ts: location.assign('/');
elements/controllers/payment.ts: window.top?.location.assign('/');
elements/controllers/payment.ts: void (globalThis as any).ApplePaySession;
elements/providers/wallet-b/client.ts: new ApplePaySession(3, {});
elements/locales/uk.ts: import { payToken } from '../backend.ts';
elements/sheet/answer.ts: import { WalletA } from '../providers/wallet-a/provider.ts';
elements/providers/wallet-a/provider.ts: void google.payments;
elements/providers/wallet-a/provider.ts: const { google } = globalThis as any;
server/errors.ts: import { pay } from './payment/pay.ts';
server/service/client.ts: import { pay } from '../payment/pay.ts';
server/service/client.ts: import { sqliteStore } from '../store/sqlite.ts';
server/service/client.ts: void fetch('https://service.example');
server/service/signature.ts: import { readFileSync } from 'node:fs';
server/service/operations.ts: const { subtle } = crypto;
sandbox/cards.ts: import type { Amount } from '@wallet-buttons/protocol';
sandbox/service/sandbox.ts: import { Sheet } from '../sheet/sheet.ts';
server/payment/pay.ts: import { sqliteStore } from '../store/sqlite.ts';
server/payment/pay.ts: import { readBody } from '../http/body.ts';
server/store/postgres.ts: import { pay } from '../payment/pay.ts';
server/store/postgres.ts: import { DatabaseSync } from 'node:sqlite';
server/http/routes.ts: import { sqliteStore } from '../store/sqlite.ts';
server/http/routes.ts: import { toNodeListener } from '../node/listener.ts';
server/http/handler.ts: import { createServer } from 'node:http';
server/server.ts: import { toNodeListener } from './node/listener.ts';
server/index.ts: import { startSandbox } from '@wallet-buttons/sandbox';
cli/keys.ts: import { startSandbox } from '@wallet-buttons/sandbox';
e2e/pay.spec.ts: import { createServiceClient } from '@wallet-buttons/server';
`;

describe('the layers refuse', () => {
  for (const [file, code] of casesOf(forbidden)) {
    it(`${file}: ${code}`, async () => {
      assert.notEqual((await complaints(file, code)).length, 0);
    });
  }
});

it('each source file is in exactly one row', () => {
  const sources = globSync('{packages/{protocol,elements,server,sandbox,cli}/src,e2e}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).map((path) => path.replaceAll('\\', '/'));
  const wrong = sources.filter((path) => layers.filter((row) => isIn(row, path)).length !== 1);
  assert.ok(sources.length > 0);
  assert.deepEqual(wrong, []);
});

it('the picture in CONTRIBUTING shows the imports; `node .ci/picture.mjs` draws it anew', () => {
  assert.equal(readFileSync(`${root}/CONTRIBUTING.md`, 'utf8'), drawn());
});

function casesOf(/** @type {string} */ table) {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [, folder, file, code] = /^([\w-]+)\/(\S+): (.*)$/.exec(line) ?? [];
      return [folder === 'e2e' ? `e2e/${file}` : `packages/${folder}/src/${file}`, code ?? ''];
    });
}

async function complaints(/** @type {string} */ file, /** @type {string} */ code) {
  const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  const messages = result?.messages ?? [];
  assert.ok(messages.every(({ fatal }) => fatal !== true));
  return messages.map(({ message }) => message);
}
