import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { serviceKey, signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { changesAround, openShop, type Shop } from '../../test/shop.ts';
import { defaultProfile, pemVerifier, rotatingVerifier, type Verifier } from '../index.ts';
import { signTestWebhook } from '../../testing/index.ts';

async function pending(shop: Shop): Promise<string> {
  shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
  shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
  await shop.pay();
  return (await shop.stored())?.sessionId ?? assert.fail();
}

async function stateOf(shop: Shop): Promise<string | undefined> {
  await shop.wallet.drain();
  return (await shop.stored())?.state;
}

describe('a signed webhook', () => {
  const shapes: readonly (readonly [string, (id: string) => object])[] = [
    ['v1', (id) => ({ id, status: 'paid', amount: '199.90', external_id: 'o-1' })],
    ['v2', (id) => ({ id, status: 'paid', payments: [{ amount: '199.90', external_id: 'o-1' }] })],
    ['v3', (id) => ({ id, status: 'paid', payments: [{ amount: 199.9, external_id: 'o-1' }] })],
  ];
  for (const [version, shape] of shapes) {
    it(`of ${version} makes the payment final, and delivers the change`, async () => {
      await using shop = await openShop();
      const id = await pending(shop);
      assert.equal((await shop.webhook(shape(id), version)).status, 200);
      assert.equal(await stateOf(shop), 'paid');
      const outcomes = shop.changes.map(({ outcome }) => outcome);
      assert.deepEqual(outcomes, ['pending', 'succeeded']);
      assert.ok(!shop.logs.some((line) => line.startsWith('a webhook')));
      assert.equal(shop.service.to('/v1/get-status').length, 0);
    });
  }

  it('has one effect, in however many versions and copies it comes', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    const copies = [...shapes, ...shapes, ...shapes].map(async ([version, shape]) =>
      shop.webhook(shape(id), version),
    );
    for (const { status } of await Promise.all(copies)) assert.equal(status, 200);
    assert.equal(await stateOf(shop), 'paid');
    assert.equal(shop.changes.filter(({ outcome }) => outcome === 'succeeded').length, 1);
  });

  it('has one effect in every order of its versions and groups', async () => {
    const delivery = { recipient_city: 'city' };
    const facts = [...shapes, ...shapes].map(
      ([version, shape], index) =>
        [
          version,
          (id: string) => ({ ...shape(id), ...(index >= shapes.length && { delivery }) }),
        ] as const,
    );
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(facts, { minLength: 1 }), async (order) => {
        await using shop = await openShop();
        const id = await pending(shop);
        for (const [version, shape] of order) await shop.webhook(shape(id), version);
        assert.equal(await stateOf(shop), 'paid');
        const outcomes = shop.changes.map(({ outcome }) => outcome);
        assert.deepEqual(outcomes, ['pending', 'succeeded']);
        assert.ok(!shop.logs.some((line) => line.startsWith('a webhook')));
      }),
      { numRuns: 20 },
    );
  });

  it('may come before the answer to pay-token, which then changes nothing', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', async ({ body }) => {
      await shop.webhook({ id: body['session_id'], status: 'paid', amount: '199.90' });
      await shop.stored();
      return { status: 'processing' };
    });
    const answer = await shop.pay();
    assert.equal(await stateOf(shop), 'paid');
    assert.ok([200, 202].includes(answer.status));
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('with a known status changes nothing, and asks the service nothing', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    await shop.webhook({ id, status: 'paid', amount: '199.90' });
    assert.equal(await stateOf(shop), 'paid');
    const previousPayment = await shop.wallet.find('o-1');
    for (const status of ['paid', 'processing', 'failed']) {
      assert.equal((await shop.webhook({ id, status, amount: '199.90' }, 'v2')).status, 200);
    }
    assert.deepEqual(await shop.wallet.find('o-1'), previousPayment);
    await shop.wallet.reconcile();
    assert.equal(shop.service.to('/v1/get-status').length, 0);
  });

  it('with an unknown status raises an alarm, also where it changes nothing', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    await shop.webhook({ id, status: 'paid', amount: '199.90' });
    assert.equal(await stateOf(shop), 'paid');
    await shop.webhook({ id, status: 'under_review' });
    assert.equal(await stateOf(shop), 'paid');
    const alarms = shop.logs.filter((line) => line.startsWith('unknown_status '));
    assert.equal(alarms.length, 1);
    assert.match(
      alarms.join(),
      /"state":"paid","status":"paid","cause":"webhook".*"status":"under_review"/,
    );
  });

  it('with an unknown status makes the server ask, and a known answer counts', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
    await shop.webhook({ id, status: 'under_review' });
    assert.equal(await stateOf(shop), 'paid');
  });

  it('never takes a final status back', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    for (const status of ['paid', 'failed', 'processing', 'expired', 'created']) {
      await shop.webhook({ id, status });
      assert.equal(await stateOf(shop), 'paid');
    }
    await shop.webhook({ id, status: 'refunded' });
    assert.equal(await stateOf(shop), 'refunded');
  });

  it('with another amount is never taken for paid', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    await shop.webhook({ id, status: 'paid', amount: '1.00' });
    assert.equal(await stateOf(shop), 'pending');
    assert.equal((await shop.stored())?.flag, 'mismatch');
  });

  it('that comes too late to count raises no alarm', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    await shop.webhook({ id, status: 'refunded' });
    assert.equal(await stateOf(shop), 'refunded');
    await shop.webhook({ id, status: 'paid', amount: '1.00' });
    assert.equal(await stateOf(shop), 'refunded');
    assert.equal((await shop.stored())?.flag, null);
  });

  it('for a session that is unknown is acknowledged and logged', async () => {
    await using shop = await openShop();
    const response = await shop.webhook({ id: 'other', status: 'paid' }, 'v2');
    assert.deepEqual([response.status, await response.text()], [200, '']);
    assert.match(shop.logs.join('\n'), /^a webhook names an unknown session /m);
  });

  it('is named in the history as what changed the payment', async () => {
    await using shop = await openShop();
    const id = await pending(shop);
    await shop.webhook({ id, status: 'paid' }, 'v3');
    const { history = [] } = (await shop.wallet.find('o-1')) ?? {};
    const { cause, from, to, status } = history.at(-1) ?? assert.fail();
    assert.deepEqual([cause, from, to, status], ['webhook', 'pending', 'paid', 'paid']);
  });

  for (const [name, members] of [
    ['no status', {}],
    ['a status that is not text', { status: { code: 'paid' } }],
    ['a status of 65 letters', { status: 'p'.repeat(65) }],
  ] as const) {
    it(`with ${name} is confirmed by get-status, and logs a warning`, async () => {
      await using shop = await openShop();
      const id = await pending(shop);
      shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
      assert.equal((await shop.webhook({ id, ...members })).status, 200);
      assert.equal(await stateOf(shop), 'paid');
      assert.match(shop.logs.join('\n'), /^a webhook has no readable status \{"version":"v1"\}$/m);
    });
  }

  for (const [name, members] of [
    ['an object', { amount: { value: '199.90' } }],
    [
      'text that is not an amount, beside another',
      { payments: [{ amount: '1,00' }, { amount: 2 }] },
    ],
    ['missing in one of its payments', { payments: [{ amount: '199.90' }, {}] }],
    ['in another currency', { amount: '199.90', currency: 'EUR' }],
  ] as const) {
    it(`whose amount is ${name} pays nothing, and raises an alarm`, async () => {
      await using shop = await openShop();
      const id = await pending(shop);
      assert.equal((await shop.webhook({ id, status: 'paid', ...members })).status, 200);
      assert.equal(await stateOf(shop), 'pending');
      assert.match(shop.logs.join('\n'), /^amount_mismatch /m);
    });
  }

  it('of a session that was left behind ends nothing', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const { sessionId } = (await shop.stored()) ?? assert.fail();
    shop.orders.set('o-1', { amount: '250.00', currency: 'UAH' });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal((await shop.webhook({ id: sessionId, status: 'expired' })).status, 200);
    assert.equal(await stateOf(shop), 'created');
  });

  it('has the same effect in either order of two statuses', async () => {
    for (const statuses of [
      ['holded', 'hold_confirmed'],
      ['preprocessing', 'processing'],
      ['voided', 'refunded'],
      ['failed', 'expired'],
    ]) {
      const ends = [statuses, statuses.toReversed()].map(async (order) => {
        await using shop = await openShop();
        const id = await pending(shop);
        for (const status of order) {
          await shop.webhook({ id, status });
          await shop.wallet.drain();
        }
        const { state, status } = (await shop.stored()) ?? assert.fail();
        return `${state} ${status}`;
      });
      assert.equal(new Set(await Promise.all(ends)).size, 1);
    }
  });

  it('that names no session is refused', async () => {
    await using shop = await openShop();
    for (const body of [[], { id: null }, { id: '' }, { status: 'paid' }]) {
      const problem = (await (await shop.webhook(body)).json()) as Record<string, unknown>;
      const { status, code, title } = problem;
      assert.deepEqual(
        [status, code, title],
        [400, 'webhook_invalid', 'The webhook names no session.'],
      );
    }
  });

  it('that cannot be read is logged once a minute, with the reason', async () => {
    const reasons = [
      [() => JSON.parse('no') as unknown, /webhook_invalid.*"cause":\{"error":"SyntaxError"/],
      [async () => Promise.reject(new Error('private')), /webhook_invalid.*answer a promise/],
      [() => ({}), /webhook_invalid.*names no session.*wire profile/],
    ] as const;
    for (const [reshape, expected] of reasons) {
      await using shop = await openShop({ service: { reshape: { webhook: reshape } } });
      for (const _ of [1, 2]) assert.equal((await shop.webhook({ id: 's-1' })).status, 400);
      const warnings = shop.logs.filter((line) => line.startsWith('a request failed'));
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', expected);
    }
  });
});

