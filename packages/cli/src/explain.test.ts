import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { failures } from '@wallet-buttons/protocol/testing/failures.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { assertOnlyRead } from '../test/only-read.ts';
import { askInto, payInto, sendInto } from '../test/paid.ts';
import { jsonFrom, run } from '../test/run.ts';

describe('explain ORDER', () => {
  it('tells what was sent, received and decided, and why', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1001');
    const { code, out } = await run('explain', 'A-1001', '--db', db);
    assert.equal(code, 0);
    assert.match(out, /session-of-A-1001/);
    const sentences = [
      'The session was opened for 199.90 UAH.',
      'The token of wallet-b was sent, once.',
      'The service answered to the token, provider status "paid": it went from sending to paid. The money was charged.',
      'Now: paid, charged 199.90 UAH',
    ];
    const places = sentences.map((sentence) => out.indexOf(sentence));
    assert.ok(!places.includes(-1), out);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(!out.includes('token-of-'));
  });

  it('says that an attempt waits for a review', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1002', { status: 'paid', amount: '1.00' });
    const { out } = await run('explain', 'A-1002', '--db', db);
    assert.match(out, /waits for a manual review: the service named another amount/);
    assert.match(out, /The service answered to the token and named another amount, 1\.00: it went/);
  });

  it('says when a hold ends', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1003', { status: 'holded', amount: '199.90' });
    const { out } = await run('explain', 'A-1003', '--db', db);
    assert.match(out, /^ {2}Now: the hold ends at \d{4}-\S+Z: capture or void it before$/m);
  });

  it('calls a charge that went back refunded, and a hold that was released cancelled', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1004');
    await askInto(db, 'A-1004', { status: 'voided', amount: '199.90' });
    const { out } = await run('explain', 'A-1004', '--db', db);
    assert.match(
      out,
      /provider status "voided": it went from paid to refunded \(reversed\)\. The money went back:/,
    );
    assert.match(
      out,
      /^ {2}Now: refunded \(reversed\), charged 199\.90 UAH, refunded 199\.90 UAH$/m,
    );
    await payInto(db, 'A-1005', { status: 'voided' });
    const explanation = await run('explain', 'A-1005', '--db', db);
    assert.match(explanation.out, /it went from sending to cancelled\. The payment was voided\./);
    const list = await run('list', '--db', db);
    assert.match(list.out, /A-1005 {2}199\.90 UAH {2}cancelled$/m);
    assert.match(list.out, /A-1004 {2}199\.90 UAH {2}refunded \(reversed\)$/m);
  });

  it('prints a line break of an order as no line of its own', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1');
    const { out } = await run('explain', 'A-9\r\n  Now: paid', '--db', db);
    assert.match(out, /^Order A-9\ufffd\ufffd {2}Now: paid has no payment here\..*\n$/);
  });

  it('fails for an order without a payment', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1001');
    const { code, out } = await run('explain', 'A-9', '--db', db);
    assert.equal(code, 1);
    assert.match(out, /Order A-9 has no payment here/);
  });

  it('makes no database, and asks which merchant is meant', async () => {
    const place = temporaryFolder();
    const db = join(place, 'payments.db');
    assert.equal((await run('explain', 'A-1', '--db', db)).code, 2);
    assert.ok(!existsSync(db));
    await writeFile(join(place, 'text'), 'text');
    for (const wrong of [join(place, 'text'), place])
      assert.match(
        (await run('explain', 'A-1', '--db', wrong)).err,
        /is not a database of payments/,
      );

    await payInto(db, 'A-1');
    await payInto(db, 'A-1', { status: 'failed' }, '18');
    const unclear = await run('explain', 'A-1', '--db', db);
    assert.equal(unclear.code, 2);
    assert.match(unclear.err, /17, 18/);
    assert.match((await run('explain', 'A-1', '--db', db, '--merchant', '18')).out, /to failed/);
  });
});

