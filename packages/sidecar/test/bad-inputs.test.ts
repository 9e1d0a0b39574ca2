import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { main } from '../src/main.ts';
import { listen } from './listen.ts';
import { call, pay, type Running, start, startBeside, startService, until } from './running.ts';
import { secret, variables } from './settings.ts';
import { startShop } from './shop.ts';

const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/** The codes of failed hooks in the log. */
function codesIn({ log }: Pick<Running, 'log'>): readonly unknown[] {
  return log
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly code?: unknown })
    .filter(({ msg }) => msg === 'findOrder failed' || msg === 'onStatusChange failed')
    .map(({ code }) => code);
}

async function undelivered({ sidecar }: Pick<Running, 'sidecar'>): Promise<string | undefined> {
  const text = await (await fetch(`${sidecar.privateUrl}/metrics`)).text();
  return /^wallet_backlog\{queue="undelivered"\} (\S+)$/m.exec(text)?.[1];
}

async function untilDelivered(running: Running): Promise<void> {
  for (let tries = 0; tries < 100 && (await undelivered(running)) !== '0'; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(await undelivered(running), '0');
}

/** Answers to `status-change` with which a shop has not stored the change. */
const refusals: readonly (readonly [string, string, (response: ServerResponse) => void])[] = [
  ['a page', 'hook_answer_invalid', (response) => response.end('\n<!DOCTYPE html><title>Shop')],
  ['an error', 'hook_refused', (response) => response.writeHead(500).end()],
  [
    'a fatal error of PHP',
    'hook_answer_invalid',
    (response) => response.end('<br />\n<b>Fatal error</b>:  Uncaught TypeError in shop.php'),
  ],
  [
    'a fatal error of PHP as text',
    'hook_answer_invalid',
    (response) => response.end('\nPHP Fatal error:  Allowed memory size exhausted'),
  ],
  [
    'success: false',
    'hook_answer_invalid',
    (response) => response.end('{"success":false,"data":"The database is locked."}'),
  ],
  [
    'an error in JSON',
    'hook_answer_invalid',
    (response) => response.end('{"jsonrpc":"2.0","id":null,"error":{"code":200}}'),
  ],
  [
    'a status that is an error',
    'hook_answer_invalid',
    (response) => response.end('{"status":"error","data":null,"errors":[]}'),
  ],
  ...[
    'null',
    'true',
    '<p>stored',
    '{"success":true,"error":null}',
    '{"status":"ok"}',
    'Database error',
    'OK?',
    '{}',
    '{"ok":true}',
    '{"received":true}',
    '{"received":"msg_of_another"}',
    '<b>Warning</b>: Undefined variable in shop.php',
    'Traceback (most recent call last):',
  ].map(
    (text) =>
      [text, 'hook_answer_invalid', (response: ServerResponse) => response.end(text)] as const,
  ),
  ['404', 'hook_refused', (response) => response.writeHead(404).end()],
  ['a broken connection', 'hook_unreachable', (response) => response.destroy()],
  ['10 MB', 'hook_too_large', (response) => response.end(Buffer.alloc(10_000_000, 32))],
  ['silence', 'hook_timeout', () => undefined],
  ['a slow answer', 'hook_timeout', (response) => response.write('{')],
  ['a redirect', 'hook_redirect', (response) => response.writeHead(302, { location: '/' }).end()],
];

describe('a change', () => {
  for (const text of ['', '\n', 'ok', 'OK\r\n', 'its id', ' its id \n']) {
    it(`is delivered where the shop answers with ${JSON.stringify(text)}`, async (test) => {
      const running = await start(test);
      running.shop.statusChange = (response) => {
        const id = String(running.shop.received.at(-1)?.headers['webhook-id']);
        response.end(text.replace('its id', `{ "received": "${id}" }`));
      };
      await pay(running, 'A-1001');
      await until(() => running.shop.received.some(({ path }) => path === '/status-change'));
      await untilDelivered(running);
      assert.deepEqual(codesIn(running), []);
    });
  }

  it('raises an alarm that quotes the first line of what is no acknowledgement', async (test) => {
    const running = await start(test);
    running.shop.statusChange = (response) => response.end('\n<b>Warning</b>: mail() failed\nmore');
    await pay(running, 'A-1001');
    await until(() => codesIn(running).length > 0);
    const log = running.log.join('');
    assert.match(log, /"answer":"<b>Warning<\/b>: mail\(\) failed".*"change_not_acknowledged"/);
    const { alarms } = (await call(running, 'GET', '/alarms')).body as { alarms: object[] };
    assert.ok(
      alarms.some((alarm) => (alarm as { code: string }).code === 'change_not_acknowledged'),
    );
  });

  for (const [what, code, answer] of refusals) {
    it(`is kept where the shop answers with ${what}`, async (test) => {
      const running = await start(test, { WALLET_HOOKS_TIMEOUT: '2000' });
      running.shop.statusChange = answer;
      assert.equal((await pay(running, 'A-1001')).body['outcome'], 'succeeded');
      await until(() => codesIn(running).length > 0);
      assert.deepEqual(codesIn(running), [code]);
      const alarm = running.log.find((line) => line.includes('"change_not_acknowledged"'));
      assert.equal(alarm !== undefined, code === 'hook_answer_invalid');
      assert.equal(await undelivered(running), '1');
      assert.equal((await call(running, 'GET', '/payments/A-1001')).body['state'], 'paid');
    });
  }
});

describe('a wrong secret', () => {
  it('pays nothing, and says that the shop refused', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test, [other]);
    const running = await startBeside(test, service, shop.url);
    const { status, body } = await pay(running, 'A-1001');
    assert.deepEqual([status, body['code']], [500, 'internal']);
    assert.deepEqual(codesIn(running), ['hook_refused']);
    assert.match(running.log.join(''), /401 means that the secrets or the clocks differ/);
    assert.deepEqual([service.calls(), shop.received], [[], []]);
    assert.ok(![secret, other].some((each) => running.log.join('').includes(each)));
  });
});

