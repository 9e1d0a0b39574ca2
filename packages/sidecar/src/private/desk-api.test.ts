import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { memoryStore } from '@wallet-buttons/server';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { payAnotherAmount } from '../../test/another-amount.ts';
import { bundledDesk } from '../../test/bundled-desk.ts';
import { call, pay, type Running, start, startBeside, until } from '../../test/running.ts';
import { operateToken, readToken } from '../../test/settings.ts';
import { deskRecordOver } from './desk-record.ts';
import { sessionsOf } from './sessions.ts';
import type { Token } from './tokens.ts';

/** Sends a request as a page of the desk does. */
async function send(
  { sidecar: { privateUrl } }: Running,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<Response> {
  return fetch(`${privateUrl}${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
}

/** Opens a session. @returns the headers of its page. */
async function logIn(running: Running, token: string) {
  const response = await send(running, 'POST', '/session', {}, { token });
  assert.equal(response.status, 200);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const { csrf_token: csrf } = (await response.json()) as { readonly csrf_token: string };
  return { cookie, 'x-csrf-token': csrf };
}

async function codeOf(response: Response): Promise<readonly unknown[]> {
  const { code } = (await response.json()) as { readonly code?: unknown };
  return [response.status, code];
}

describe('the session of the desk', () => {
  it('is a cookie that no script and no other site can use', async (test) => {
    const running = await start(test);
    const { headers } = await send(running, 'POST', '/session', {}, { token: readToken });
    const cookie = headers.get('set-cookie') ?? '';
    assert.match(
      cookie,
      /^wallet_desk=[\w.-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
    );
    assert.ok(!cookie.includes(readToken));
    const proxyHeaders = { 'x-forwarded-proto': 'https' };
    const secure = await send(running, 'POST', '/session', proxyHeaders, { token: readToken });
    assert.match(secure.headers.get('set-cookie') ?? '', /; Secure$/);
  });

  it('reads with the cookie, and says whose it is', async (test) => {
    const running = await start(test);
    const { cookie } = await logIn(running, readToken);
    assert.equal((await send(running, 'GET', '/payments', { cookie })).status, 200);
    const session = await send(running, 'GET', '/session', { cookie });
    const { name, right } = (await session.json()) as Readonly<Record<string, unknown>>;
    assert.deepEqual([name, right], ['lena', 'look']);
  });

  it('is refused to an unknown token, which no log has', async (test) => {
    const running = await start(test);
    const token = 'an-unknown-token-of-32-characters';
    const refusal = await send(running, 'POST', '/session', {}, { token });
    assert.equal(refusal.headers.get('set-cookie'), null);
    assert.deepEqual(await codeOf(refusal), [401, 'unauthorized']);
    assert.ok(!running.log.join('').includes(token));
  });

  it('moves money only with the token of its own page', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const mine = await logIn(running, operateToken);
    const other = await logIn(running, operateToken);
    const refund = async (headers: Readonly<Record<string, string>>) =>
      send(running, 'POST', '/payments/A-1001/refund', { 'idempotency-key': 'k', ...headers });
    const alone = { cookie: mine.cookie };
    assert.deepEqual(await codeOf(await refund(alone)), [403, 'csrf_refused']);
    const mixture = { ...alone, 'x-csrf-token': other['x-csrf-token'] };
    assert.deepEqual(await codeOf(await refund(mixture)), [403, 'csrf_refused']);
    const foreign = { ...mine, 'sec-fetch-site': 'same-site' };
    assert.deepEqual(await codeOf(await refund(foreign)), [403, 'csrf_refused']);
    assert.equal((await refund(mine)).status, 200);
  });

  it('with a token that may read moves no money', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const mine = await logIn(running, readToken);
    const refund = await send(running, 'POST', '/payments/A-1001/refund', mine);
    assert.deepEqual(await codeOf(refund), [403, 'forbidden']);
  });

  it('is not opened by a page of another origin', async (test) => {
    const running = await start(test);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const refusal = await send(running, 'POST', '/session', foreign, { token: readToken });
    assert.deepEqual(await codeOf(refusal), [403, 'csrf_refused']);
  });

  it('ends where the clerk ends it', async (test) => {
    const running = await start(test);
    const mine = await logIn(running, operateToken);
    const answer = await send(running, 'DELETE', '/session', mine);
    assert.match(answer.headers.get('set-cookie') ?? '', /^wallet_desk=; .*Max-Age=0/);
    assert.deepEqual(await codeOf(await send(running, 'GET', '/payments', mine)), [
      401,
      'unauthorized',
    ]);
  });

  it('ends after 12 hours, or when its token leaves the file', async () => {
    const hour = 3_600_000;
    let now = 0;
    const token = { name: 'oleh', right: 'operate', token: operateToken } as const;
    let tokens: readonly Token[] = [token];
    const record = deskRecordOver(memoryStore().forMerchant('shop'));
    const sessions = sessionsOf(
      () => tokens,
      record,
      () => now,
    );
    const [cookie = ''] = sessions.open(token, false).cookie.split(';');
    const request = new Request('http://desk.example/', { headers: { cookie } });
    now = 12 * hour - 1;
    assert.equal((await sessions.find(request))?.name, 'oleh');
    tokens = [];
    assert.equal(await sessions.find(request), null);
    tokens = [token];
    now += 1;
    assert.equal(await sessions.find(request), null);
  });

  it('is still ended after a restart, and at another sidecar', async (test) => {
    const database = `${temporaryFolder()}/payments.db`;
    const running = await start(test, { WALLET_DATABASE: database });
    const { service, shop } = running;
    const other = await startBeside(test, service, shop.url, { WALLET_DATABASE: database });
    const mine = await logIn(running, operateToken);
    const beside = { ...running, ...other };
    assert.equal((await send(beside, 'GET', '/payments', mine)).status, 200);
    assert.equal((await send(running, 'DELETE', '/session', mine)).status, 200);
    assert.equal((await send(beside, 'GET', '/payments', mine)).status, 401);
    await running.sidecar.close();
    const again = await startBeside(test, service, shop.url, { WALLET_DATABASE: database });
    assert.equal((await send({ ...running, ...again }, 'GET', '/payments', mine)).status, 401);
  });
});

describe('a token', () => {
  it('that is removed from its file opens nothing any more, and a new token is valid at once', async (test) => {
    const file = `${temporaryFolder()}/tokens.txt`;
    writeFileSync(file, `oleh operate ${operateToken}\n`);
    const variables = { WALLET_PRIVATE_TOKENS: '', WALLET_PRIVATE_TOKENS_FILE: file };
    const running = await start(test, variables);
    const read = async (token: string) =>
      (await call(running, 'GET', '/payments', { token })).status;
    const mine = await logIn(running, operateToken);
    assert.equal(await read(operateToken), 200);
    writeFileSync(file, `# oleh left\nlena look ${readToken}\nwrong line\n`);
    assert.deepEqual([await read(operateToken), await read(readToken)], [401, 200]);
    assert.equal((await send(running, 'GET', '/payments', mine)).status, 401);
    assert.ok(running.log.some((line) => line.includes('line 3 is not a name')));
    rmSync(file);
    assert.equal(await read(readToken), 401);
  });

  it('that is wrong is counted, logged with its address, and answered ever later', async (test) => {
    const running = await start(test);
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
    const token = 'x'.repeat(32);
    const wrong = async () => call(running, 'GET', '/payments', { token, headers });
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 30 }, wrong));
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].toSorted(), [401, 429]);
    assert.ok(Date.now() - started > 3000);
    // Another address is not slowed, and a right token never is.
    const since = Date.now();
    assert.equal((await call(running, 'GET', '/payments', { headers })).status, 200);
    assert.ok(Date.now() - since < 2000);
    const line = running.log.find((each) => each.includes('a token was refused')) ?? '';
    assert.match(line, /"address":"198\.51\.100\.7"/);
    assert.doesNotMatch(running.log.join(''), /x{32}/);
    const metrics = await (await send(running, 'GET', '/metrics')).text();
    assert.match(metrics, /wallet_refused_tokens_total 30/);
  });
});

