import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '@wallet-buttons/sandbox';
import { scenarios, webhooks } from './scenarios.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('the scenario picker', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({
      merchantId: 'levada',
      merchantPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    });
  });
  after(() => sandbox.close());

  for (const { id, name, fields } of scenarios) {
    it(`offers "${name}", which the stand-in understands`, async () => {
      const response = await choose({ external_id: id, ...fields });
      assert.equal(response.status, 200, await response.text());
    });
  }

  for (const webhook of webhooks) {
    it(`offers the webhook "${webhook}"`, async () => {
      const response = await choose({ external_id: webhook, webhook });
      assert.equal(response.status, 200, await response.text());
    });
  }

  it('gives each choice a name of its own', () => {
    assert.equal(new Set(scenarios.map(({ id }) => id)).size, scenarios.length);
  });

  function choose(scenario: object): Promise<Response> {
    return fetch(`${sandbox.url}/control/scenario`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(scenario),
    });
  }
});
