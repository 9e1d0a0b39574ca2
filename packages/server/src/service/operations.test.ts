import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callOnce, everyCall } from '../../test/every-call.ts';
import { defaultProfile, defineProfile } from '../index.ts';
import type { Operation } from '../index.ts';

/** What an operation sends beside the merchant's id, what it is answered, what the caller gets. */
type Row = readonly [name: Operation, path: string, body: object, answer: string, result: unknown];

const session_id = 's-1';
const redirect_url = 'https://shop.example/return';
const callback_url = 'https://shop.example/hook';
const paid = { status: 'paid', acsUrl: null, amount: '199.90', currency: null };

const rows: readonly Row[] = [
  ['session', '/v1/session', { callback_url }, '{"id":"s-1"}', { sessionId: 's-1' }],
  [
    'payment',
    '/v1/payment',
    { session_id, amount: 199.9, external_id: 'o-1', use_hold: true },
    '{"id":77,"url":"https://page"}',
    { paymentId: '77', url: 'https://page' },
  ],
  [
    'validateMerchant',
    '/v1/walleta-pay/validate-merchant',
    { session_id, validation_url: 'https://wallet.example', domain: 'shop' },
    '{"epoch": 1.0}',
    new TextEncoder().encode('{"epoch": 1.0}'),
  ],
  [
    'payToken',
    '/v1/pay-token',
    { session_id, token: '{"a":1}', paytype: 'apple_pay', redirect_url },
    '{"status":"processing","acs_url":"https://bank"}',
    { status: 'processing', acsUrl: 'https://bank', amount: null, currency: null },
  ],
  [
    'getStatus',
    '/v1/get-status',
    { session_id },
    '{"status":"paid","amount":"199.90","rrn":"7"}',
    { ...paid, raw: { status: 'paid', amount: '199.90', rrn: '7' } },
  ],
  ['voidSession', '/v1/void', { session_id, operations: [] }, 'null', undefined],
  ['completeHold', '/v1/complete-hold', { session_id, amount: 199.9 }, '', undefined],
  ['expireSession', '/v1/expire', { session_id }, 'null', undefined],
  [
    'confirmDeliveryHold',
    '/v1/confirm-delivery-hold',
    { session_id },
    '{"express_waybill":"2045"}',
    { expressWaybill: '2045' },
  ],
  [
    'printExpressWaybill',
    '/v1/print-express-waybill',
    { session_id },
    '%PDF-1.4\u0000',
    new TextEncoder().encode('%PDF-1.4\u0000'),
  ],
  [
    'deliveryPrice',
    '/v1/delivery-price',
    {
      amount: 199.9,
      volume_weight: 0.5,
      weight: 2,
      recipient_city: 'city',
      recipient_warehouse: 'warehouse',
    },
    '{"delivery_price":70}',
    { price: '70' },
  ],
  [
    'createCheckoutSession',
    '/v1/checkout/session',
    { callback_url },
    '{"id":"c"}',
    { sessionId: 'c' },
  ],
  [
    'addCheckoutPayment',
    '/v1/checkout/payment',
    { session_id, amount: 199.9, external_id: 'o-1' },
    '{"url":"https://page"}',
    { paymentId: '', url: 'https://page' },
  ],
  [
    'checkoutStatus',
    '/v1/get-status',
    { session_id },
    '{"status":"paid","amount":"199.90","operations":[]}',
    { ...paid, raw: { status: 'paid', amount: '199.90', operations: [] } },
  ],
  ['voidCheckoutSession', '/v1/void', { session_id }, 'null', undefined],
  ['expireCheckoutSession', '/v1/expire', { session_id }, 'null', undefined],
];

