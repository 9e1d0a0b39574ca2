// Checks the tables of layers.mjs: each ban works, and each source file has a layer. `pnpm lint` shows that a layer may
// import what its files need. Imports run one way also within a layer.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, matchesGlob, posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { layerOf, layers, platform } from './layers.mjs';
import { drawPage, readArrows } from './picture.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// The table needs no types, and without them ESLint can check code that is in no file.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: { languageOptions: { parserOptions: { project: null } } },
  ruleFilter: ({ ruleId }) => /^layers\/|no-restricted-/.test(ruleId),
});

/** A file, and code in it. */
const forbidden = `
packages/protocol/src/money.ts: import 'lit';
packages/elements/src/errors.ts: import { WalletButton } from './wallet-button.ts';
packages/elements/src/backend.ts: import { html } from 'lit';
packages/elements/src/providers/wallet-a/sheet.ts: import { WalletResultEvent } from '../../events.ts';
packages/elements/src/providers/wallet-a/sheet.ts: import { WalletB } from '../wallet-b/provider.ts';
packages/elements/src/providers/provider.ts: import type { WalletB } from './wallet-b/provider.ts';
packages/elements/src/controllers/payment.ts: import { WalletA } from '../providers/wallet-a/provider.ts';
packages/elements/src/controllers/payment.ts: import { WalletAButton } from '../providers/wallet-a/button.ts';
packages/elements/src/wallet-button.ts: import { WalletA } from './providers/wallet-a/provider.ts';
packages/elements/src/providers/wallet-a/button.ts: import '../../define.ts';
packages/elements/src/providers/wallet-a/button.ts: import { WalletB } from '../wallet-b/provider.ts';
packages/elements/src/providers/wallet-c/provider.ts: import { WalletCButton } from './button.ts';
packages/elements/src/providers/wallet-c/provider.ts: import { WalletB } from '../wallet-b/provider.ts';
packages/elements/src/providers/wallet-c/provider.ts: const { google } = globalThis as any;
packages/elements/src/index.ts: import { createWalletServer } from '@wallet-buttons/server';
packages/elements/src/controllers/payment.ts: void fetch('/pay');
packages/elements/src/controllers/payment.ts: location.assign('/');
packages/elements/src/controllers/payment.ts: window.top?.location.assign('/');
packages/elements/src/controllers/payment.ts: void (globalThis as any).ApplePaySession;
packages/elements/src/locales/uk.ts: import { payToken } from '../backend.ts';
packages/elements/src/sheet/answer.ts: import { WalletA } from '../providers/wallet-a/provider.ts';
packages/elements/src/providers/wallet-a/provider.ts: const { google } = globalThis as any;
packages/server/src/errors.ts: import { pay } from './payment/pay.ts';
packages/elements/src/index.ts: import { createServiceClient } from '@wallet-buttons/service-client';
packages/service-client/src/errors.ts: import { createServiceClient } from './client.ts';
packages/service-client/src/client.ts: import { createWalletServer } from '@wallet-buttons/server';
packages/service-client/src/signature.ts: import { readFileSync } from 'node:fs';
packages/service-client/src/operations.ts: const { subtle } = crypto;
packages/service-client/src/transport.ts: void fetch('/pay');
packages/sandbox/src/cards.ts: import type { Amount } from '@wallet-buttons/protocol';
packages/sandbox/src/service/sandbox.ts: import { Sheet } from '../sheet/sheet.ts';
packages/server/src/payment/pay.ts: import { sqliteStore } from '../store/sqlite.ts';
packages/server/src/payment/pay.ts: import { readBody } from '../http/body.ts';
packages/server/src/store/postgres.ts: import { pay } from '../payment/pay.ts';
packages/server/src/store/postgres.ts: import { isSafeUrl } from '@wallet-buttons/service-client';
packages/server/src/http/routes.ts: import { sqliteStore } from '../store/sqlite.ts';
packages/server/src/server.ts: import { toNodeListener } from './node/listener.ts';
packages/server/src/index.ts: import { startSandbox } from '@wallet-buttons/sandbox';
packages/cli/src/keys.ts: import { startSandbox } from '@wallet-buttons/sandbox';
packages/sidecar/src/sidecar.ts: import { startSandbox } from '@wallet-buttons/sandbox';
packages/sidecar/src/sidecar.ts: import { WalletAButton } from '@wallet-buttons/elements';
packages/sidecar/src/desk/data.ts: import { createWalletServer } from '@wallet-buttons/server';
packages/sidecar/src/desk/api.ts: import { readBody } from '../private/request.ts';
packages/server/src/explain/explain.ts: import { fromMinor } from '@wallet-buttons/protocol';
e2e/pay.spec.ts: import { createServiceClient } from '@wallet-buttons/server';
packages/elements/src/development/checks.ts: import { WalletError } from '../errors.ts';
packages/elements/src/define-element.ts: import { checkOptions } from './development/index.ts';
packages/elements/src/texts.ts: import { WalletError } from './errors.ts';
packages/elements/src/locales/uk.ts: import { cs } from './cs.ts';
packages/elements/src/events.ts: import { payToken } from './backend.ts';
packages/elements/src/redirect.ts: import { html } from 'lit';
packages/elements/src/wallet-buttons.ts: import './define.ts';
packages/elements/src/wallets.ts: import './define.ts';
packages/elements/src/frameworks/react.ts: import { WalletEvent } from '../base-event.ts';
packages/elements/src/frameworks/react.ts: import { createElement } from 'react';
packages/elements/src/controllers/payment.ts: void import('../providers/wallet-a/provider.ts');
packages/elements/src/controllers/payment.ts: export { payee } from '../../../protocol/src/index.ts';
packages/elements/src/controllers/payment.ts: export let shop: import('@wallet-buttons/server').WalletServer;
packages/service-client/src/index.ts: import { sheet } from '@wallet-buttons/elements';
packages/service-client/src/client.ts: import { serviceCalls } from './index.ts';
packages/server/src/sha256.ts: import { WalletServerError } from './errors.ts';
packages/server/src/order/check.ts: import { pay } from '../payment/pay.ts';
packages/server/src/order/check.ts: import { randomUUID } from 'node:crypto';
packages/server/src/records/store.ts: import { states } from '../order/state.ts';
packages/server/src/records/payments.ts: import { ask } from '../upkeep/question.ts';
packages/server/src/input.ts: import { pay } from './payment/pay.ts';
packages/server/src/context.ts: import { pay } from './payment/pay.ts';
packages/server/src/back-office/operate.ts: import { sqliteStore } from '../store/sqlite.ts';
packages/server/src/upkeep/question.ts: import { pay } from '../payment/pay.ts';
packages/server/src/payment/pay.ts: import { operate } from '../back-office/operate.ts';
packages/server/src/store/postgres.ts: import { readRecord } from '../records/record-body.ts';
packages/server/src/explain/explain.ts: import { states } from '../order/state.ts';
packages/server/src/node/listener.ts: import { sqliteStore } from '../store/sqlite.ts';
packages/sandbox/src/apple-pay/session.ts: import { startService } from '../service/sandbox.ts';
packages/sandbox/src/page/control.ts: import { html } from '@wallet-buttons/elements';
packages/sidecar/src/desk/texts.ts: import { api } from './api.ts';
packages/sidecar/src/desk/locales/cs.ts: import { en } from './en.ts';
e2e/return-shop.ts: import { createServiceClient } from '@wallet-buttons/service-client';
`;

