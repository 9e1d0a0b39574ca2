import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { heldClock, Merchant, until } from '../../../test/merchant.ts';

describe('the ledger with a dataFile', () => {
  it('survives a restart', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    const waiting = await first.order();
    await first.pay(id);
    const answer = await first.pay(waiting, 'pan-visa-challenge');
    await until(() => first.received.length === 1);
    await until(() => first.ledger(id).webhooks[0]?.delivered === true);
    const ledger = first.sandbox.ledger();
    await first.sandbox.close();

    const second = await Merchant.open(t, { dataFile });
    assert.deepEqual(second.sandbox.ledger(), ledger);
    const acsUrl = String(answer.body['acs_url']).replace(first.sandbox.url, second.sandbox.url);
    assert.equal((await second.decide(acsUrl, 'approve')).status, 303);
    assert.equal(second.ledger(waiting).charges, 1);
  });

  it('takes up results that were due and webhooks that did not arrive', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
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

  it('sends a webhook that waited, no earlier than it was due', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const clock = heldClock();
    const first = await Merchant.open(t, { dataFile, clock });
    const id = await first.order();
    await first.pay(id, 'visa-approve', { scenario: { webhookDelay: 60_000, webhookCopies: 2 } });
    await first.sandbox.close();

    const { sandbox } = await Merchant.open(t, { dataFile, clock });
    await clock.pass(59_000);
    await sandbox.webhook({ session_id: id, status: 'created' });
    await clock.pass(1000);
    await until(() => first.received.length === 3);
    const statuses = first.received.map(({ body }) => body['status']);
    assert.deepEqual(statuses, ['created', 'paid', 'paid']);
  });

  it('sends the webhook of a call whose answer was not out', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    const paying = first.pay(id, 'visa-approve', { scenario: { answerDelay: 60_000 } });
    const hungUp = assert.rejects(paying);
    await until(() => first.ledger(id).charges === 1);
    await first.sandbox.close();
    await hungUp;

    await Merchant.open(t, { dataFile });
    await until(() => first.received.length === 1);
  });

  it('sends a webhook again whose last try the closing cut off', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile, webhookRetries: [] });
    first.replies.push(null);
    await first.pay(await first.order());
    await until(() => first.received.length === 1);
    await first.sandbox.close();

    await Merchant.open(t, { dataFile, webhookRetries: [] });
    await until(() => first.received.length === 2);
  });

  it('keeps the scenarios, so that a result under way comes as it was set', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    first.sandbox.scenario({ external_id: 'order-1', result: 'failed', settleAfter: 300 });
    first.sandbox.scenario({ webhook: 'never' });
    await first.pay(id);
    await first.sandbox.close();

    const { sandbox } = await Merchant.open(t, { dataFile });
    await until(() => sandbox.ledger().sessions[0]?.status === 'failed');
    assert.deepEqual(sandbox.ledger().sessions[0]?.webhooks, []);
    sandbox.scenario({ external_id: 'order-1' });
    assert.deepEqual(sandbox.ledger().scenarios, { '': { webhook: 'never' } });
  });

  it('makes the changes that were due: of sessions and of payments to recipients', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const [paid, voided, guid] = [await first.order(), await first.order(), 'g-1'];
    await first.pay(voided);
    await until(() => first.received.length === 1);
    first.sandbox.scenario({ paidOffAfter: 500, changeAfter: 500 });
    await first.pay(paid);
    const payout = [{ guid, amount: '1.00', recipient: {} }];
    const headers = { 'x-merchant-id': 'm-1' };
    await first.call('/v1/operations/create', payout, { headers });
    first.sandbox.scenario({ changeAfter: 500, webhook: 'before', webhookDelay: 60_000 });
    const voiding = first.call('/v1/void', { merchant_id: 'm-1', session_id: voided });
    const hungUp = assert.rejects(voiding);
    await until(() => first.ledger(voided).status === 'processing_void');
    first.sandbox.scenario({});
    await first.sandbox.close();
    await hungUp;

    const { sandbox } = await Merchant.open(t, { dataFile });
    const statuses = () => [
      ...sandbox.ledger().sessions.map(({ status }) => status),
      ...sandbox.ledger().payouts.map(({ status }) => status),
    ];
    await until(() => isDeepStrictEqual(statuses(), ['paid_off', 'voided', 'paid_off']));
    await until(() => first.received.some(({ body }) => body['status'] === 'voided'));
  });

  it('leaves alone what another process is about to put in its place', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    writeFileSync(`${dataFile}.new`, 'of the other');
    const merchant = await Merchant.open(t, { dataFile });
    await merchant.order();
    assert.equal(readFileSync(`${dataFile}.new`, 'utf8'), 'of the other');
  });

  it('grows by the records that change, however many there are', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const merchant = await Merchant.open(t, { dataFile });
    for (let order = 0; order < 20; order += 1) await merchant.order();
    const previousText = readFileSync(dataFile, 'utf8');
    const id = await merchant.order();
    const lines = readFileSync(dataFile, 'utf8').slice(previousText.length).trim().split('\n');
    assert.ok(readFileSync(dataFile, 'utf8').startsWith(previousText));
    const ids = lines.map((line) => (JSON.parse(line) as { session: { id: string } }).session.id);
    assert.deepEqual([...new Set(ids)], [id]);
  });

  it('has each record once after a restart', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile, scenario: { webhook: 'never' } });
    await first.pay(await first.order());
    await first.sandbox.close();
    await Merchant.open(t, { dataFile });
    assert.equal(readFileSync(dataFile, 'utf8').trim().split('\n').length, 2);
  });

  it('is read without the half line of a process that was killed', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    await first.sandbox.close();
    appendFileSync(dataFile, '{"session":{"id":"half');
    const second = await Merchant.open(t, { dataFile });
    const other = await second.order();
    await second.sandbox.close();
    const third = await Merchant.open(t, { dataFile });
    assert.deepEqual(
      third.sandbox.ledger().sessions.map((session) => session.id),
      [id, other],
    );
  });

  it('is not overwritten when it is something else', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    for (const other of ['[]', '{"sessions":[', '', '{}\n']) {
      writeFileSync(dataFile, other);
      await assert.rejects(Merchant.open(t, { dataFile }), /ledger\.json is not a ledger/, other);
      assert.equal(readFileSync(dataFile, 'utf8'), other);
    }
  });

  for (const damage of ['not JSON', '', '{}', '[]', 'null', '{"session":{}}', '{"payout":{}}']) {
    it(`names the line that is damaged: ${damage || 'an empty one'}`, async (t) => {
      const dataFile = join(temporaryFolder(), 'ledger.json');
      const first = await Merchant.open(t, { dataFile });
      const id = await first.order();
      await first.sandbox.close();
      const text = readFileSync(dataFile, 'utf8');
      const [head = '', ...records] = text.split('\n');
      writeFileSync(dataFile, [head, damage, ...records].join('\n'));
      await assert.rejects(
        Merchant.open(t, { dataFile }),
        /^Error: Line 2 of .*ledger\.json is damaged\. Delete this line/,
      );
      writeFileSync(dataFile, text);
      const { sandbox } = await Merchant.open(t, { dataFile });
      assert.deepEqual(
        sandbox.ledger().sessions.map((session) => session.id),
        [id],
      );
    });
  }
});

