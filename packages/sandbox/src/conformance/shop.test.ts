import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../index.ts';
import { Merchant } from '../../test/merchant.ts';
import { Finding } from './finding.ts';
import { Shop } from './shop.ts';
import type { Subject } from './subject.ts';

async function open(
  t: TestContext,
  options: Partial<SandboxOptions> = {},
): Promise<{ merchant: Merchant; shop: Shop }> {
  const merchant = await Merchant.open(t, options);
  const shop = new Shop(subjectOf(merchant), ['order-1']);
  return { merchant, shop };
}

function subjectOf({ sandbox: service }: Merchant): Subject {
  return {
    backend: 'http://127.0.0.1:9',
    service,
    merchantId: 'm-1',
    amount: '199.90',
    currency: 'UAH',
    domain: 'shop.test',
    timeout: 1000,
  };
}

describe('a request to the backend', () => {
  it('has the headers of a page, unless the service sends it', async (t) => {
    const cookies: string[] = [];
    const backend = createServer((request, response) => {
      cookies.push(`${request.url ?? ''} ${request.headers.cookie ?? 'none'}`);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    t.after(() => backend.close());
    await once(backend, 'listening');
    const { port } = backend.address() as AddressInfo;
    const { merchant } = await open(t);
    const shop = new Shop(
      { ...subjectOf(merchant), backend: `http://127.0.0.1:${port}`, headers: { cookie: 'id=1' } },
      ['order-1'],
    );
    await shop.status();
    await shop.post('/webhook/v1', {});
    assert.deepEqual(cookies, ['/status id=1', '/webhook/v1 none']);
  });
});

describe('a mistake of the backend', () => {
  it('is a finding where its acs_url leads nowhere: the other checks go on', async (t) => {
    const { shop } = await open(t);
    const answerWith = (url: string) => ({
      status: 200,
      type: '',
      text: '',
      seen: '',
      all: '',
      body: { acs_url: url },
    });
    for (const url of ['http://127.0.0.1:9/bank', 'javascript:alert(1)']) {
      await assert.rejects(shop.decide(answerWith(url), 'approve'), Finding);
    }
  });

  it('is a finding where its session has no callback_url', async (t) => {
    const { merchant, shop } = await open(t);
    const merchant_id = 'm-1';
    const session = await merchant.call('/v1/session', { merchant_id });
    const id = String(session.body['id']);
    const payment = { merchant_id, session_id: id, amount: 199.9, external_id: 'order-1' };
    await merchant.call('/v1/payment', payment);
    await merchant.pay(id);
    assert.throws(() => shop.webhookBody('paid'), Finding);
  });
});

describe('the calls of an order', () => {
  it('are its own alone, also where another reference begins like its own', async (t) => {
    const { merchant, shop } = await open(t);
    await merchant.pay(await merchant.order({ external_id: 'order-10' }));
    assert.deepEqual(shop.ownCalls('payment'), []);
    await merchant.pay(await merchant.order({ external_id: 'order-1' }));
    const counts = (['payment', 'payToken'] as const).map((name) => shop.ownCalls(name).length);
    assert.deepEqual(counts, [1, 1]);
  });
});

describe('the text of a webhook', () => {
  it('says the status where and as the profile has it, and leaves other fields alone', async (t) => {
    const { merchant, shop } = await open(t, { profile: { statuses: { queued: 'pending' } } });
    const session = await merchant.call('/v1/session', {
      merchant_id: 'm-1',
      callback_url: merchant.callbackUrl,
      metadata: { step: 'processing' },
    });
    const id = String(session.body['id']);
    const payment = { merchant_id: 'm-1', session_id: id, amount: 199.9, external_id: 'order-1' };
    await merchant.call('/v1/payment', payment);
    await merchant.pay(id);
    for (const [asked, said] of [
      ['paid', 'paid'],
      ['processing', 'queued'],
    ] as const) {
      const { status, metadata } = JSON.parse(shop.webhookBody(asked)) as {
        readonly status: unknown;
        readonly metadata: unknown;
      };
      assert.deepEqual([status, metadata], [said, { step: 'processing' }]);
    }
  });
});