describe('the page of the desk', () => {
  it('loads its own files alone, and cannot be framed', async (test) => {
    const running = await start(test, {}, { desk: await bundledDesk() });
    const redirect = await send(running, 'GET', '/desk');
    assert.deepEqual([redirect.status, redirect.headers.get('location')], [308, 'desk/']);
    const page = await send(running, 'GET', '/desk/');
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    const etag = page.headers.get('etag') ?? '';
    const repeat = await send(running, 'GET', '/desk/', { 'if-none-match': etag });
    assert.equal(repeat.status, 304);
  });
});

describe('the private API, for the desk,', () => {
  it('shows the changes that the shop has not accepted, and the alarms', async (test) => {
    const running = await start(test);
    running.shop.statusChange = (response) => void response.writeHead(500).end();
    await pay(running, 'A-1001');
    await payAnotherAmount(running, 'A-1002');
    const { orders } = (await call(running, 'GET', '/undelivered')).body as {
      readonly orders: readonly { readonly order: string; readonly tries: number }[];
    };
    assert.deepEqual(
      orders.map(({ order, tries }) => [order, tries]),
      [
        ['A-1001', 1],
        ['A-1002', 1],
      ],
    );
    const { alarms } = (await call(running, 'GET', '/alarms')).body as {
      readonly alarms: readonly { readonly code: string; readonly order: string }[];
    };
    assert.deepEqual(
      alarms.map(({ code, order }) => [code, order]),
      [['amount_mismatch', 'A-1002']],
    );
  });

  it('shows the alarms after a restart, too', async (test) => {
    const more = { WALLET_DATABASE: `${temporaryFolder()}/payments.db` };
    const running = await start(test, more);
    await payAnotherAmount(running, 'A-1001');
    const codes = async (each: Pick<Running, 'sidecar'>) =>
      JSON.stringify((await call(each, 'GET', '/alarms')).body);
    await until(async () => (await codes(running)).includes('amount_mismatch'));
    await running.sidecar.close();
    const again = await startBeside(test, running.service, running.shop.url, more);
    assert.match(await codes(again), /"code":"amount_mismatch".*"order":"A-1001"/);
  });

  it('takes no payment of an order that no URL can name', async (test) => {
    const running = await start(test);
    for (const order of ['.', '..']) {
      assert.equal((await pay(running, order)).body['code'], 'invalid_field');
    }
    assert.equal(running.service.ledger().sessions.length, 0);
    await pay(running, '../1');
    assert.equal((await call(running, 'GET', '/payments/..%2F1')).body['order'], '../1');
  });

  it('shows the last report of the month as it was written', async (test) => {
    const file = `${temporaryFolder()}/report.json`;
    const running = await start(test, { WALLET_RECONCILE_REPORT: file });
    const read = async () => call(running, 'GET', '/reconcile-report', { token: readToken });
    assert.equal((await read()).body['code'], 'no_report');
    writeFileSync(file, '{"differences": [{"externalId"');
    assert.equal((await read()).body['code'], 'report_unreadable');
    writeFileSync(file, '{"differences": [{"externalId": "A-1001"}]}');
    const { report } = (await read()).body;
    assert.deepEqual(report, { differences: [{ externalId: 'A-1001' }] });
  });

  it('refuses a refund of a payment that somebody has changed meanwhile', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const body = { amount: '50.00', left: '199.90' };
    await call(running, 'POST', '/payments/A-1001/refund', { key: 'one', body });
    const second = await call(running, 'POST', '/payments/A-1001/refund', { key: 'two', body });
    assert.deepEqual([second.status, second.body['code']], [409, 'payment_changed']);
  });
});
