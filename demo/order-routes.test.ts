import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createWalletServer, memoryStore } from '@wallet-buttons/server';
import { answerShop } from './order-routes.ts';
import { Orders } from './orders.ts';

const shop = {
  orders: new Orders(':memory:'),
  wallet: createWalletServer({
    service: {
      baseUrl: 'http://127.0.0.1:9',
      merchantId: 'levada',
      signer: { sign: () => Promise.reject(new Error('Nothing is signed here.')) },
      webhooks: 'confirm',
    },
    store: memoryStore(),
    findOrder: () => null,
    callbackUrl: 'http://127.0.0.1/wallet/webhook/v1',
    redirectUrl: 'http://127.0.0.1/return',
    walletA: { domains: ['127.0.0.1'] },
  }),
};
const server = createServer((incoming, response) => void answerShop(shop, incoming, response));

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => server.close());

/** The status and the body of an answer; `node:http` sends what a browser would not let a script send. */
function post(path: string, headers: Record<string, string>, body: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, method: 'POST', headers }, (response) => {
      let answer = `${String(response.statusCode)} `;
      response.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
      response.on('end', () => {
        resolve(answer);
      });
    })
      .on('error', reject)
      .end(body);
  });
}

const json = { 'content-type': 'application/json' };

describe('the shop’s own routes', () => {
  it('open an order at the list price', async () => {
    assert.match(await post('/shop/orders', json, '{"product":"meadow"}'), /^200 .*"199\.90"/);
  });

  for (const origin of ['null', 'http://elsewhere.example', 'not a URL']) {
    it(`refuse a page of the origin “${origin}”`, async () => {
      const answer = await post('/shop/orders', { ...json, origin }, '{"product":"meadow"}');
      assert.match(answer, /^403 .*Only the pages of this shop/);
    });
  }

  it('refuse a form', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.match(await post('/shop/payments/A-1/refund', form, 'amount=1'), /^403 /);
  });

  it('refuse a path that is not well encoded', async () => {
    assert.match(await post('/shop/payments/%E0%A4%A/refund', json, '{}'), /^404 /);
  });

  for (const body of ['{"ammount":"50.00"}', '{"amount":50}', '["50.00"]', '"50.00"', 'null']) {
    it(`take ${body} for no refund of all`, async () => {
      assert.match(await post('/shop/payments/A-1/refund', json, body), /^400 /);
    });
  }

  it('refuse a body over 4 KiB', async () => {
    assert.match(await post('/shop/orders', json, `{"product":"${'m'.repeat(5000)}"}`), /^413 /);
  });

  it('answer 404 for an order that has no payment', async () => {
    assert.match(await post('/shop/payments/A-NONE/refund', json, '{}'), /^404 .*no such payment/);
  });
});
