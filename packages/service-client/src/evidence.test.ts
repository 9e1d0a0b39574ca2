import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyAnswer } from '../testing/empty-answer.ts';
import { CodedError, ServiceError, type ServiceErrorCode } from './errors.ts';
import {
  checkPayment,
  checkSuccess,
  type Evidence,
  readChange,
  readEvidence,
  readStatus,
  resultOf,
  type Subject,
} from './evidence.ts';
import { type PaymentAnswer, unreadable } from './operations.ts';
import { defaultProfile, defineProfile } from './profile.ts';

const subject: Subject = { sessionId: 's-1', order: 'o-1', paymentId: '77' };
type Call = Parameters<typeof readEvidence>[0];

function ofError(call: Call, error: unknown, profile = defaultProfile): Evidence['kind'] {
  return readEvidence(call, { error }, subject, profile).kind;
}

function ofAnswer(call: Call, answer: Partial<PaymentAnswer>): Evidence['kind'] {
  return readEvidence(call, { answer: { ...emptyAnswer, ...answer } }, subject, defaultProfile)
    .kind;
}

describe('the error of a call', () => {
  const cases: readonly (readonly [ServiceErrorCode, string | undefined, Evidence['kind']])[] = [
    ['service_unreachable', undefined, 'not_sent'],
    ['signer_failed', undefined, 'not_sent'],
    ['config_invalid', undefined, 'not_sent'],
    ['key_invalid', undefined, 'not_sent'],
    ['invalid_field', undefined, 'not_sent'],
    ['service_refused', 'CardDeclined', 'refused'],
    ['service_refused', undefined, 'unknown'],
    ['service_refused', 'InProgressError', 'unknown'],
    ['service_refused', 'SessionNotFoundError', 'refused'],
    ['service_failed', 'validation', 'unknown'],
    ['service_no_answer', undefined, 'unknown'],
    ['service_answer_invalid', undefined, 'unknown'],
    ['internal', undefined, 'unknown'],
  ];
  for (const [code, serviceCode, kind] of cases) {
    it(`is ${kind} on ${code} ${serviceCode ?? ''}`, () => {
      const error = new ServiceError(code, '', serviceCode === undefined ? {} : { serviceCode });
      assert.equal(ofError('payToken', error), kind);
      assert.equal(ofError('refund', error), kind);
    });
  }

  it('is not_sent on an error of the server, which stores the intent before a call', () => {
    class StoreError extends CodedError {
      override readonly name = 'StoreError';
    }
    const row = [503, 'store', 'Check the database.'] as const;
    const error = new StoreError('store_failed', row, 'The database failed.', {});
    assert.equal(ofError('payToken', error), 'not_sent');
  });

  it('is unknown on anything else that is thrown', () => {
    for (const value of [new TypeError('fetch failed'), 'text', null, { code: 'ECONNREFUSED' }]) {
      assert.equal(ofError('payToken', value), 'unknown');
    }
  });

  it('says that nothing is known where a question names the code of the profile', () => {
    const error = new ServiceError('service_refused', '', { serviceCode: 'GoneError' });
    const profile = defineProfile({ errors: { notFound: ['GoneError'] } });
    assert.equal(ofError('getStatus', error, profile), 'nothing');
    assert.equal(ofError('getStatus', error), 'refused');
  });
});

describe('an answer', () => {
  it('is a status for each call where it names the payment', () => {
    for (const call of ['payToken', 'getStatus', 'refund', 'void', 'completeHold'] as const) {
      assert.equal(ofAnswer(call, { status: 'paid', sessionId: 's-1' }), 'status', call);
      assert.equal(ofAnswer(call, { status: 'paid', externalId: 'o-1' }), 'status', call);
    }
  });

  it('need not name the payment where it answers a token or a question, or is a webhook', () => {
    for (const call of ['payToken', 'getStatus', 'webhook'] as const) {
      assert.equal(ofAnswer(call, { status: 'paid' }), 'status', call);
    }
    for (const call of ['refund', 'void', 'completeHold', 'expire'] as const) {
      assert.equal(ofAnswer(call, { status: 'paid' }), 'unknown', call);
    }
  });

  it('is a mismatch where it names another session, order or payment, in any item', () => {
    const part = { paymentId: null, externalId: null, status: null, amount: null, refunded: null };
    const others: readonly Partial<PaymentAnswer>[] = [
      { sessionId: 's-2' },
      { externalId: 'o-2' },
      { paymentId: '78' },
      { payments: [part, { ...part, externalId: 'o-2' }] },
      { payments: [part, { ...part, paymentId: '78' }] },
    ];
    for (const other of others) {
      assert.equal(ofAnswer('getStatus', { status: 'paid', ...other }), 'mismatch');
    }
    const ids = { paymentId: '77', externalId: 'o-1' };
    const payments = [{ ...part, ...ids }];
    assert.equal(ofAnswer('getStatus', { status: 'paid', ...ids, payments }), 'status');
  });

  it('is nothing where the session is untouched, and accepted where it is empty', () => {
    assert.equal(ofAnswer('getStatus', { status: 'created' }), 'nothing');
    assert.equal(
      ofAnswer('payToken', { status: 'created', acsUrl: 'https://bank.example' }),
      'status',
    );
    const result = { answer: null };
    assert.equal(readEvidence('refund', result, subject, defaultProfile).kind, 'accepted');
  });
});