describe('explain ORDER, of what its pages reported,', () => {
  const tag_version = '1.2.0';

  it('tells the whole story by time, of the pages and of the server', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    const order = 'A-1003';
    const scriptFailure = failures.find(({ report }) => report.code === 'script-load');
    const accountFailure = failures.find(({ report }) => report.code === 'merchant-account');
    await sendInto(db, order, 'report', { ...scriptFailure?.report, tag_version });
    await sendInto(db, order, 'prepare');
    await sendInto(db, order, 'report', { ...accountFailure?.report, tag_version });
    await payInto(db, order);
    const { code, out } = await run('explain', order, '--db', db);
    assert.equal(code, 0);
    const sentences = [
      'Before the first attempt',
      'The page of wallet-a reported "script-load" ("TypeError") when it asked whether the payer can use the wallet. The provider’s script did not load, or brought no API. The network has failed, or something blocks it (tag 1.2.0).',
      'Attempt 1 of 1',
      'The session was opened for 199.90 UAH.',
      'The page of wallet-b reported "merchant-account" ("MERCHANT_ACCOUNT_ERROR") while the sheet was open. The provider does not accept the merchant’s account. The provider has to act (tag 1.2.0, API 2.0).',
      'The token of wallet-b was sent, once.',
      'Now: paid, charged 199.90 UAH',
    ];
    const places = sentences.map((sentence) => out.indexOf(sentence));
    assert.ok(!places.includes(-1), out);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  it('says what an order without a payment has reported', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    const [scriptFailure] = failures;
    await sendInto(db, 'A-1004', 'report', { ...scriptFailure?.report, tag_version });
    const ran = await run('explain', 'A-1004', '--db', db, '--json');
    assert.equal(ran.code, 0);
    const { attempts, before } = jsonFrom(ran);
    assert.deepEqual(attempts, []);
    assert.match(JSON.stringify(before), /script-load/);
    assert.match((await run('explain', 'A-1004', '--db', db)).out, /has no payment here/);
  });

  for (const [index, { scenario, report }] of failures.entries()) {
    it(`names the failure: ${scenario} (${report.wallet})`, async () => {
      const db = join(temporaryFolder(), 'payments.db');
      const order = `F-${String(index)}`;
      assert.equal(await sendInto(db, order, 'report', { ...report, tag_version }), 204);
      const { out } = await run('explain', order, '--db', db);
      const { wallet, code, cause_code: cause } = report;
      const quotedCode = cause === undefined ? `"${code}"` : `"${code}" ("${cause}")`;
      assert.ok(out.includes(`The page of ${wallet} reported ${quotedCode} `), out);
      // A sentence of its own says what the code means.
      assert.match(out, /reported [^.]+\. [A-Z][^.]+.*\. [A-Z][^.]+ \(tag 1\.2\.0/);
    });
  }
});

describe('--db', () => {
  it('is only read', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1001');
    await assertOnlyRead(db, 'A-1001');
  });

  const secret = 'Pa55word';

  it('ends with 2, and says what to install, for PostgreSQL without its driver', async (test) => {
    const hooks = registerHooks({
      resolve: (name, context, next) => {
        if (name !== 'pg') return next(name, context);
        throw Object.assign(new Error(), { code: 'MODULE_NOT_FOUND' });
      },
    });
    test.after(() => {
      hooks.deregister();
    });
    const url = `postgres://shop:${secret}@127.0.0.1:1/shop`;
    for (const command of [['explain', 'A-1'], ['list'], ['doctor']]) {
      const { code, out, err } = await run(...command, '--db', url);
      assert.equal(code, 2);
      assert.match(err, /package pg is missing\. Run npm install pg/);
      assert.ok(!`${out}${err}`.includes(secret));
    }
  });

  it('ends with 2 for a URL of something else, and does not print it', async () => {
    const wrong = [
      'sqlserver://h/db',
      'postgre://h/db',
      'postgres://h:port/db',
      'postgresql://[::1/db',
      'sqlite://h/payments.db',
    ];
    for (const url of wrong.map((each) => each.replace('//', `//shop:${secret}@`))) {
      const { code, out, err } = await run('list', '--db', url);
      assert.equal(code, 2);
      assert.match(err, /--db is neither a file nor a URL of PostgreSQL or MySQL/);
      assert.ok(!`${out}${err}`.includes(secret), url);
    }
  });

  it('ends with 2 for a file with a scheme, and says how to write it', async () => {
    for (const scheme of ['file:', 'sqlite:', 'sqlite3:', 'sqlite://']) {
      const { code, err } = await run('list', '--db', `${scheme}payments.db`);
      assert.deepEqual(
        [code, err.includes('the path of the file without a scheme')],
        [2, true],
        err,
      );
    }
  });

  it('ends with 2 for a database that a newer release wrote', async () => {
    const file = join(temporaryFolder(), 'payments.db');
    await payInto(file, 'A-1');
    const db = new DatabaseSync(file);
    db.exec('INSERT INTO wallet_schema (version) VALUES (999)');
    db.close();
    const { code, err } = await run('list', '--db', file);
    assert.equal(code, 2);
    assert.match(err, /^error: A newer release wrote the payment database\./);
  });
});

