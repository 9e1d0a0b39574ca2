import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Merchant, until } from '../../../test/merchant.ts';

describe('the ledger with a dataFile', () => {
  it('survives a restart', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    const waiting = await first.order();
    await first.pay(id);
    const paid = await first.pay(waiting, 'pan-visa-challenge');
    await until(() => first.received.length === 1);
    await until(() => first.ledger(id).webhooks[0]?.delivered === true);
    const before = first.sandbox.ledger();
    await first.sandbox.close();

    const second = await Merchant.open(t, { dataFile });
    assert.deepEqual(second.sandbox.ledger(), before);
    const acsUrl = String(paid.body['acs_url']).replace(first.sandbox.url, second.sandbox.url);
    assert.equal((await second.decide(acsUrl, 'approve')).status, 303);
    assert.equal(second.ledger(waiting).charges, 1);
  });

  it('takes up results that were due and webhooks that did not arrive', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    const first = await Merchant.open(t, { dataFile, webhookRetries: [60_000] });
    first.replies.push(500);
    const undelivered = await first.order();
    const due = await first.order();
    await first.pay(undelivered, 'visa-approve', { scenario: { webhook: 'before' } });
    await first.pay(due, 'visa-approve', { scenario: { settleAfter: 500 } });
    await first.sandbox.close();

    const second = await Merchant.open(t, { dataFile, webhookRetries: [1] });
    await until(() => second.ledger(due).status === 'paid');
    await until(() => second.ledger(undelivered).webhooks[0]?.attempts === 2);
  });

  it('leaves alone what another process is about to put in its place', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    writeFileSync(`${dataFile}.new`, 'of the other');
    const merchant = await Merchant.open(t, { dataFile });
    await merchant.order();
    assert.equal(readFileSync(`${dataFile}.new`, 'utf8'), 'of the other');
  });

  it('is not overwritten when it is something else', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    const old = JSON.stringify({ sessions: [{ id: 's-1' }], payouts: [], exports: [] });
    for (const other of ['[]', '{"sessions":[', '', old]) {
      writeFileSync(dataFile, other);
      await assert.rejects(Merchant.open(t, { dataFile }), /ledger\.json is not a ledger/, other);
      assert.equal(readFileSync(dataFile, 'utf8'), other);
    }
  });
});

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}