const violations = forbidden
  .trim()
  .split('\n')
  .map((line) => line.split(/: (.*)/));

describe('the layers refuse', () => {
  for (const [file = '', code = ''] of violations) {
    it(`${file}: ${code}`, async () => {
      const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
      assert.notEqual(result?.messages.length, 0);
      assert.equal(result?.fatalErrorCount, 0);
    });
  }

  it('something in each layer', () => {
    const triedLayers = violations.map(([file = '']) => layerOf(file));
    assert.deepEqual(
      layers.filter((layer) => !triedLayers.includes(layer)),
      [],
    );
  });
});

describe('each source file', () => {
  const sources = globSync(
    '{packages/{protocol,elements,service-client,server,sandbox,sidecar,cli}/src,e2e}/**/*.ts',
    {
      cwd: root,
      exclude: (path) => /node_modules|\.test\.ts$/.test(path),
    },
  ).map((path) => path.replaceAll('\\', '/'));

  it('is in a layer', () => {
    assert.ok(sources.length > 0);
    assert.deepEqual(
      sources.filter((path) => !layerOf(path)),
      [],
    );
  });

  it('has a row of what it may use of the platform', () => {
    assert.deepEqual(
      sources.filter((path) => !platform.some(({ files }) => matchesGlob(path, files))),
      [],
    );
  });
});

describe('imports make no circle', () => {
  it('of files, not even by types', () => {
    const files = globSync('{packages,demo,e2e,.ci}/**/*.{ts,mjs}', {
      cwd: root,
      exclude: (path) => /node_modules|dist$/.test(path),
    }).map((path) => path.replaceAll('\\', '/'));
    const arrows = files.flatMap((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(`${root}/${file}`, 'utf8'));
      const imports = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
      return imports.map(({ fileName }) => [file, posix.join(posix.dirname(file), fileName)]);
    });
    assert.ok(arrows.length > 0);
    assert.deepEqual(circlesIn(arrows), []);
  });

  it('of folders', () => {
    const arrows = readArrows();
    assert.ok(arrows.length > 0);
    assert.deepEqual(circlesIn(arrows), []);
  });
});

function circlesIn(/** @type {readonly (readonly string[])[]} */ arrows) {
  const arrowsOf = Map.groupBy(arrows, ([from]) => from);
  const visitedFiles = new Set();
  const circles = (/** @type {string} */ file, /** @type {readonly string[]} */ path) => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' → ')];
    if (visitedFiles.has(file)) return [];
    /** @type {string[]} */
    const nextCircles = (arrowsOf.get(file) ?? []).flatMap(([, to]) =>
      circles(to, [...path, file]),
    );
    visitedFiles.add(file);
    return nextCircles;
  };
  return [...arrowsOf.keys()].flatMap((file) => circles(file, []));
}

it('the pictures in CONTRIBUTING show the imports; `node .ci/picture.mjs` draws them again', () => {
  assert.equal(readFileSync(`${root}/CONTRIBUTING.md`, 'utf8'), drawPage());
});