describe('explain CODE', () => {
  it('says who has to act, and what to do', async () => {
    const { code, out } = await run('explain', 'service_refused');
    assert.equal(code, 0);
    assert.match(out, /The payment service refused or failed/);
    assert.match(out, /403 points to the IP allow-list/);
  });

  it('ends with 2 for a code that does not exist', async () => {
    const { code, err } = await run('explain', 'constructor');
    assert.equal(code, 2);
    assert.match(err, /not an error code/);
  });
});

describe('list', () => {
  it('shows what waits for a review, and fails where something does', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1');
    const calm = await run('list', '--needs-review', '--db', db);
    assert.deepEqual([calm.code, calm.out], [0, 'Nothing waits for a review.\n']);
    await payInto(db, 'A-2', { status: 'paid', amount: '1.00' });
    const { code, out } = await run('list', '--needs-review', '--db', db);
    assert.equal(code, 1);
    assert.match(out, /A-2 {2}199.90 UAH/);
    assert.ok(!out.includes('A-1'));
  });

  it('has the holds that end before a time', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1', { status: 'holded', amount: '199.90' });
    await payInto(db, 'A-2');
    const list = async (time: string) => run('list', '--db', db, '--holds-end-before', time);
    assert.match((await list('9999-01-01')).out, /^\S+ {2}A-1 {2}.*the hold ends at \S+Z\n$/);
    assert.equal((await list('2026-01-01')).out, 'There is no payment.\n');
    assert.match((await list('soon')).err, /is a time in ISO 8601/);
  });

  it('lists all, newest first', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    for (const order of ['A-1', 'A-2', 'A-3']) await payInto(db, order);
    const ran = await run('list', '--db', db, '--limit', '2', '--json');
    assert.equal(ran.code, 0);
    const { payments, hasMore } = jsonFrom(ran);
    const orders = (payments as readonly { readonly order: string }[]).map(({ order }) => order);
    assert.deepEqual([orders, hasMore], [['A-3', 'A-2'], true]);
  });
});

describe('list and explain', () => {
  it('read a database beside a server that writes, and change nothing in it', async (test) => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1001');
    const other = new DatabaseSync(db);
    test.after(() => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');
    assert.equal((await run('list', '--db', db)).code, 0);
    assert.equal((await run('explain', 'A-1001', '--db', db)).code, 0);
    other.exec('ROLLBACK; DELETE FROM wallet_schema');
    const { code, err } = await run('list', '--db', db);
    assert.equal(code, 2);
    assert.match(err, /An older release wrote the payment database\. Start the server/);
    assert.equal(other.prepare('SELECT version FROM wallet_schema').get(), undefined);
  });
});