const confirm = { service: { webhooks: 'confirm' } } as const;

for (const [title, options] of [
  ['a signed webhook', {}],
  ['a webhook without the service’s key', confirm],
] as const) {
  describe(`${title}, as the store takes it,`, () => {
    it('is not acknowledged while it cannot be stored', async () => {
      let isFull = false;
      const payments = changesAround(async (write) =>
        isFull ? Promise.reject(new Error('disk full')) : write(),
      );
      await using shop = await openShop({ ...options, payments });
      const id = await pending(shop);
      isFull = true;
      assert.ok((await shop.webhook({ id, status: 'paid' })).status >= 500);
      isFull = false;
      assert.equal(await stateOf(shop), 'pending');
      shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
      assert.equal((await shop.webhook({ id, status: 'paid' })).status, 200);
      assert.equal(await stateOf(shop), 'paid');
    });

    it('is not acknowledged before a slow store has it', async () => {
      let written = Promise.resolve();
      const payments = changesAround(async (write) => written.then(write));
      await using shop = await openShop({ ...options, payments });
      const id = await pending(shop);
      const disk = Promise.withResolvers<undefined>();
      written = disk.promise.then(() => undefined);
      let status = 0;
      const acknowledged = shop.webhook({ id, status: 'paid' }).then((answer) => {
        status = answer.status;
      });
      // Requests of pages are answered in the meantime.
      for (let count = 0; count < 10; count += 1) {
        await shop.post('/wallet/status', { order: 'o-2' });
        await setImmediate();
      }
      assert.equal(status, 0);
      disk.resolve(undefined);
      await acknowledged;
      assert.equal(status, 200);
    });
  });
}

