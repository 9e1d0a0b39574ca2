import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { utf8 } from '../bytes.ts';
import { defaultProfile, defineProfile } from '../index.ts';
import { plain, refusal } from './refusal.ts';

const refused = (status: number, body: unknown = '', requestId: string | null = null) =>
  refusal(
    { status, body: utf8(typeof body === 'string' ? body : JSON.stringify(body)), requestId },
    defaultProfile,
  );

describe('an answer that is no success', () => {
  const codes: readonly (readonly [number, string])[] = [
    [302, 'service_failed'],
    [399, 'service_failed'],
    [400, 'service_refused'],
    [404, 'service_refused'],
    [408, 'service_failed'],
    [422, 'service_refused'],
    [429, 'service_failed'],
    [499, 'service_refused'],
    [500, 'service_failed'],
    [503, 'service_failed'],
  ];
  for (const [status, code] of codes) {
    test(`of ${String(status)} is ${code}`, () => {
      const error = refused(status);
      assert.deepEqual([error.code, error.details], [code, { serviceStatus: status }]);
      assert.match(error.message, new RegExp(`It answered ${String(status)}\\.`));
    });
  }

  test('of 403 points to the IP allow-list, and of 401 does not', () => {
    assert.match(refused(403).suggestion, /IP allow-list: ask the service/);
    assert.doesNotMatch(refused(401).suggestion, /ask the service/);
  });

  test('keeps its code, its id and the fields, and nothing of its text', () => {
    const body = {
      uuid: '6f1c-2',
      type: 'validation',
      error: 'for 4111111111111111',
      errors: [
        { path: 'client_phone', message: '4111' },
        { instancePath: '/amount' },
        { dataPath: 'a.b[0]' },
      ],
    };
    assert.deepEqual(refused(400, body).details, {
      serviceStatus: 400,
      serviceCode: 'validation',
      serviceFields: ['client_phone', '/amount', 'a.b[0]'],
      requestId: '6f1c-2',
    });
  });

  test('has the id of the body before that of the header, and neither when it is none', () => {
    assert.equal(refused(400, { uuid: 'b' }, 'h').details.requestId, 'b');
    assert.equal(refused(400, {}, 'h').details.requestId, 'h');
    assert.equal(refused(400, { uuid: 'b c' }).details.requestId, undefined);
    assert.equal(refused(400, {}, 'h\n').details.requestId, undefined);
  });

  test('names ten fields at most, and none that may be somebody’s data', () => {
    const errors = Array.from({ length: 11 }, (_, at) => ({ path: `f${String(at)}` }));
    assert.equal(refused(400, { errors }).details.serviceFields?.length, 10);
    const strange = ['a b', '4111 1111', 'é', 'a'.repeat(65), '', null, {}].map((path) => ({
      path,
    }));
    const more = [...strange, null, 'text', { path: 'a'.repeat(64) }];
    assert.deepEqual(refused(400, { errors: more }).details.serviceFields, ['a'.repeat(64)]);
  });

  for (const body of [
    '',
    '<html>',
    'null',
    '1',
    '[]',
    '{"errors":{"length":1}}',
    '{"errors":"x"}',
  ]) {
    test(`says no more than its status when it is ${body || 'empty'}`, () => {
      assert.deepEqual(refused(502, body).details, { serviceStatus: 502 });
    });
  }

  test('is read by the names of the profile', () => {
    const profile = defineProfile(defaultProfile, {
      answers: { fieldErrors: ['problem.list'], fieldPath: ['at'], errorCode: ['problem.name'] },
    });
    const body = utf8('{"problem":{"name":"bad","list":[{"at":"amount"}]},"code":"other"}');
    assert.deepEqual(refusal({ status: 400, body, requestId: null }, profile).details, {
      serviceStatus: 400,
      serviceCode: 'bad',
      serviceFields: ['amount'],
    });
  });
});

describe('a word of somebody else’s', () => {
  test('is kept where it is one, of 64 characters at most', () => {
    const words = ['a', 'SessionNotFoundError', '6f1c-2_b', 'a'.repeat(64)];
    assert.deepEqual(words.map(plain), words);
    const others = ['', 'a b', 'a.b', 'a\n', 'é', 'a'.repeat(65), null];
    assert.deepEqual(
      others.map(plain),
      others.map(() => null),
    );
  });
});