/** A shop whose clock is ahead; it refuses a call whose time is more than five minutes away. */
async function startShopAhead(test: TestContext, seconds: number): Promise<string> {
  const answer = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const now = Date.now() / 1000 + seconds;
    const isFresh = Math.abs(now - Number(headers['webhook-timestamp'])) < 300;
    response.setHeader('date', new Date(now * 1000).toUTCString());
    response.writeHead(isFresh ? 404 : 401).end();
  };
  return listen(test, createServer(answer));
}

describe('a clock that is ten minutes off', () => {
  it('pays nothing, and says that the clocks may differ', async (test) => {
    const service = await startService(test);
    const running = await startBeside(test, service, await startShopAhead(test, 600));
    assert.equal((await pay(running, 'A-1001')).status, 500);
    assert.match(running.log.join(''), /401 means that the secrets or the clocks differ/);
    assert.deepEqual(service.calls(), []);
  });

  for (const [seconds, direction] of [
    [600, 'ahead'],
    [-600, 'behind'],
  ] as const) {
    it(`is found by --check where the shop is ${direction}`, async (test) => {
      const service = await startService(test);
      const shop = await startShopAhead(test, seconds);
      let text = '';
      const write = (part: string): void => {
        text += part;
      };
      const env = variables({
        WALLET_SERVICE_BASE_URL: service.url,
        WALLET_HOOKS_FIND_ORDER: `${shop}/find-order`,
        WALLET_HOOKS_STATUS_CHANGE: `${shop}/status-change`,
        WALLET_DATABASE: `${temporaryFolder()}/payments.db`,
      });
      assert.equal(await main(['--check'], env, { out: write, err: write }), 1);
      const says = new RegExp(
        `^FAIL {2}find-order +.*clock of the shop is \\d+ s ${direction}`,
        'm',
      );
      assert.match(text, says);
    });
  }
});

describe('two sidecars over one SQLite file', () => {
  it('charge each order once when both are asked at once, and lose no change', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test);
    const more = { WALLET_DATABASE: `${temporaryFolder()}/payments.db` };
    const first = await startBeside(test, service, shop.url, more);
    const second = await startBeside(test, service, shop.url, more);
    const orders = ['A-1001', 'A-1002', 'A-1003', 'A-1004'];
    await Promise.all(
      orders.flatMap((order) => [
        pay(first, order, { 'idempotency-key': `${order}-first` }),
        pay(second, order, { 'idempotency-key': `${order}-second` }),
      ]),
    );
    const sessions = service.ledger().sessions.filter(({ charges }) => charges > 0);
    assert.deepEqual(sessions.map((each) => each.external_id).sort(), orders);
    assert.deepEqual(new Set(sessions.map(({ charges }) => charges)), new Set([1]));
    await until(async () => (await undelivered(first)) === '0');
    const changes = shop.received.filter(({ path }) => path === '/status-change');
    const deliveries = changes.map(
      ({ body }) => `${String(body['order'])} ${String(body['outcome'])}`,
    );
    for (const order of orders) assert.ok(deliveries.includes(`${order} succeeded`), order);
    for (const each of [first, second]) {
      assert.equal((await call(each, 'GET', '/payments/A-1004')).body['state'], 'paid');
    }
  });
});
