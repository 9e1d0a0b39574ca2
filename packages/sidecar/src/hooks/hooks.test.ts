import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { pay, type Running, start, startBeside, startService, until } from '../../test/running.ts';
import { price, secret } from '../../test/settings.ts';
import { startShop } from '../../test/shop.ts';

/** The codes of the hooks in the log. */
function codesIn({ log }: Pick<Running, 'log'>): readonly unknown[] {
  const lines = log.map(
    (line) => JSON.parse(line) as { readonly msg: string; readonly cause?: unknown },
  );
  return lines
    .filter(({ msg }) => msg === 'findOrder failed' || msg === 'onStatusChange failed')
    .map((line) => (line as { readonly code?: unknown }).code);
}

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

describe('find-order', () => {
  it('is asked by a signed request, and the order that it returns is paid', async (test) => {
    const running = await start(test);
    const { status, body } = await pay(running, 'A-1001');
    assert.deepEqual([status, body['outcome']], [200, 'succeeded']);
    const [question] = running.shop.received;
    assert.deepEqual(
      [question?.path, question?.body],
      ['/find-order', { order: 'A-1001', choices: {} }],
    );
  });

  it('passes on the headers that the configuration lists, and no other', async (test) => {
    const running = await start(test, { WALLET_HOOKS_HEADERS: 'cookie' });
    const requestHeaders = {
      cookie: 'session=1',
      authorization: 'Basic eA==',
      'x-forwarded-for': '10.0.0.1',
    };
    await pay(running, 'A-1001', requestHeaders);
    const { headers } = running.shop.received[0] ?? assert.fail();
    assert.equal(headers.cookie, 'session=1');
    assert.equal(headers.authorization, undefined);
    assert.equal(headers['x-forwarded-for'], undefined);
  });

  it('is verified with either secret during a rotation', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test, [secret]);
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const both = { WALLET_HOOKS_SECRETS: `${other} ${secret}` };
    const running = await startBeside(test, service, shop.url, both);
    assert.equal((await pay(running, 'A-1001')).status, 200);
  });

  it('answers that an unknown order does not exist', async (test) => {
    const running = await start(test);
    const { status, body } = await pay(running, 'unknown-1');
    assert.deepEqual([status, body['code']], [404, 'order_not_found']);
  });

  it('takes an answer that begins with a byte order mark, as of a file of PHP', async (test) => {
    const running = await start(test);
    running.shop.findOrder = (response, reference) => {
      response.end(`\uFEFF${JSON.stringify({ reference, ...price })}`);
    };
    assert.equal((await pay(running, 'A-1001')).body['outcome'], 'succeeded');
  });

  it('names the field of an order that it does not know', async (test) => {
    const running = await start(test);
    running.shop.findOrder = (response, reference) => {
      json(response, { reference, ...price, description: 'Honey' });
    };
    assert.equal((await pay(running, 'A-1001')).status, 500);
    assert.match(running.log.join(''), /it has the unknown field \\"description\\"/);
  });

  it('shows the errors of the shop to the payer', async (test) => {
    const running = await start(test);
    const errors = [{ code: 'other', message: 'The order was refunded.' }];
    running.shop.findOrder = (response) => {
      json(response, { errors });
    };
    const { status, body } = await pay(running, 'A-1001');
    assert.deepEqual([status, body['code'], body['errors']], [422, 'choices_refused', errors]);
  });

  const bad: readonly (readonly [string, string, (response: ServerResponse) => void])[] = [
    ['a page', 'hook_answer_invalid', (response) => response.end('<!doctype html><title>Shop')],
    ['an error', 'hook_refused', (response) => response.writeHead(500).end()],
    ['nothing', 'hook_answer_invalid', (response) => response.end()],
    [
      'two amounts',
      'hook_answer_invalid',
      (response) =>
        response.end('{"reference":"A-1001","amount":"1.00","amount":"199.90","currency":"UAH"}'),
    ],
    ['a broken connection', 'hook_unreachable', (response) => response.destroy()],
    ['10 MB', 'hook_too_large', (response) => response.end(Buffer.alloc(10_000_000, 32))],
    ['silence', 'hook_timeout', () => undefined],
    ['half an answer', 'hook_timeout', (response) => response.write('{"reference":')],
    [
      'a redirect',
      'hook_redirect',
      (response) => response.writeHead(302, { location: '/login' }).end(),
    ],
    [
      'another order',
      'hook_answer_invalid',
      (response) => {
        json(response, { reference: 'A-9999', ...price });
      },
    ],
    [
      'a number as the amount',
      'hook_answer_invalid',
      (response) => {
        json(response, { reference: 'A-1001', amount: 199.9, currency: 'UAH' });
      },
    ],
    [
      'an unknown code of an error',
      'hook_answer_invalid',
      (response) => {
        json(response, { errors: [{ code: 'sold_out', message: 'Sold out.' }] });
      },
    ],
    [
      'no reference',
      'hook_answer_invalid',
      (response) => {
        json(response, price);
      },
    ],
  ];
  for (const [what, code, answer] of bad) {
    it(`pays nothing where the shop answers with ${what}`, async (test) => {
      const running = await start(test, { WALLET_HOOKS_TIMEOUT: '2000' });
      running.shop.findOrder = answer;
      const { status, body } = await pay(running, 'A-1001');
      assert.deepEqual([status, body['code']], [500, 'internal']);
      assert.deepEqual(codesIn(running), [code]);
      assert.deepEqual(running.service.calls(), []);
    });
  }

  it('pays nothing where the shop answers in another currency', async (test) => {
    const running = await start(test);
    running.shop.findOrder = (response, reference) => {
      json(response, { reference, amount: '199.90', currency: 'EUR' });
    };
    const { status, body } = await pay(running, 'A-1001');
    assert.deepEqual([status, body['code']], [409, 'amount_mismatch']);
    assert.equal(
      running.service.calls().some(({ operation }) => operation === 'payToken'),
      false,
    );
  });

  it('takes the reference that the shop writes in its own way', async (test) => {
    const running = await start(test);
    running.shop.findOrder = (response, order) => {
      json(response, { reference: order.toUpperCase(), ...price });
    };
    await pay(running, 'a-1001');
    assert.equal(running.service.ledger().sessions[0]?.external_id, 'A-1001');
  });
});

describe('status-change', () => {
  it('delivers the change, with its id as webhook-id', async (test) => {
    const running = await start(test);
    await pay(running, 'A-1001');
    const isChange = ({ path }: { readonly path: string }): boolean => path === '/status-change';
    await until(() => running.shop.received.some(isChange));
    const { headers, body } = running.shop.received.find(isChange) ?? assert.fail();
    assert.equal(headers['webhook-id'], body['id']);
    const { order, outcome, amount, currency } = body;
    assert.deepEqual([order, outcome, amount, currency], ['A-1001', 'succeeded', '199.90', 'UAH']);
    assert.equal(typeof body['session_id'], 'string');
  });

  it('logs why the shop did not take it, and keeps it', async (test) => {
    const running = await start(test);
    running.shop.statusChange = (response) => {
      response.writeHead(500).end();
    };
    await pay(running, 'A-1001');
    await until(() => codesIn(running).length > 0);
    assert.deepEqual(codesIn(running), ['hook_refused']);
  });
});
