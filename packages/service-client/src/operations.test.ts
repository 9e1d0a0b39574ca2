import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { OperationName } from '@wallet-buttons/protocol';
import { emptyAnswer } from '../testing/empty-answer.ts';
import { callOnce, everyCall, payToken } from '../test/every-call.ts';
import {
  createServiceClient,
  type PaymentAnswer,
  type ServiceClient,
  type ServiceError,
} from './index.ts';

/** What an operation sends beside the merchant's id, what it is answered, what the caller gets. */
type Row = readonly [
  name: OperationName,
  path: string,
  body: object,
  answer: string,
  result: unknown,
];

const session_id = 's-1';
const redirect_url = 'https://shop.example/return';
const callback_url = 'https://shop.example/hook';
const part = {
  paymentId: '77',
  externalId: 'o-1',
  status: 'paid',
  amount: '199.90',
  refunded: null,
};
const paidAnswer = {
  id: 's-1',
  status: 'paid',
  amount: '199.90',
  transaction_status: 'APPROVED',
  pan: '411111******1111',
  card_type: 'visa',
  rrn: '626600000001',
  operations: [
    {
      transaction_id: 77,
      external_id: 'o-1',
      status: 'paid',
      amount: '199.90',
      refunded_amount: null,
    },
  ],
};

const rows: readonly Row[] = [
  ['session', '/v1/session', { callback_url }, '{"id":"s-1"}', { sessionId: 's-1' }],
  [
    'payment',
    '/v1/payment',
    { session_id, amount: 199.9, external_id: 'o-1' },
    '{"id":77,"url":"https://page","session_id":"s-1"}',
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
    { ...emptyAnswer, status: 'processing', acsUrl: 'https://bank' },
  ],
  [
    'getStatus',
    '/v1/get-status',
    { session_id },
    JSON.stringify(paidAnswer),
    {
      ...emptyAnswer,
      status: 'paid',
      sessionId: 's-1',
      paymentId: '77',
      externalId: 'o-1',
      amount: '199.90',
      transactionStatus: 'APPROVED',
      bankReference: '626600000001',
      card: { last4: '1111', type: 'visa' },
      payments: [part],
    },
  ],
  ['void', '/v1/void', { session_id }, 'null', null],
  ['refund', '/v1/void', { session_id, operations: [{ id: '77', amount: 199.9 }] }, 'null', null],
  ['completeHold', '/v1/complete-hold', { session_id, amount: 199.9 }, '', null],
  ['expire', '/v1/expire', { session_id }, 'null', null],
  [
    'confirmDeliveryHold',
    '/v1/confirm-delivery-hold',
    { session_id },
    '{"express_waybill":"2045"}',
    { express_waybill: '2045' },
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
    { delivery_price: 70 },
  ],
  ['createCheckoutSession', '/v1/checkout/session', { callback_url }, '{"id":"c"}', { id: 'c' }],
  [
    'addCheckoutPayment',
    '/v1/checkout/payment',
    { session_id, amount: 199.9, external_id: 'o-1' },
    '{"url":"https://page"}',
    { url: 'https://page' },
  ],
  ['checkoutStatus', '/v1/get-status', { session_id }, '{"status":"paid"}', { status: 'paid' }],
  ['voidCheckoutSession', '/v1/void', { session_id }, 'null', null],
  ['expireCheckoutSession', '/v1/expire', { session_id }, '', null],
];

const comfort: readonly Row[] = [
  [
    'createOperations',
    '/v1/operations/create',
    [{ guid: 'g-1' }],
    '[{"public_id":"7"}]',
    [{ public_id: '7' }],
  ],
  ['refundOperations', '/v1/operations/refund', ['g-1'], '{"any":1}', { any: 1 }],
  [
    'operationStatus',
    '/v1/operations/status',
    { guid: 'g-1' },
    '{"status":"done"}',
    { status: 'done' },
  ],
  [
    'changeRecipientData',
    '/v1/operations/change-recipient-data',
    { guid: 'g-1', recipient: { phone: '380' } },
    '',
    null,
  ],
  [
    'exportComfortOperations',
    '/v1/export-operations',
    { from_date: 'a', to_date: 'b', format: 'CSV', recepient_email: 'c@d' },
    '{"export_id":"e"}',
    { export_id: 'e' },
  ],
];

const voidAll = async (client: ServiceClient): Promise<unknown> =>
  client.void({ sessionId: session_id });

