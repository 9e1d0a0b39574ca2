import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { startSandbox, type Sandbox } from '../index.ts';
import { startShop, type Fault, type ShopOptions } from '../../test/shop-backend.ts';
import { conformanceChecks, runConformance, type CheckResult } from './run.ts';

/** Each mistake, and the check that has to catch it. */
const faults: readonly (readonly [fault: Fault, caughtBy: string, mistake: string])[] = [
  ['no-lock', 'pay.double-press', 'two requests at once are both sent'],
  ['resend', 'lost.cut', 'a lost answer is answered by sending the token again'],
  ['lost-is-failed', 'lost.html', 'a lost answer is called a failure'],
  ['unsigned-webhooks', 'webhook.forged', 'nothing checks the signature of a webhook'],
  ['queued-webhooks', 'webhook.forged', 'a webhook is taken unread and believed later'],
  [
    'rewritten-webhooks',
    'webhook.raw-bytes',
    'the signature is checked over the JSON written again',
  ],
  ['latest-wins', 'webhook.late', 'the last webhook that arrives decides'],
  ['browser-amount', 'pay.amount', 'the browser names the amount'],
  ['unknown-is-paid', 'webhook.unknown-status', 'whatever is not a failure is a success'],
  ['wrapped-session', 'validate.bytes', 'the merchant session is put into another object'],
  ['any-validation-url', 'validate.foreign-url', 'every validation_url is passed on'],
  ['parsed-token', 'pay.token-bytes', 'the token is parsed and written again'],
  ['other-code', 'pay.none', 'an order without a payment is refused by another code'],
  ['blanks-taken', 'request.malformed', 'a reference may end with a blank'],
  ['echoed-body', 'request.malformed', 'a refusal repeats the body, with the token in it'],
  ['part-is-all', 'webhook.part', 'an order is free once a part of it was given back'],
  ['refused-forever', 'refused.again', 'a refused token leaves its order closed'],
  ['one-look', 'refused.one-look', 'one look at the status frees an order'],
  ['conflict-is-refusal', 'refused.in-progress', '409 “in progress” is taken for a refusal'],
  ['conflict-is-refusal', 'refused.in-progress-code', 'its code is taken for a refusal'],
  ['no-job', 'lost.unasked', 'only the page has the status asked for'],
];

describe('the conformance run', () => {
  it('passes a backend without a mistake', async (t) => {
    const results = await drive(t);
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
    assert.equal(results.length, conformanceChecks.length);
  });

  it('passes a backend whose first webhook takes longer than the others', async (t) => {
    const [result] = await drive(t, { firstWebhook: 300, only: ['webhook.duplicate'] });
    assert.equal(result?.passed, true, result?.seen);
  });

  it('gives every check an id, a promise and a cost of its own', () => {
    const ids = conformanceChecks.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { promise, cost } of conformanceChecks) assert.ok(promise !== '' && cost !== '');
  });
});

// Some wait for seconds, and each has a backend and a sandbox of its own.
describe('a mutant of the backend', { concurrency: true }, () => {
  for (const [fault, caughtBy, mistake] of faults) {
    it(`is caught if ${mistake}`, async (t) => {
      const [result] = await drive(t, { fault, only: [caughtBy] });
      assert.equal(result?.passed, false, `${caughtBy} passed`);
      assert.notEqual(result.seen, '');
    });
  }
});

const [merchant, service] = [keyPair(), keyPair()];

async function drive(
  t: TestContext,
  {
    only,
    ...how
  }: Pick<ShopOptions, 'fault' | 'firstWebhook'> & { readonly only?: readonly string[] } = {},
): Promise<readonly CheckResult[]> {
  const merchantId = 'shop-1';
  const sandbox: Sandbox = await startSandbox({
    merchantId,
    merchantPublicKey: merchant.publicKey,
    webhookKey: service.privateKey,
  });
  t.after(() => sandbox.close());
  const shop = await startShop({
    serviceUrl: sandbox.url,
    merchantId,
    merchantKey: merchant.privateKey,
    webhookPublicKey: sandbox.webhookPublicKey,
    looksApart: 1500,
    ...how,
  });
  t.after(shop.close);
  return runConformance({
    backend: shop.url,
    service: sandbox,
    merchantId,
    amount: '199.90',
    currency: 'UAH',
    domain: '127.0.0.1',
    timeout: 5000,
    waits: { freed: 4000, asked: 4000 },
    orderOf: (n) => `conformance-${String(n)}`,
    ...(only && { only }),
  });
}

function keyPair(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
