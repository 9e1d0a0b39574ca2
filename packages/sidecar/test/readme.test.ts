import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { entries } from '../src/configuration/schema.ts';
import { readSettings } from '../src/configuration/settings.ts';
import { callHook } from '../src/hooks/hook.ts';
import { readOrder } from '../src/hooks/order-answer.ts';
import { fencesOf } from './fences.ts';
import { call, mintToken, start } from './running.ts';
import { keys, secret, tokenLines } from './settings.ts';
import { startShop } from './shop.ts';

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);
const read = (path: string): string => readFileSync(urlOf(path), 'utf8');
const readme = read('README.md');

describe('the README', () => {
  it('has the shop in PHP as it is in the examples', () => {
    assert.deepEqual(fencesOf(readme, 'php'), [read('examples/shop.php')]);
  });

  it('has a configuration that is complete', () => {
    const [json = ''] = fencesOf(readme, 'json');
    const place = temporaryFolder();
    writeFileSync(join(place, 'wallet.json'), json);
    const settings = readSettings(join(place, 'wallet.json'), {
      WALLET_SERVICE_KEY: keys.privateKey,
      WALLET_SERVICE_WEBHOOK_KEY: keys.publicKey,
      WALLET_HOOKS_SECRETS: secret,
      WALLET_PRIVATE_TOKENS: tokenLines,
    });
    assert.equal(settings.service.merchantId, 'shop-1');
  });

  it('has commands that the test of the packed packages runs', () => {
    assert.equal(fencesOf(readme, 'sh').length, 9);
    const languages = Array.from(readme.matchAll(/^```(\w+)$/gm), ([, language]) => language);
    assert.deepEqual([...new Set(languages)].sort(), ['json', 'php', 'sh', 'ts']);
  });

  it('has answers of find-order that are taken', () => {
    const answers = Array.from(readme.matchAll(/200 `(\{.*?\})`/g), ([, text = '']) => text);
    assert.equal(answers.length, 2);
    for (const text of answers) {
      assert.ok(
        readOrder('A-1001', {
          status: 200,
          contentType: 'application/json',
          clockDifference: null,
          text,
        }),
      );
    }
  });

  it('has the question of find-order as it is sent', async (test) => {
    const [, question = ''] = /`(\{"order".*?\})`/.exec(readme) ?? [];
    const shop = await startShop(test);
    const body = JSON.parse(question) as object;
    const hook = { name: 'find-order', url: `${shop.url}/find-order`, timeout: 5000 } as const;
    const answer = await callHook({ ...hook, secrets: [secret] }, { id: 'msg_1', body });
    assert.equal(answer.status, 200);
  });
});

describe('the payment without a page, as the README has it', () => {
  it('is charged', async (test) => {
    const running = await start(test);
    const [, json = ''] = fencesOf(readme, 'json');
    const body = { ...(JSON.parse(json) as object), token: await mintToken() };
    const command = fencesOf(readme, 'sh').at(-1) ?? '';
    const [, path = ''] = /:8701(\/\S+) --json @payment\.json /.exec(command) ?? [];
    const [, key = ''] = /-H 'Idempotency-Key: (\S+)'/.exec(command) ?? [];
    const answer = await call(running, 'POST', path, { key, body });
    assert.deepEqual([answer.status, answer.body['outcome']], [200, 'succeeded']);
  });
});

describe('the files for a deployment', () => {
  it('name variables that exist', () => {
    const knownVariables = entries.map(({ variable }) => variable);
    const matches = read('deploy/Dockerfile').matchAll(/\b(WALLET_\w+)=/g);
    const names = Array.from(matches, ([, name]) => name ?? '');
    const ownVariables = names.filter((name) => name !== 'WALLET_CONFIG');
    assert.ok(ownVariables.length > 0);
    assert.deepEqual(
      ownVariables.filter((name) => !knownVariables.includes(name)),
      [],
    );
  });
});
