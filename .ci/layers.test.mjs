// Proves the `layers` table of eslint.config.js: each ban catches, and each source file has its row.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { layers } from '../eslint.config.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// The table needs no types, and without them code can be linted that is in no file.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId.includes('no-restricted-'),
});

const elements = 'packages/elements/src';
const server = 'packages/server/src';

const forbidden = [
  ['packages/protocol/src/money.ts', "import 'lit';"],
  ['packages/protocol/src/money.ts', "import type { Signer } from '@wallet-buttons/server';"],
  ['packages/protocol/src/money.ts', "import { readFileSync } from 'node:fs';"],
  [`${elements}/errors.ts`, "import { WalletButton } from './wallet-button.ts';"],
  [`${elements}/backend.ts`, "import { html } from 'lit';"],
  [`${elements}/backend.ts`, "import { payment } from './controllers/payment.ts';"],
  [`${elements}/providers/wallet-a/sheet.ts`, "import { html } from 'lit';"],
  [
    `${elements}/providers/wallet-a/sheet.ts`,
    "import { WalletResultEvent } from '../../events.ts';",
  ],
  [`${elements}/providers/wallet-a/sheet.ts`, "import { payToken } from '../../backend.ts';"],
  [
    `${elements}/providers/wallet-a/sheet.ts`,
    "import { payment } from '../../controllers/payment.ts';",
  ],
  [`${elements}/providers/wallet-a/sheet.ts`, "import { WalletB } from '../wallet-b/provider.ts';"],
  [`${elements}/providers/provider.ts`, "import type { WalletB } from './wallet-b/provider.ts';"],
  [
    `${elements}/controllers/payment.ts`,
    "import { WalletA } from '../providers/wallet-a/provider.ts';",
  ],
  [`${elements}/controllers/payment.ts`, "import { WalletAButton } from '../wallet-a-button.ts';"],
  [`${elements}/wallet-button.ts`, "import { WalletA } from './providers/wallet-a/provider.ts';"],
  [`${elements}/wallet-a-button.ts`, "import './define.ts';"],
  [`${elements}/index.ts`, "import { createWalletServer } from '@wallet-buttons/server';"],
  [`${elements}/index.ts`, "import { startSandbox } from '@wallet-buttons/sandbox';"],
  [`${elements}/controllers/payment.ts`, "void fetch('/pay');"],
  [`${elements}/controllers/payment.ts`, "void globalThis.fetch('/pay');"],
  [`${elements}/controllers/payment.ts`, "location.assign('/');"],
  [`${elements}/controllers/payment.ts`, "window.top?.location.assign('/');"],
  [`${elements}/controllers/payment.ts`, 'new ApplePaySession(3, {});'],
  [`${elements}/controllers/payment.ts`, 'void (globalThis as any).ApplePaySession;'],
  [`${elements}/providers/wallet-b/client.ts`, 'new ApplePaySession(3, {});'],
  [`${elements}/providers/wallet-a/sheet.ts`, 'new ApplePaySession(3, {});'],
  [`${elements}/locales/uk.ts`, "import { payToken } from '../backend.ts';"],
  [`${elements}/sheet/answer.ts`, "import { WalletA } from '../providers/wallet-a/provider.ts';"],
  [`${elements}/providers/wallet-a/provider.ts`, 'void google.payments;'],
  [`${elements}/providers/wallet-a/provider.ts`, 'const { google } = globalThis as any;'],
  [`${server}/errors.ts`, "import { pay } from './payment/pay.ts';"],
  [`${server}/service/client.ts`, "import { pay } from '../payment/pay.ts';"],
  [`${server}/service/client.ts`, "import { sqliteStore } from '../store/sqlite.ts';"],
  [`${server}/service/client.ts`, "void fetch('https://service.example');"],
  [`${server}/service/signature.ts`, "import { readFileSync } from 'node:fs';"],
  [`${server}/service/operations.ts`, 'const { subtle } = crypto;'],
  ['packages/sandbox/src/cards.ts', "import { pemSigner } from '@wallet-buttons/server';"],
  ['packages/sandbox/src/cards.ts', "import type { Amount } from '@wallet-buttons/protocol';"],
  [
    'packages/sandbox/src/service/sandbox.ts',
    "import { defaultProfile } from '@wallet-buttons/server';",
  ],
  ['packages/sandbox/src/service/sandbox.ts', "import { Sheet } from '../sheet/sheet.ts';"],
  [`${server}/payment/pay.ts`, "import { sqliteStore } from '../store/sqlite.ts';"],
  [`${server}/payment/pay.ts`, "import { readBody } from '../http/body.ts';"],
  [`${server}/payment/pay.ts`, "import { createServer } from 'node:http';"],
  [`${server}/payment/pay.ts`, "void fetch('https://service.example');"],
  [`${server}/store/postgres.ts`, "import { createServiceClient } from '../service/client.ts';"],
  [`${server}/store/postgres.ts`, "import { pay } from '../payment/pay.ts';"],
  [`${server}/store/postgres.ts`, "import { DatabaseSync } from 'node:sqlite';"],
  [`${server}/http/routes.ts`, "import { sqliteStore } from '../store/sqlite.ts';"],
  [`${server}/http/routes.ts`, "import { toNodeListener } from '../node/listener.ts';"],
  [`${server}/http/handler.ts`, "import { createServer } from 'node:http';"],
  [`${server}/server.ts`, "import { toNodeListener } from './node/listener.ts';"],
  [`${server}/index.ts`, "import { startSandbox } from '@wallet-buttons/sandbox';"],
  ['packages/cli/src/keys.ts', "import { startSandbox } from '@wallet-buttons/sandbox';"],
  ['e2e/pay.spec.ts', "import { createServiceClient } from '@wallet-buttons/server';"],
];