describe('an operation', () => {
  for (const [name, path, body, answer, result] of rows) {
    it(`${name} names the merchant in its body, and reads its answer`, async () => {
      // The service shows no field for the amount of a void.
      const call = name === 'void' ? voidAll : everyCall[name];
      const exchange = await callOnce(call, answer);
      const { url, method, text } = exchange.request;
      assert.deepEqual([method, url], ['POST', `https://service.example${path}`]);
      assert.deepEqual(JSON.parse(text), { merchant_id: '17', ...body });
      assert.deepEqual(exchange.result, result);
    });
  }

  for (const [name, path, body, answer, result] of comfort) {
    it(`${name} names the merchant in a header, on the base URL of its group`, async () => {
      const baseUrls = { comfort: 'https://comfort.example' };
      const exchange = await callOnce(everyCall[name], answer, { baseUrls });
      const { url, method, headers, text } = exchange.request;
      assert.deepEqual([method, url], ['POST', `https://comfort.example${path}`]);
      assert.equal(headers['x-merchant-id'], '17');
      assert.deepEqual(JSON.parse(text), body);
      assert.deepEqual(exchange.result, result);
    });
  }

  it('printExpressWaybill asks for a PDF, and every other one for JSON', async () => {
    const waybill = await callOnce(everyCall.printExpressWaybill, '%PDF-1.4');
    assert.equal(waybill.request.headers['accept'], 'application/pdf');
    const status = await callOnce(everyCall.getStatus, '{"status":"paid"}');
    assert.equal(status.request.headers['accept'], 'application/json');
  });

  it('printExpressWaybill may be answered with more than a mebibyte', async () => {
    const pdf = `%PDF-1.4${' '.repeat(2 ** 20)}`;
    const { result } = await callOnce(everyCall.printExpressWaybill, pdf);
    assert.equal((result as Uint8Array).length, pdf.length);
  });

  it('names the type of what it sends, and no merchant in a header unless the profile does', async () => {
    const json = await callOnce(everyCall.getStatus, '{"status":"paid"}');
    assert.deepEqual(json.request.headers, {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-sign': 'signature',
    });
    const profile = { operations: { getStatus: { encoding: 'form' } } } as const;
    const form = await callOnce(everyCall.getStatus, '{"status":"paid"}', { profile });
    assert.equal(form.request.headers['content-type'], 'application/x-www-form-urlencoded');
  });

  it('balance is a GET without a body; the empty body is signed', async () => {
    const { request, result } = await callOnce(everyCall.balance, '{"balance":12.5}');
    assert.deepEqual([request.method, request.url], ['GET', 'https://service.example/v1/balance']);
    assert.deepEqual(
      [request.text, request.signed, request.headers['x-sign']],
      ['', '', 'signature'],
    );
    assert.deepEqual(result, { balance: 12.5 });
  });

  for (const name of ['exportOperations', 'initSecureDelivery'] as const) {
    it(`${name} is sent to the path of the profile, with the fields of the caller`, async () => {
      const profile = { operations: { [name]: { path: '/v1/named-by-the-service' } } };
      const { request, result } = await callOnce(everyCall[name], '[1]', { profile });
      assert.equal(request.url, 'https://service.example/v1/named-by-the-service');
      assert.match(request.text, /^\{"merchant_id":"17","\w+":"/);
      assert.deepEqual(result, [1]);
    });
  }

  it('leaves out what it is not given', async () => {
    const { request } = await callOnce(
      async (client) => client.refund({ sessionId: 's-1' }),
      'null',
    );
    assert.deepEqual(JSON.parse(request.text), { merchant_id: '17', session_id });
    const noId = async (client: ServiceClient): Promise<unknown> =>
      client.refund({ sessionId: 's-1', paymentId: '' });
    assert.equal((await callOnce(noId, 'null')).request.text, request.text);
  });

  it('names the merchant as a number where the profile says so', async () => {
    for (const merchantId of ['7', '123456789012345']) {
      const profile = { forms: { merchantId: 'number' } } as const;
      const { request } = await callOnce(everyCall.expire, 'null', { merchantId, profile });
      assert.match(request.text, new RegExp(`"merchant_id":${merchantId}[,}]`));
    }
  });

  it('sends extra fields as they are, but none in the place of its own', async () => {
    const openSession = (extra: object) => async (client: ServiceClient) =>
      client.session({ callbackUrl: callback_url, extra: { ...extra } });
    const { request } = await callOnce(
      openSession({ client_phone: '+380', amount: 1 }),
      '{"id":"s"}',
    );
    assert.deepEqual(JSON.parse(request.text), {
      merchant_id: '17',
      callback_url,
      client_phone: '+380',
      amount: 1,
    });
    for (const name of ['merchant_id', 'callback_url']) {
      await assert.rejects(callOnce(openSession({ [name]: 'x' }), '{"id":"s"}'), {
        code: 'order_invalid',
        message: new RegExp(name),
      });
    }
  });

  it('takes the currencies of the profile, and names the entry to set for another one', async () => {
    const inEuro = async (client: ServiceClient): Promise<unknown> =>
      client.payment({
        sessionId: 's-1',
        amount: { amount: '5.00', currency: 'EUR' },
        externalId: 'o-1',
      });
    await assert.rejects(callOnce(inEuro, '{"id":1}'), {
      code: 'order_invalid',
      suggestion: /add "EUR" to currencies in the wire profile/,
    });
    const profile = {
      currencies: ['UAH', 'EUR'],
      operations: { payment: { fields: { currency: 'currency' } } },
    };
    const { request } = await callOnce(inEuro, '{"id":1}', { profile });
    assert.match(request.text, /"amount":5,.*"currency":"EUR"|"currency":"EUR"/);
  });

  const useless: readonly (readonly [OperationName, string])[] = [
    ['session', '{}'],
    ['session', '[]'],
    ['session', 'null'],
    ['session', JSON.stringify({ id: 's'.repeat(256) })],
    ['session', '{"id":"s\\u0000"}'],
    ['session', '{"id":12345678901234567891}'],
    ['payment', '{"id":77,"session_id":"s-2"}'],
    ['validateMerchant', '{}'],
    ['validateMerchant', '"text"'],
    ['payToken', '{"id":"s-1"}'],
    ['payToken', 'null'],
    ['getStatus', '{"status":'],
    ['getStatus', '\ufeff{"status":"paid"}'],
    ['getStatus', JSON.stringify({ status: 'p'.repeat(65) })],
    ['getStatus', '{"status":"paid\\u0000"}'],
    ['getStatus', '{"status":"paid\\u200b"}'],
    ['getStatus', '{"status":{"code":"paid"}}'],
    ['payToken', '{"status":"paid\\n"}'],
    ['deliveryPrice', '<html>'],
  ];
  for (const [name, answer] of useless) {
    it(`${name} refuses ${answer.slice(0, 80) || 'nothing'} as an answer`, async () => {
      await assert.rejects(callOnce(everyCall[name], answer), { code: 'service_answer_invalid' });
    });
  }
});

describe('an answer about a payment', () => {
  const read = async (answer: object, profile = {}): Promise<PaymentAnswer> => {
    const { result } = await callOnce(everyCall.getStatus, JSON.stringify(answer), { profile });
    return result as PaymentAnswer;
  };

  it('keeps each amount as an exact decimal in major units', async () => {
    const { amount, refunded } = await read({
      status: 'paid',
      amount: 199.9,
      refunded_amount: '0.10',
    });
    assert.deepEqual([amount, refunded], ['199.9', '0.10']);
    const minor = { forms: { answeredAmount: 'minor' } };
    const cents = await read({ status: 'paid', amount: 19990, refunded_amount: '10' }, minor);
    assert.deepEqual([cents.amount, cents.refunded], ['199.90', '0.10']);
  });

  it('may name of the card its number or its type alone', async () => {
    const { card: maskedCard } = await read({ status: 'paid', pan: '411111******1111' });
    assert.deepEqual(maskedCard, { last4: '1111', type: null });
    const { card: typedCard } = await read({ status: 'paid', card_type: 'visa' });
    assert.deepEqual(typedCard, { last4: null, type: 'visa' });
  });

  it('may name nothing but the bank’s page', async () => {
    const { result } = await callOnce(everyCall.payToken, '{"acs_url":"https://bank"}');
    assert.deepEqual(result, { ...emptyAnswer, acsUrl: 'https://bank' });
  });

  it('has minor units in the currency that it names', async () => {
    const profile = {
      forms: { answeredAmount: 'minor' },
      currencies: ['UAH', 'JPY'],
      operations: { payment: { fields: { currency: 'currency' } } },
    };
    assert.equal(
      (await read({ status: 'paid', amount: 500, currency: 'JPY' }, profile)).amount,
      '500',
    );
    assert.equal((await read({ status: 'paid', amount: 500 }, profile)).amount, 'unreadable');
  });

  it('notes that an amount or a currency was named where it cannot be read', async () => {
    for (const value of [
      { value: '1' },
      ['1'],
      true,
      'x'.repeat(256),
      '1\n',
      2 ** 53,
      '-1',
      '1e2',
    ]) {
      const { amount, currency } = await read({ status: 'paid', amount: value, currency: value });
      assert.deepEqual([amount, currency], ['unreadable', 'unreadable']);
    }
    for (const value of [null, '', undefined]) {
      const { amount, currency } = await read({ status: 'paid', amount: value, currency: value });
      assert.deepEqual([amount, currency], [null, null]);
    }
  });

  it('may name an order of the longest length', async () => {
    const order = '😀'.repeat(128);
    const operations = [{ external_id: order }];
    const { externalId, payments } = await read({ status: 'paid', external_id: order, operations });
    assert.deepEqual([externalId, payments[0]?.externalId], [order, order]);
  });

  it('takes what names nothing for missing', async () => {
    const odd = { transaction_status: {}, rrn: ['1'], pan: true, card_type: 'x\n' };
    const { bankReference, transactionStatus, card } = await read({ status: 'paid', ...odd });
    assert.deepEqual([bankReference, transactionStatus, card], [null, null, null]);
    const exchange = await callOnce(everyCall.payment, '{"id":{},"url":"a\\nb"}');
    assert.deepEqual(exchange.result, { paymentId: '', url: null });
  });

  it('adds up what was paid back of its payments', async () => {
    const operations = [{ refunded_amount: '10.05' }, { refunded_amount: '0.05' }, {}];
    assert.equal((await read({ status: 'paid', operations })).refunded, '10.1');
  });

  it('never leaves the session of the caller out of an answer that names another', async () => {
    const { sessionId } = await read({ id: 's-2', status: 'paid' });
    assert.equal(sessionId, 's-2');
  });

  it('can be reshaped before it is read, as can what is sent', async () => {
    const { request, result } = await callOnce(everyCall.payToken, '{"data":{"state":"paid"}}', {
      reshape: {
        request: (name, body) => ({ [name]: body }),
        answer: (_, body) => ({ status: (body as { data: { state: string } }).data.state }),
      },
    });
    assert.match(request.text, /^\{"payToken":\{"merchant_id":"17",/);
    assert.equal(request.signed, request.text);
    assert.deepEqual(result, { ...emptyAnswer, status: 'paid' });
  });

  for (const [name, , , answer] of [...rows, ...comfort]) {
    it(`and what is sent are reshaped under the name ${name}`, async () => {
      const notes: string[] = [];
      const note = (kind: string) => (operation: OperationName, body: unknown) => {
        notes.push(`${kind} of ${operation}`);
        return body;
      };
      const call = name === 'void' ? voidAll : everyCall[name];
      await callOnce(call, answer, { reshape: { request: note('body'), answer: note('answer') } });
      assert.ok(notes.includes(`body of ${name}`));
      assert.ok(notes.every((each) => each.endsWith(` ${name}`)));
    });
  }

  const fail = (): never => {
    throw new Error('broken');
  };
  for (const [kind, code] of [
    ['request', 'config_invalid'],
    ['answer', 'service_answer_invalid'],
  ] as const) {
    it(`is ${code} where the reshape of the ${kind} is a promise`, async () => {
      const failing = async (): Promise<never> => Promise.reject(new Error('private'));
      const call = callOnce(everyCall.payToken, '{"status":"paid"}', {
        reshape: { [kind]: failing },
      });
      await assert.rejects(call, (error: ServiceError) => {
        assert.equal(error.code, code);
        assert.match(String(error.cause), /must not answer a promise/);
        return true;
      });
    });

    it(`is ${code} where the reshape of the ${kind} is a promise of another class`, async () => {
      const foreign = (): unknown => runInNewContext('Promise.reject(new Error("private"))');
      const call = callOnce(everyCall.payToken, '{"status":"paid"}', {
        reshape: { [kind]: foreign },
      });
      await assert.rejects(call, (error: ServiceError) => {
        assert.match(String(error.cause), /must not answer a promise/);
        return true;
      });
    });

    it(`is ${code} where the reshape of the ${kind} throws`, async () => {
      const call = callOnce(everyCall.payToken, '{"status":"paid"}', {
        reshape: { [kind]: fail },
      });
      await assert.rejects(call, { code, message: new RegExp(`reshape\\.${kind}`) });
    });
  }
});

it('refuses a token that is not the JSON which the profile wants, before anything is sent', async () => {
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    merchantId: '1',
    signer: { sign: () => assert.fail('It was signed.') },
    profile: { wallets: { 'wallet-b': { token: 'object' } } },
    fetch: () => assert.fail('It was sent.'),
  });
  const call = client.payToken({ ...payToken, wallet: 'wallet-b', token: '{' });
  await assert.rejects(call, { code: 'invalid_field', origin: 'request' });
});
