import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attempt } from '../order/attempt.ts';
import { blank } from '../order/blank.ts';
import { emptyRecord, type OrderRecord } from '../order/record.ts';
import { bodyOf, readRecord } from './record-body.ts';

const [at, clockSince, openedAt] = [1_795_897_200_000, 7, 1_795_897_183_140];
const read = (body: string): OrderRecord => {
  return readRecord({ order: 'o-1', version: 1, body, due: [], at, clockSince });
};
const blankAttempt: Attempt = {
  ...blank,
  id: '01a22071-9f21-7b0b-9017-5eb34b9d6e97',
  order: 'o-1',
  state: 'created',
  currency: 'UAH',
  asked: 0,
  sessionId: 's-1',
  openedAt,
  updatedAt: openedAt,
  readAt: at,
  clockSince,
};

/** Each field with a value that no other field has. */
const fullAttempt: Attempt = {
  ...blankAttempt,
  id: 'u',
  state: 'authorized',
  live: true,
  currency: 'JPY',
  asked: 1,
  held: 2,
  charged: 3,
  refunded: 4,
  sessionId: '.u',
  paymentId: '',
  wallet: 'wallet-b',
  idempotencyKey: 'key "1"\n',
  requestHash: '01'.repeat(16),
  tokenHash: '02'.repeat(16),
  receiptHash: '03'.repeat(16),
  status: 'hold',
  refusal: 'card_declined',
  acsUrl: 'https://bank.example/',
  flag: 'contradicted',
  cardNetwork: 'visa',
  cardLast4: '4242',
  bankReference: '612345678901',
  openedAt: openedAt + 5,
  sentAt: openedAt + 6,
  absentAt: openedAt + 7,
  doubtedAt: openedAt + 8,
  amountsAt: openedAt + 9,
  holdEndsAt: openedAt + 604_800_000,
  holdNotice: 48,
  updatedAt: openedAt - 1,
  version: 10,
};

const record: OrderRecord = {
  ...emptyRecord('o-1'),
  attempts: [blankAttempt, fullAttempt],
  history: [
    {
      attempt: 'u',
      from: 'sending',
      to: 'authorized',
      cause: 'webhook',
      status: 'hold',
      at: openedAt + 9,
    },
  ],
  reports: [
    {
      wallet: 'wallet-a',
      phase: 'opened',
      code: 'config',
      origin: 'integration',
      tag_version: '1',
      at,
    },
  ],
  reopenedAt: 5,
  earlier: '1795897183140 ["u"]',
  isShrunk: true,
};

describe('the text of a record', () => {
  it('is the record again, with each field of an attempt', () => {
    assert.deepEqual(read(bodyOf(record)), record);
  });

  it('leaves out what every attempt begins with', () => {
    const attempt = { ...blankAttempt, id: 'a-1' };
    assert.equal(
      bodyOf({ ...emptyRecord('o-1'), attempts: [attempt] }),
      `{"v":1,"t":${String(openedAt)},"a":[{"id":".a-1","se":".s-1","st":".created","cu":".UAH","as":0,"op":0,"up":0}]}`,
    );
  });

  const text = bodyOf(record);
  const foreignTexts = {
    'no form': '{"attempts":[]}',
    'a form after this one': text.replace('"v":1', '"v":2'),
    'a field that this release does not know': text.replace('"st"', '"zz"'),
    'a state that it does not know': text.replace('".authorized"', '".dreaming"'),
    'no record at all': 'paid',
  };
  for (const [name, foreignText] of Object.entries(foreignTexts)) {
    it(`is refused where it has ${name}`, () => {
      assert.throws(() => read(foreignText), {
        code: 'config_invalid',
        message: /^A newer release wrote /,
      });
    });
  }
});
