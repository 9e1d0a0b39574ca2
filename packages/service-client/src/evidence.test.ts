import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyAnswer } from '../testing/empty-answer.ts';
import { CodedError, ServiceError, type ServiceErrorCode } from './errors.ts';
import { type Evidence, readEvidence, type Subject } from './evidence.ts';
import type { PaymentAnswer } from './operations.ts';
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
    for (const thrown of [new TypeError('fetch failed'), 'text', null, { code: 'ECONNREFUSED' }]) {
      assert.equal(ofError('payToken', thrown), 'unknown');
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
    const own = { paymentId: '77', externalId: 'o-1' };
    const payments = [{ ...part, ...own }];
    assert.equal(ofAnswer('getStatus', { status: 'paid', ...own, payments }), 'status');
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
