import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { merchantKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import { makeDue } from '../order/write.ts';
import {
  codeOf,
  changesAround,
  now,
  openShop,
  type Replace,
  storedAttempt,
} from '../../test/shop.ts';
import {
  type RecordRow,
  recordsQuery,
  type StoredAttempt,
  storedAttempts,
} from '../../test/stored-records.ts';
import { WalletServerError } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const minute = 60_000;

describe('an intent', () => {
  it('is durable before the first byte leaves', async () => {
    const file = join(temporaryFolder(), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file, { now }) });
    let attempt: StoredAttempt | undefined;
    shop.service.on('/v1/pay-token', () => {
      const db = new DatabaseSync(file, { readOnly: true });
      [attempt] = storedAttempts(db.prepare(recordsQuery).all() as unknown as RecordRow[]);
      db.close();
      return { status: 'paid' };
    });
    await shop.pay();
    const { state, asked, tokenHash } = attempt ?? assert.fail();
    assert.deepEqual([state, asked, tokenHash?.length], ['sending', 19990, 32]);
  });

  it('is enough to end a payment that a killed process was in the middle of', async () => {
    const file = join(temporaryFolder(), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file, { now }) });
    const arrival = Promise.withResolvers<undefined>();
    shop.service.on('/v1/pay-token', ({ body }) => {
      shop.service.statuses.set(String(body['session_id']), { status: 'paid' });
      arrival.resolve(undefined);
      return null;
    });
    const child = spawn(process.execPath, [
      '--conditions=@wallet-buttons/source',
      fileURLToPath(new URL('../../test/doomed-shop.ts', import.meta.url)),
      file,
      shop.service.baseUrl,
      Buffer.from(merchantKey).toString('base64'),
    ]);
    await arrival.promise;
    child.kill('SIGKILL');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
    assert.equal((await storedAttempt(shop)).state, 'sending');
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'paid');
    assert.equal(shop.changes.length, 1);
    assert.equal((await shop.pay({}, 'other')).status, 409);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('sends no token where it was written so slowly that the order was abandoned', async () => {
    const [writeEnd, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let isHeld = false;
    const payments = changesAround(async (write, cause) => {
      const result = await write();
      if (cause !== 'pay' || isHeld) return result;
      isHeld = true;
      writeEnd.resolve(undefined);
      await go.promise;
      return result;
    });
    await using shop = await openShop({ payments });
    const lateAnswer = shop.pay({}, 'late');
    await writeEnd.promise;
    for (const minutes of [1, 16, 61]) {
      shop.wait(minutes * minute);
      await shop.wallet.reconcile();
    }
    assert.equal((await storedAttempt(shop)).state, 'abandoned');
    assert.equal((await shop.pay()).status, 200);
    go.resolve(undefined);
    assert.equal(await codeOf(await lateAnswer), 'store_failed');
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });
});

describe('another write of the attempt', () => {
  /** Payments that meet one before the first change of a cause. */
  const meeting = (cause: string): Replace => {
    let hasMet = false;
    return (payments) =>
      changesAround(async (write, ownCause, lookup) => {
        if (hasMet || ownCause !== cause) return write();
        hasMet = true;
        await payments.change(lookup as { readonly order: string }, 'due', (record, { at }) =>
          makeDue(record, record.attempts[0]?.sessionId ?? '', at),
        );
        return write();
      })(payments);
  };

  it('before its intent: the payment continues', async () => {
    const payments = meeting('pay');
    await using shop = await openShop({ payments });
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('before a token that did not leave is taken back: the payer may press again', async () => {
    let isDown = true;
    const blockTokens = async (url: string, init: RequestInit): Promise<Response> => {
      if (!isDown || !url.endsWith('/pay-token')) return fetch(url, init);
      throw new WalletServerError('service_unreachable', 'refused');
    };
    const payments = meeting('not sent');
    await using shop = await openShop({ payments, service: { fetch: blockTokens } });
    assert.equal((await shop.pay()).status, 503);
    isDown = false;
    assert.equal((await shop.pay()).status, 200);
  });
});