describe('the result of a call', () => {
  it('is its answer, or what it throws', async () => {
    const error = new Error('No connection.');
    assert.deepEqual(await resultOf(async () => Promise.resolve(emptyAnswer)), {
      answer: emptyAnswer,
    });
    assert.deepEqual(await resultOf(async () => Promise.resolve(null)), { answer: null });
    assert.deepEqual(await resultOf(async () => Promise.reject(error)), { error });
  });
});

const invalid = (message: RegExp) => ({ code: 'service_answer_invalid', message });

describe('a body that came with the HTTP status of a success', () => {
  const check = (body: unknown) => () => {
    checkSuccess(body, defaultProfile);
  };

  it('is a refusal where it says so', () => {
    const flags = [false, 0, 'false', 'False', '0', 'no'].map((success) => ({ success }));
    for (const body of [...flags, { type: 'validation' }, { type: 'fatal', id: '1' }]) {
      assert.throws(check(body), invalid(/body of a refusal/), JSON.stringify(body));
    }
  });

  it('is no refusal where it does not say so', () => {
    const flags = [true, 1, 'true', '1', 'yes', '', null].map((success) => ({ success }));
    for (const body of [{}, ...flags, { type: 'card' }, null]) {
      assert.doesNotThrow(check(body), JSON.stringify(body));
    }
  });
});

describe('an answer that names a status', () => {
  const { answer, payment } = defaultProfile.operations.getStatus;
  const read = (body: unknown): PaymentAnswer => readStatus(body, answer, payment, defaultProfile);
  const amountOf = (amount: string | null, ...parts: (string | null)[]): string | null => {
    const operations = parts.map((part) => ({ amount: part }));
    return read({ status: 'paid', amount, operations }).amount;
  };

  it('is read by the places of the profile', () => {
    const body = { status: 'paid', id: 's-1', amount: '1.00', currency: 'UAH' };
    const { status, sessionId, amount } = read(body);
    assert.deepEqual([status, sessionId, amount], ['paid', 's-1', '1.00']);
  });

  it('has the amount that it names, if its payments name none or add up to it', () => {
    assert.equal(amountOf('1.00'), '1.00');
    assert.equal(amountOf('1.00', null), '1.00');
    assert.equal(amountOf('1.00', '0.4', '0.6'), '1.00');
    assert.equal(amountOf(null, '0.4', '0.6'), '1');
  });

  it('has an amount that cannot be read, if its payments add up to another one', () => {
    assert.equal(amountOf('1.00', '0.4', '0.5'), unreadable);
    assert.equal(amountOf('1.00', '0.4', null), unreadable);
    const { status, sessionId } = read({
      id: 's-1',
      status: 'paid',
      amount: '1',
      operations: [{ amount: '2' }],
    });
    assert.deepEqual([status, sessionId], ['paid', 's-1']);
  });

  it('is no status if it is a refusal', () => {
    const refusal = { status: 'paid', success: false };
    assert.throws(() => read(refusal), invalid(/body of a refusal/));
  });
});

describe('the answer to an operation', () => {
  it('is a status, at the places of the answer to a question', () => {
    assert.equal(readChange('refund', { status: 'refunded' }, defaultProfile)?.status, 'refunded');
  });

  it('may be empty where the profile says so', () => {
    const profile = defineProfile({ operations: { refund: { emptyAnswer: false } } });
    assert.equal(readChange('void', null, profile), null);
    assert.throws(() => readChange('refund', null, profile), invalid(/is empty/));
  });
});

describe('the answer to payment', () => {
  const money = { amount: '1.00', currency: 'UAH' };
  const check = (body: unknown) => () => {
    const input = { sessionId: 's-1', externalId: 'o-1', amount: money };
    checkPayment(body, input, defaultProfile);
  };

  it('may name nothing, or just what was asked for', () => {
    const whole = { session_id: 's-1', external_id: 'o-1', amount: '1.0', currency: 'uah' };
    for (const body of [{}, whole, { ...whole, amount: 1 }]) assert.doesNotThrow(check(body));
  });

  it('names no other session, order, amount or currency', () => {
    const others = [
      { session_id: 's-2' },
      { external_id: 'o-2' },
      { amount: '1.01' },
      { amount: 'odd' },
      { currency: 'USD' },
    ];
    for (const body of others) {
      assert.throws(check(body), invalid(/another session, order or amount/), JSON.stringify(body));
    }
  });

  for (const body of [null, 'added', 5, true]) {
    it(`is a payment, and not ${JSON.stringify(body)}`, () => {
      assert.throws(check(body), invalid(/is no payment/));
    });
  }

  it('is no refusal', () => {
    assert.throws(check({ success: false }), invalid(/body of a refusal/));
  });
});