describe('a webhook with a wrong signature', () => {
  it('is logged once a minute, with whether its signature was missing', async () => {
    await using shop = await openShop();
    const bare = { id: 's', status: 'paid' };
    const warnings = (): readonly string[] =>
      shop.logs.filter((line) => line.startsWith('a request failed'));
    await shop.post('/wallet/webhook/v1', bare, { 'x-sign-v2': 'AAAA' });
    for (let count = 0; count < 3; count += 1) await shop.post('/wallet/webhook/v1', bare);
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0] ?? '', /webhook.v1.*signature_invalid.*does not match/);
    assert.doesNotMatch(warnings()[0] ?? '', /missing/);
    shop.wait(61_000);
    await shop.post('/wallet/webhook/v2', bare);
    assert.match(warnings().at(-1) ?? '', /webhook.v2.*signature_invalid.*It is missing/);
  });

  const signedBody = '{"id":"s","status":"paid"}';
  const cases: readonly (readonly [string, string, Record<string, string>])[] = [
    ['is missing', signedBody, {}],
    ['is empty', signedBody, { 'x-sign-v2': '' }],
    [
      'came twice',
      signedBody,
      { 'x-sign-v2': `${signAsService(signedBody)}, ${signAsService(signedBody)}` },
    ],
    ['is of another body', `${signedBody} `, { 'x-sign-v2': signAsService(signedBody) }],
    ['is of an empty body', signedBody, { 'x-sign-v2': signAsService('') }],
    ['is in the older header', signedBody, { 'x-sign': signAsService(signedBody) }],
  ];
  for (const [name, body, headers] of cases) {
    it(`that ${name} is refused before the body is read`, async () => {
      const failIfAsked = async (): Promise<never> =>
        Promise.reject(new Error('The store was asked.'));
      const payments = () => ({ find: failIfAsked, change: failIfAsked });
      await using shop = await openShop({ payments });
      const response = await shop.post('/wallet/webhook/v1', body, headers);
      assert.equal(response.status, 401);
      const { code, title } = (await response.json()) as Record<string, unknown>;
      const problem = ['signature_invalid', 'The signature does not match the body.'];
      assert.deepEqual([code, title], problem);
    });
  }
});