describe('the ledger of another sandbox', () => {
  it('is left alone while that one runs, and free once it has stopped', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    const says = new RegExp(`^Error: .* is in use by another sandbox \\(process ${process.pid}\\)`);
    await assert.rejects(Merchant.open(t, { dataFile }), says);
    await first.sandbox.close();
    const second = await Merchant.open(t, { dataFile });
    assert.equal(second.ledger(id).id, id);
  });

  it('is free where its process was killed and its parent has not looked', async (t) => {
    // The program that takes the place of the shell never asks what became of the shell's child.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
    t.after(() => parent.kill('SIGKILL'));
    const [owner] = (await once(parent.stdout, 'data')) as [Buffer];
    const stat = `/proc/${owner.toString().trim()}/stat`;
    await until(() => !existsSync(stat) || readFileSync(stat, 'utf8').includes(') Z '));
    const dataFile = join(temporaryFolder(), 'ledger.json');
    writeFileSync(`${dataFile}.lock`, owner.toString().trim());
    await Merchant.open(t, { dataFile });
  });

  it('is free where its process was killed', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const owner of [String(pid), '', 'no number']) {
      writeFileSync(`${dataFile}.lock`, owner);
      const { sandbox } = await Merchant.open(t, { dataFile });
      await sandbox.close();
      assert.equal(existsSync(`${dataFile}.lock`), false);
    }
  });

  it('is not held by a start that failed', async (t) => {
    const dataFile = join(temporaryFolder(), 'ledger.json');
    const { sandbox } = await Merchant.open(t);
    const port = Number(new URL(sandbox.url).port);
    await assert.rejects(Merchant.open(t, { dataFile, port }), /EADDRINUSE/);
    await Merchant.open(t, { dataFile });
  });
});