const recipient = { phone: '380' };
const comfort: readonly Row[] = [
  [
    'createOperations',
    '/v1/operations/create',
    [{ guid: 'g-1', amount: '199.90', purpose: 'p', recipient }],
    '[{"guid":"g-1","public_id":"7"}]',
    [{ guid: 'g-1', publicId: '7' }],
  ],
  ['refundOperations', '/v1/operations/refund', ['g-1'], '{"any":1}', { any: 1 }],
  [
    'operationStatus',
    '/v1/operations/status',
    { guid: 'g-1' },
    '{"status":"done","public_id":"7"}',
    { status: 'done', publicId: '7' },
  ],
  [
    'changeRecipientData',
    '/v1/operations/change-recipient-data',
    { guid: 'g-1', recipient },
    '',
    null,
  ],
  [
    'exportComfortOperations',
    '/v1/export-operations',
    { from_date: 'a', to_date: 'b', format: 'CSV', recepient_email: 'c@shop.example' },
    '{"export_id":"e","status":"new"}',
    { exportId: 'e', status: 'new' },
  ],
];

describe('an operation', () => {
  for (const [name, path, body, answer, result] of rows) {
    test(`${name} names the merchant in its body, and reads its answer`, async () => {
      const called = await callOnce(everyCall[name], answer);
      const { url, method } = called.sent;
      assert.deepEqual([method, url], ['POST', `https://service.example${path}`]);
      assert.deepEqual(called.sent.body, { merchant_id: '17', ...body });
      assert.deepEqual(called.result, result);
    });
  }

  for (const [name, path, body, answer, result] of comfort) {
    test(`${name} names the merchant in a header, and reads its answer`, async () => {
      const comfortBaseUrl = 'https://comfort.example';
      const called = await callOnce(everyCall[name], answer, { comfortBaseUrl });
      const { url, method, headers } = called.sent;
      assert.deepEqual([method, url], ['POST', `https://comfort.example${path}`]);
      assert.equal(headers['x-merchant-id'], '17');
      assert.deepEqual(called.sent.body, body);
      assert.deepEqual(called.result, result);
    });
  }

  test('printExpressWaybill asks for a PDF, and everything else for JSON', async () => {
    const waybill = await callOnce(everyCall.printExpressWaybill, '%PDF-1.4');
    assert.equal(waybill.sent.headers['accept'], 'application/pdf');
    const status = await callOnce(everyCall.getStatus, '{"status":"paid"}');
    assert.equal(status.sent.headers['accept'], 'application/json');
  });

  test('balance is a GET without a body, and is signed all the same', async () => {
    const { sent, result } = await callOnce(everyCall.balance, '{"balance":12.5}');
    assert.deepEqual([sent.method, sent.url], ['GET', 'https://service.example/v1/balance']);
    assert.equal(sent.body, null);
    assert.equal(sent.headers['x-sign'], 'signed-0-bytes');
    assert.deepEqual(result, { balance: '12.5' });
  });

  for (const name of ['exportOperations', 'initSecureDelivery'] as const) {
    test(`${name} goes where the profile says, with what the caller gives`, async () => {
      const profile = defineProfile(defaultProfile, {
        paths: { [name]: '/v1/told-by-the-service' },
      });
      const { sent, result } = await callOnce(everyCall[name], '[1]', { profile });
      assert.equal(sent.url, 'https://service.example/v1/told-by-the-service');
      assert.equal(Object.keys(sent.body as object)[0], 'merchant_id');
      assert.deepEqual(result, [1]);
    });
  }

  const useless: readonly (readonly [Operation, string])[] = [
    ['session', '{}'],
    ['session', '[]'],
    ['session', 'null'],
    ['session', JSON.stringify({ id: 's'.repeat(256) })],
    ['session', '{"id":"s\\u0000"}'],
    ['validateMerchant', '{}'],
    ['payToken', '{"id":"s-1"}'],
    ['getStatus', '{"status":'],
    ['getStatus', JSON.stringify({ status: 'p'.repeat(65) })],
    ['getStatus', '{"status":"paid\\u0000"}'],
    ['payToken', '{"status":"paid\\n"}'],
    ['printExpressWaybill', ''],
    ['deliveryPrice', '{"delivery_price":null}'],
    ['createOperations', '{}'],
    ['balance', '{}'],
  ];
  for (const [name, answer] of useless) {
    test(`${name} takes ${answer.slice(0, 80) || 'nothing'} for no answer`, async () => {
      await assert.rejects(callOnce(everyCall[name], answer), { code: 'service_answer_invalid' });
    });
  }
});