describe('the signature of a webhook', () => {
  const body = JSON.stringify({ id: 's', status: 'paid', amount: '10.0', note: 'a/b' });

  it('is valid for these bytes alone, however similar others are', async () => {
    await using shop = await openShop();
    const rewrittenBody = fc.constantFrom(
      ` ${body}`,
      `${body}\n`,
      `\ufeff${body}`,
      body.replace('10.0', '10.00'),
      body.replace('/', '\\/'),
      body.replace('paid', '\\u0070aid'),
      body.replace('{', '{"id":"s",'),
      JSON.stringify({ status: 'paid', id: 's', amount: '10.0', note: 'a/b' }),
    );
    const flippedBody = fc
      .tuple(fc.nat(body.length - 1), fc.integer({ min: 1, max: 127 }))
      .map(([index, mask]) => {
        const other = String.fromCharCode(body.charCodeAt(index) ^ mask);
        return `${body.slice(0, index)}${other}${body.slice(index + 1)}`;
      });
    const headers = { 'x-sign-v2': signAsService(body) };
    await fc.assert(
      fc.asyncProperty(fc.oneof(rewrittenBody, flippedBody), async (other) => {
        const { status } = await shop.post('/wallet/webhook/v1', other, headers);
        assert.equal(status, 401);
      }),
    );
    assert.equal((await shop.post('/wallet/webhook/v1', body, headers)).status, 200);
  });

  for (const answer of [{ valid: false }, 'invalid', 1, [], undefined]) {
    it(`is not verified by a verifier that answers ${JSON.stringify(answer)}`, async () => {
      const verify = (async () => Promise.resolve(answer)) as unknown as Verifier['verify'];
      for (const verifier of [{ verify }, rotatingVerifier([{ verifier: { verify } }])]) {
        await using shop = await openShop({ service: { webhooks: { verifier } } });
        const headers = { 'x-sign-v2': signAsService(body) };
        assert.equal((await shop.post('/wallet/webhook/v1', body, headers)).status, 401);
      }
    });
  }

  it('may be by any of several keys', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const otherKey = other.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const verifier = rotatingVerifier([
      { verifier: pemVerifier(otherKey) },
      { verifier: pemVerifier(serviceKey) },
    ]);
    await using shop = await openShop({ service: { webhooks: { verifier } } });
    const otherPem = other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const signature of [signAsService(body), await signTestWebhook(otherPem, body)]) {
      const headers = { 'x-sign-v2': signature };
      assert.equal((await shop.post('/wallet/webhook/v1', body, headers)).status, 200);
    }
  });

  it('may be in an older header by consent, but not beside a wrong newer one', async () => {
    const [newer] = defaultProfile.webhook.signatures;
    const weaker = {
      ...(newer ?? assert.fail()),
      header: 'x-sign',
      hash: 'SHA-1',
      allowSha1: true,
    } as const;
    const signatures = [...defaultProfile.webhook.signatures, weaker];
    await using shop = await openShop({ service: { profile: { webhook: { signatures } } } });
    const older = { 'x-sign': signAsService(body, 'sha1') };
    assert.equal((await shop.post('/wallet/webhook/v1', body, older)).status, 200);
    const newerHash = { 'x-sign': signAsService(body) };
    assert.equal((await shop.post('/wallet/webhook/v1', body, newerHash)).status, 401);
    assert.match(shop.logs.join('\n'), /^a request failed .*signature_invalid.*does not match/m);
    const both = { ...older, 'x-sign-v2': signAsService(`${body} `) };
    assert.equal((await shop.post('/wallet/webhook/v1', body, both)).status, 401);
  });
});

describe('a webhook without the service’s key', () => {
  it('has to be confirmed by get-status', async () => {
    await using shop = await openShop(confirm);
    const id = await pending(shop);
    assert.equal((await shop.post('/wallet/webhook/v1', { id, status: 'paid' })).status, 200);
    assert.equal(await stateOf(shop), 'pending');
    shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
    shop.wait(1001);
    await shop.post('/wallet/webhook/v1', { id, status: 'anything' });
    assert.equal(await stateOf(shop), 'paid');
  });

  it('costs one question a second, however often it comes', async () => {
    await using shop = await openShop(confirm);
    const id = await pending(shop);
    const webhook = async () => shop.post('/wallet/webhook/v3', { id, status: 'paid' });
    await Promise.all(Array.from({ length: 100 }, webhook));
    await shop.wallet.drain();
    await webhook();
    await shop.wallet.drain();
    assert.equal(shop.service.to('/v1/get-status').length, 1);
    await shop.wallet.reconcile();
    assert.equal(shop.service.to('/v1/get-status').length, 2);
  });

  it('for a session that is unknown is refused, and leaves nothing', async () => {
    await using shop = await openShop(confirm);
    const response = await shop.post('/wallet/webhook/v1', { id: 'other', status: 'paid' });
    const { status, title } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([status, title], [404, 'The session is not known here.']);
    assert.equal(shop.service.calls.length, 0);
  });
});