const welcome = [
  [`${elements}/backend.ts`, "void fetch('/pay');"],
  [`${elements}/redirect.ts`, "location.assign('/');"],
  [`${elements}/providers/wallet-a/provider.ts`, 'new ApplePaySession(3, {});'],
  [`${elements}/providers/wallet-a/sheet.ts`, "import type { PayerData } from '../../events.ts';"],
  [`${elements}/providers/wallet-a/provider.ts`, "import { loadScript } from '../load-script.ts';"],
  [`${elements}/providers/wallet-b/client.ts`, 'void google.payments;'],
  [
    `${elements}/controllers/payment.ts`,
    "import type { Provider } from '../providers/provider.ts';",
  ],
  [`${elements}/controllers/payment.ts`, "import { payToken } from '../backend.ts';"],
  [`${elements}/wallet-a-button.ts`, "import { WalletA } from './providers/wallet-a/provider.ts';"],
  [`${server}/outcome.ts`, "import type { WireProfile } from './service/profile.ts';"],
  [`${server}/routes/status.ts`, "import type { Reply } from '../handler.ts';"],
  [`${elements}/wallet-a-button.ts`, "import { walletA } from './providers/wallet-a.ts';"],
  [`${server}/service/fetch.ts`, "void fetch('https://service.example');"],
  [`${server}/service/signature.ts`, "import { createPrivateKey } from 'node:crypto';"],
  [`${server}/payment/pay.ts`, "import type { PaymentAnswer } from '../service/operations.ts';"],
  [`${server}/store/sqlite.ts`, "import { DatabaseSync } from 'node:sqlite';"],
  [`${server}/store/sqlite.ts`, "import type { Store } from '../payment/store.ts';"],
  [`${server}/http/routes.ts`, "import { pay } from '../payment/pay.ts';"],
  [`${server}/node/listener.ts`, "import { createServer } from 'node:http';"],
  [`${server}/payment/pay.test.ts`, "import { sqliteStore } from '../store/sqlite.ts';"],
];

describe('the layers refuse', () => {
  for (const [file, code] of forbidden) {
    test(`${file}: ${code}`, async () => {
      assert.notEqual((await complaints(file, code)).length, 0);
    });
  }
});

describe('the layers welcome', () => {
  for (const [file, code] of welcome) {
    test(`${file}: ${code}`, async () => {
      assert.deepEqual(await complaints(file, code), []);
    });
  }
});

test('each source file is in exactly one row', () => {
  const sources = globSync('{packages/{protocol,elements,server,sandbox,cli}/src,e2e}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).map((path) => path.replaceAll('\\', '/'));
  const wrong = sources.filter((path) => layers.filter((row) => isIn(row, path)).length !== 1);
  assert.ok(sources.length > 0);
  assert.deepEqual(wrong, []);
});

async function complaints(/** @type {string} */ file, /** @type {string} */ code) {
  const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  const messages = result?.messages ?? [];
  assert.ok(messages.every(({ fatal }) => fatal !== true));
  return messages.map(({ message }) => message);
}

function isIn(
  /** @type {{ files: readonly string[], ignores?: readonly string[] }} */ { files, ignores = [] },
  /** @type {string} */ path,
) {
  const matches = (/** @type {readonly string[]} */ globs) =>
    globs.some((glob) => matchesGlob(path, glob));
  return matches(files) && !matches(ignores);
}
