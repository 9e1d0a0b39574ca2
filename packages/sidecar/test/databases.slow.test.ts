import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only MariaDB here
import { startMariadb } from '../../server/test/mariadb.ts';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only PostgreSQL here
import { login, startPostgres } from '../../server/test/postgres.ts';
import { call, pay, startBeside, startService } from './running.ts';
import { startShop } from './shop.ts';

/** Pays in one process, and looks at the payment in another over the same database. */
async function paysIn(test: TestContext, address: string): Promise<void> {
  const service = await startService(test);
  const shop = await startShop(test);
  const more = { WALLET_DATABASE: address };
  const first = await startBeside(test, service, shop.url, more);
  assert.equal((await pay(first, 'A-1001')).body['outcome'], 'succeeded');
  await first.sidecar.close();
  const second = await startBeside(test, service, shop.url, more);
  assert.equal((await call(second, 'GET', '/payments/A-1001')).body['state'], 'paid');
  assert.equal((await call(second, 'GET', '/readyz')).status, 200);
  await second.sidecar.close();
}

describe('the database of the configuration', { timeout: 120_000 }, () => {
  it('is a PostgreSQL', async (test) => {
    await using postgres = await startPostgres();
    const { host, user, database } = login;
    await paysIn(test, `postgres://${user}@${host}:${String(postgres.port)}/${database}`);
  });

  it('is a MySQL', async (test) => {
    await using mariadb = await startMariadb();
    await mariadb.make('shop');
    const socket = encodeURIComponent(mariadb.socketPath);
    await paysIn(test, `mysql://root@localhost/shop?socketPath=${socket}`);
  });

  it('is not ready while a PostgreSQL is down, and takes no payment', async (test) => {
    const postgres = await startPostgres();
    const { host, user, database } = login;
    const service = await startService(test);
    const shop = await startShop(test);
    const address = `postgres://${user}@${host}:${String(postgres.port)}/${database}`;
    const running = await startBeside(test, service, shop.url, { WALLET_DATABASE: address });
    await postgres[Symbol.asyncDispose]();
    const ready = await call(running, 'GET', '/readyz');
    assert.deepEqual([ready.status, ready.body['status']], [503, 'store_failed']);
    assert.equal((await call(running, 'GET', '/healthz')).status, 200);
    const metrics = await (await fetch(`${running.sidecar.privateUrl}/metrics`)).text();
    assert.match(metrics, /^wallet_reviews_waiting Nan$/m);
    assert.match(metrics, /^wallet_backlog\{queue="undelivered"\} Nan$/m);
    const { status, body } = await pay(running, 'A-1001');
    assert.deepEqual([status, body['code']], [503, 'store_failed']);
    assert.deepEqual(service.calls(), []);
    await running.sidecar.close();
  });
});
