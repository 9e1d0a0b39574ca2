import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { call, pay, startBeside, startService, until } from './running.ts';
import { startShop } from './shop.ts';

describe('a change that the shop did not take', { timeout: 120_000 }, () => {
  it('is delivered with the same id after the sidecar was down, the older one first', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test);
    const more = { WALLET_DATABASE: `${temporaryFolder()}/payments.db` };
    const changes = (): readonly (readonly [unknown, unknown])[] =>
      shop.received
        .filter(({ path }) => path === '/status-change')
        .map(({ headers, body }) => [headers['webhook-id'], body['outcome']]);
    shop.statusChange = (response) => {
      response.writeHead(500).end();
    };
    service.scenario({ result: 'holded' });
    const first = await startBeside(test, service, shop.url, more);
    await pay(first, 'A-1001');
    await call(first, 'POST', '/payments/A-1001/capture', { key: 'capture' });
    await until(() => changes().length > 0);
    await first.sidecar.close();
    const refusedChanges = changes();
    shop.received.length = 0;
    shop.statusChange = (response) => {
      response.writeHead(204).end();
    };
    await startBeside(test, service, shop.url, more);
    await until(() => changes().some(([, outcome]) => outcome === 'succeeded'), 90_000);
    assert.equal(refusedChanges[0]?.[1], 'authorized');
    assert.deepEqual(changes()[0], refusedChanges[0]);
    const outcomes = new Set(changes().map(([, outcome]) => outcome));
    assert.deepEqual([...outcomes], ['authorized', 'succeeded']);
  });
});
