import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { APIRequestContext } from '@playwright/test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { Merchant } from '../../test/merchant.ts';
import { leaseService } from './service.ts';

/** As much of Playwright's own as the fixture uses. */
const request = {
  async fetch(url: string, { method }: { method: string }) {
    const answer = await fetch(url, { method });
    return {
      ok: () => answer.ok,
      headers: () => Object.fromEntries(answer.headers),
      json: () => answer.json(),
      text: () => answer.text(),
    };
  },
} as unknown as APIRequestContext;

describe('the fixture of the service', () => {
  it('counts no charge of an earlier run that the ledger has kept', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const yesterday = { now: () => Date.now() - 86_400_000, wait: () => Promise.resolve() };
    const previousMerchant = await Merchant.open(t, { dataFile, clock: yesterday });
    await previousMerchant.pay(await previousMerchant.order());
    await previousMerchant.sandbox.close();
    const merchant = await Merchant.open(t, { dataFile });
    const { service } = leaseService(request, merchant.sandbox.url);
    assert.equal(await service.charges('order-1'), 0);
    await merchant.pay(await merchant.order());
    assert.equal(await service.charges('order-1'), 1);
    assert.equal((await service.sessions('order-1')).length, 2);
  });

  it('has every call of an order, also the one that opened its session', async (t) => {
    const merchant = await Merchant.open(t);
    await merchant.pay(await merchant.order());
    await merchant.order({ external_id: 'order-10' });
    const { service } = leaseService(request, merchant.sandbox.url);
    const paths = (await service.calls('order-1')).map(({ path }) => path);
    assert.deepEqual(paths, ['/v1/session', '/v1/payment', '/v1/pay-token']);
    assert.equal((await service.calls('order-1', 'session')).length, 1);
  });

  it('names the address where a page answers in place of the sandbox', async (t) => {
    const page = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html>');
    }).listen(0, '127.0.0.1');
    t.after(() => page.close());
    await once(page, 'listening');
    const { port } = page.address() as AddressInfo;
    const url = `http://127.0.0.1:${String(port)}`;
    const { service } = leaseService(request, url);
    await assert.rejects(service.sessions('order-1'), {
      message:
        `No sandbox answers at ${url}. Start one with "npx @wallet-buttons/sandbox", ` +
        'or name its URL: test.use({ sandboxUrl }).',
    });
  });
});
