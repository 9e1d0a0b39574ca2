import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { googlePayToken, publicPem, until, webhookKey } from '../../../test/merchant.ts';
import { ProfileClient } from '../../../test/profile-client.ts';
import { type LedgerSession, type Sandbox, startSandbox } from '../../index.ts';
import { exampleProfiles } from '../wire/example-profiles.ts';
import { operationNames } from './names.ts';

const callbackUrl = 'http://127.0.0.1:9/hook';
const delivery = {
  volume_weight: 0.01,
  weight: 2.5,
  recipient_city: 'Lviv',
  recipient_warehouse: '12',
};
const profiles = {
  default: {},
  'moved-paths': exampleProfiles['moved-paths'] ?? {},
  'form-bodies': exampleProfiles['form-bodies'] ?? {},
};

for (const [name, profile] of Object.entries(profiles)) {
  describe(`each of the 24 operations under the profile ${name}`, () => {
    it('has a method and a path', async (t) => {
      const { sandbox } = await open(t, profile);
      const operations = sandbox.operations();
      assert.equal(operations.length, 24);
      assert.deepEqual(
        operations.map((operation) => operation.name),
        operationNames,
      );
      assert.ok(operations.every(({ path }) => path.startsWith('/')));
    });

    it('session, payment, payToken and getStatus: paid', async (t) => {
      const { client, session, pay } = await open(t, profile);
      const sessionId = await pay();
      assert.equal((await client.call('getStatus', { sessionId })).read('status'), 'paid');
      assert.equal(session(sessionId).charged, '199.90');
    });

    it('validateMerchant: a merchant session', async (t) => {
      const { client } = await open(t, profile);
      const fields = { validationUrl: 'https://gateway.test/', domain: 'shop.test' };
      const answer = await client.call('validateMerchant', fields);
      assert.equal(answer.read('domainName'), 'shop.test');
    });

    it('void: the whole session, or a part of a payment', async (t) => {
      const { client, session, pay } = await open(t, profile);
      const [whole, part] = [await pay(), await pay()];
      const paymentId = session(part).operations[0]?.id;
      assert.equal((await client.call('void', { sessionId: whole })).body, null);
      const refund = await client.call('refund', { sessionId: part, paymentId, amount: '50.00' });
      assert.equal(refund.body, null);
      assert.equal(session(whole).status, 'voided');
      assert.deepEqual([session(part).status, session(part).refunded], ['paid', '50.00']);
    });

    it('completeHold: the whole, or a part', async (t) => {
      const { client, session, pay } = await open(t, profile);
      const [whole, part] = [await pay({ use_hold: true }), await pay({ use_hold: true })];
      assert.equal(session(whole).status, 'holded');
      assert.equal((await client.call('completeHold', { sessionId: whole })).body, null);
      await client.call('completeHold', { sessionId: part, amount: '150.00' });
      assert.deepEqual([session(whole).status, session(whole).charged], ['paid', '199.90']);
      assert.deepEqual([session(part).status, session(part).charged], ['paid', '150.00']);
    });

    it('expire: an unpaid session', async (t) => {
      const { client, session, order } = await open(t, profile);
      const sessionId = await order();
      assert.equal((await client.call('expire', { sessionId })).body, null);
      assert.equal(session(sessionId).status, 'expired');
    });

    it('deliveryPrice, confirmDeliveryHold and printExpressWaybill: a parcel', async (t) => {
      const { client, session, pay } = await open(t, profile);
      const price = await client.call('deliveryPrice', {
        amount: '199.90',
        volumeWeight: 0.01,
        weight: 2.5,
        recipientCity: 'Lviv',
        recipientWarehouse: '12',
      });
      const sessionId = await pay({ delivery });
      const [operation] = session(sessionId).operations;
      assert.equal(price.read('delivery_price'), Number(operation?.delivery?.price));
      assert.equal(session(sessionId).status, 'holded');
      const confirmation = await client.call('confirmDeliveryHold', { sessionId });
      assert.equal(confirmation.read('id'), sessionId);
      assert.equal(session(sessionId).status, 'hold_confirmed');
      const waybill = await client.call('printExpressWaybill', { sessionId });
      assert.equal(waybill.type, 'application/pdf');
      const pdf = await getDocumentProxy(new Uint8Array(waybill.bytes));
      const { text } = await extractText(pdf, { mergePages: true });
      assert.ok(text.includes(String(confirmation.read('express_waybill'))), text);
    });

    it('the five of the checkout group: a session that is paid on the hosted page', async (t) => {
      const { sandbox, client, session } = await open(t, profile);
      const [paid, expired] = [await checkout(client), await checkout(client)];
      assert.equal(session(paid.sessionId).status, 'precreated');
      const toBank = await fetch(paid.url, { method: 'POST', redirect: 'manual' });
      const body = new URLSearchParams({ decision: 'approve' });
      await fetch(String(toBank.headers.get('location')), { method: 'POST', body });
      const statusAnswer = await client.call('checkoutStatus', { sessionId: paid.sessionId });
      assert.equal(statusAnswer.read('status'), 'paid');
      await client.call('voidCheckoutSession', { sessionId: paid.sessionId });
      await client.call('expireCheckoutSession', { sessionId: expired.sessionId });
      const statuses = sandbox.ledger().sessions.map(({ status }) => status);
      assert.deepEqual(statuses, ['voided', 'expired']);
    });

    it('the five of the comfort group that move money: from the balance to a recipient', async (t) => {
      const { sandbox, client } = await open(t, profile);
      const balance = async (): Promise<unknown> => (await client.call('balance')).read('balance');
      assert.equal(await balance(), 100_000);
      const item = { guid: 'g-1', amount: '250.50', recipient: { phone: '+380501112233' } };
      const creation = await client.call('createOperations', {}, [item]);
      assert.equal(creation.read('[0].guid'), 'g-1');
      assert.equal(await balance(), 99_749.5);
      const recipient = { phone: '+380501112244' };
      await client.call('changeRecipientData', { guid: 'g-1', recipient });
      assert.deepEqual(sandbox.ledger().payouts[0]?.recipient, recipient);
      const statusAnswer = await client.call('operationStatus', { guid: 'g-1' });
      assert.equal(statusAnswer.read('public_id'), creation.read('[0].public_id'));
      await client.call('refundOperations', {}, ['g-1']);
      assert.equal(sandbox.ledger().payouts[0]?.status, 'refunded');
      assert.equal(await balance(), 100_000);
    });

    it('exportOperations and exportComfortOperations: a list in the ledger', async (t) => {
      const { sandbox, client, pay } = await open(t, profile);
      await pay();
      const day = new Date().toISOString().slice(0, 10);
      const days = { from_date: day, to_date: day };
      const raw = { ...days, format: 'JSON', recepient_email: 'a@shop.test' };
      await client.call('exportOperations', {}, raw);
      const fields = { from: day, to: day, format: 'CSV', email: 'a@shop.test' };
      const exportAnswer = await client.call('exportComfortOperations', fields);
      const [own, comfort] = sandbox.ledger().exports;
      assert.match(
        own?.content ?? '',
        /"reference":"order-1","amount":"199.90","refunded_amount":"0.00","currency":"UAH","status":"paid"/,
      );
      assert.equal(comfort?.export_id, exportAnswer.read('export_id'));
      assert.equal(
        comfort?.content,
        'created_at,id,reference,amount,refunded_amount,currency,status\r\n',
      );
    });

    it('initSecureDelivery: a session with a payment that is delivered', async (t) => {
      const { client, session } = await open(t, profile);
      const body = { callback_url: callbackUrl, amount: 199.9, external_id: 'order-1', delivery };
      const answer = await client.call('initSecureDelivery', {}, body);
      const { operations, external_id: externalId } = session(String(answer.read('session_id')));
      assert.equal(externalId, 'order-1');
      assert.equal(operations[0]?.delivery?.recipient_city, 'Lviv');
    });
  });
}

describe('the basis of an operation', () => {
  it('is in each answer, so that an assumption is seen', async (t) => {
    const { sandbox, pay } = await open(t, {});
    await pay();
    const bases = new Map(sandbox.operations().map(({ name, basis }) => [name, basis]));
    assert.equal(bases.get('payToken'), 'assumed');
    assert.equal(bases.get('getStatus'), 'observed');
    await until(() => sandbox.calls().every(({ answer }) => answer === 200));
  });
});

interface Shop {
  readonly sandbox: Sandbox;
  readonly client: ProfileClient;
  readonly session: (id: string) => LedgerSession;
  readonly order: (extra?: object) => Promise<string>;
  readonly pay: (extra?: object) => Promise<string>;
}

async function open(t: TestContext, profile: object): Promise<Shop> {
  const sandbox = await startSandbox({
    merchantId: 'm-1',
    merchantPublicKey: publicPem,
    webhookKey,
    profile,
  });
  t.after(() => sandbox.close());
  const client = new ProfileClient(sandbox, profile);
  const order = async (extra: object = {}): Promise<string> => {
    const session = await client.call('session', { callbackUrl });
    const sessionId = String(session.read('sessionId'));
    const fields = { sessionId, amount: '199.90', externalId: 'order-1' };
    const answer = await client.call('payment', fields, { ...extra });
    assert.equal(answer.status, 200, answer.bytes.toString());
    return sessionId;
  };
  return {
    sandbox,
    client,
    session: (id) => {
      const session = sandbox.ledger().sessions.find((one) => one.id === id);
      assert.ok(session, `no session ${id}`);
      return session;
    },
    order,
    pay: async (extra) => {
      const sessionId = await order(extra);
      const token = client.token('wallet-b', await googlePayToken());
      const wallet = client.profile.wallets['wallet-b']?.name;
      const answer = await client.call('payToken', { sessionId, 'token wallet-b': token, wallet });
      assert.equal(answer.status, 200, answer.bytes.toString());
      return sessionId;
    },
  };
}

async function checkout(client: ProfileClient): Promise<{ sessionId: string; url: string }> {
  const session = await client.call('createCheckoutSession', { callbackUrl });
  const sessionId = String(session.read('id'));
  const fields = { sessionId, amount: '10.00', externalId: 'order-2' };
  const answer = await client.call('addCheckoutPayment', fields);
  assert.deepEqual(Object.keys(answer.body as object).sort(), ['session_id', 'url']);
  return { sessionId, url: String(answer.read('url')) };
}
