import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { describe as described, redacted, ServiceError, wholeNumber } from './errors.ts';

const secret = 'SECRET-7f3a';
const textOf = (error: unknown): string => inspect(error, { depth: 12, showHidden: true });

describe('an error of another package', () => {
  it('keeps its name, its code and where it arose', () => {
    const error = Object.assign(new TypeError(`no ${secret}`), {
      code: 'ECONNRESET',
      body: secret,
    });
    const safe = redacted(error) as Error & { readonly code: string };
    const { name, message, code } = safe;
    assert.deepEqual([name, message, code], ['TypeError', 'ECONNRESET', 'ECONNRESET']);
    const [head, ...frames] = (safe.stack ?? '').split('\n');
    assert.equal(head, 'TypeError: ECONNRESET');
    assert.match(frames[0] ?? '', /errors\.test\.ts:\d+:\d+/);
    assert.ok(!textOf(safe).includes(secret));
  });

  it('without a code says that its text is kept back', () => {
    const safe = redacted(new Error(secret));
    assert.equal(safe.message, 'The text of this error is kept back.');
    assert.deepEqual(Object.keys(safe), []);
    assert.equal(safe.cause, undefined);
  });

  it('of SQLite keeps the fixed text of its code, which alone does not say what is wrong', () => {
    const code = 'ERR_SQLITE_ERROR';
    const error = Object.assign(new Error(secret), { code, errstr: 'database or disk is full' });
    assert.equal(redacted(error).message, 'database or disk is full');
    assert.equal(redacted(redacted(error)).message, 'database or disk is full');
    assert.ok(!textOf(redacted(error)).includes(secret));
    const other = Object.assign(new Error(secret), { code: 'OTHER', errstr: secret });
    assert.ok(!textOf(redacted(other)).includes(secret));
    const textless = Object.assign(new Error(secret), { code, errstr: 13 });
    assert.equal(redacted(textless).message, code);
  });

  it('keeps what caused it, four causes deep', () => {
    let error = new Error(secret);
    for (let index = 0; index < 9; index += 1) error = new Error(secret, { cause: error });
    let depth = 0;
    for (let safe: unknown = redacted(error); safe instanceof Error; safe = safe.cause) depth += 1;
    assert.equal(depth, 5);
    assert.ok(!textOf(redacted(error)).includes(secret));
  });

  it('may be any value', () => {
    for (const value of [secret, null, undefined, 1, { message: secret, stack: secret }]) {
      const safe = redacted(value);
      assert.equal(safe.stack, 'Error: The text of this error is kept back.');
      assert.ok(!textOf(safe).includes(secret));
    }
  });

  const texts: readonly (readonly [string, string])[] = [
    ['with a space', `a ${secret}`],
    ['that is too long', 'x'.repeat(65)],
    ['with a hyphen', '5c1f-77aa'],
    ['that is empty', ''],
  ];
  for (const [name, text] of texts) {
    it(`loses a name or a code ${name}`, () => {
      const error = Object.assign(new Error(''), { name: text, code: text });
      const safe = redacted(error);
      assert.equal(safe.name, 'Error');
      assert.equal(safe.message, 'The text of this error is kept back.');
      assert.deepEqual(Object.keys(safe), []);
    });
  }

  it('loses a code that is a number: its name says what it is', () => {
    const safe = redacted(new DOMException(secret, 'AbortError'));
    assert.equal(safe.stack?.split('\n')[0], 'AbortError: The text of this error is kept back.');
    assert.deepEqual(Object.keys(safe), []);
  });

  it('keeps a name and a code of 64 letters', () => {
    const error = Object.assign(new Error(''), { name: 'N'.repeat(64), code: 'C'.repeat(64) });
    assert.equal(redacted(error).name, error.name);
    assert.equal(redacted(error).message, error.code);
  });

  it('has no frames that are lines of its text', () => {
    const framesOf = (error: Error): readonly string[] =>
      (redacted(error).stack ?? '').split('\n').slice(1);
    const text = `a\n    at ${secret} (file.js:1:2)\n    at ${secret}`;
    assert.ok(!framesOf(new Error(text)).some((line) => line.includes(secret)));
    const shortError = new Error('short');
    shortError.stack = `Error: changed\n    at ${secret}\n  x at ok (a.js:1:2)\n    at ok (a.js:1:2)x\n    at a.js:3:4\n    at ok (a.js:10:20)`;
    assert.deepEqual(framesOf(shortError), ['    at a.js:3:4', '    at ok (a.js:10:20)']);
    const bare = new Error('none');
    Reflect.deleteProperty(bare, 'stack');
    assert.deepEqual(framesOf(bare), []);
  });

  it('is logged by its code or name and its place, never by its text', () => {
    const { error, at } = described(Object.assign(new TypeError(secret), { code: 'ECONNRESET' }));
    assert.equal(error, 'ECONNRESET');
    assert.match(String(at), /errors\.test\.ts/);
    assert.deepEqual(described(secret), { error: 'string' });
  });
});

it('an error that throws when it is read is one without anything', () => {
  for (const member of ['stack', 'cause', 'name', 'code']) {
    const odd = Object.defineProperty(new Error(secret), member, {
      get: () => {
        throw new Error(secret);
      },
    });
    assert.equal(redacted(odd).name, 'Error');
    assert.ok(!textOf(new ServiceError('internal', 'It failed.', { cause: odd })).includes(secret));
  }
});

describe('an error of this package', () => {
  it('keeps the safe fields of its cause, and all of a cause of this package', () => {
    const inner = new ServiceError('service_answer_invalid', 'The answer is too long.');
    const outer = new ServiceError('internal', 'It failed.', { cause: inner });
    assert.equal(outer.cause, inner);
    const other = new ServiceError('internal', 'It failed.', { cause: new Error(secret) });
    assert.ok(other.cause instanceof Error);
    assert.ok(!textOf(other).includes(secret));
    assert.ok(!('cause' in new ServiceError('internal', 'It failed.')));
  });

  it('is logged with its code, its text, what to do, and what the service said', () => {
    const cause = new ServiceError('service_answer_invalid', 'The answer is too long.');
    const details = { serviceStatus: 400, serviceCode: 'Bad', field: 'token', cause };
    const description = described(new ServiceError('service_refused', 'It answered 400.', details));
    assert.deepEqual(description, {
      code: 'service_refused',
      text: 'It answered 400.',
      suggestion: 'Read serviceCode; a 403 points to the IP allow-list.',
      serviceStatus: 400,
      serviceCode: 'Bad',
      cause: {
        code: 'service_answer_invalid',
        text: 'The answer is too long.',
        suggestion: 'Compare the answer with the wire profile.',
      },
    });
  });
});

describe('the number of an option', () => {
  it('is whole, at least one, and no more than a timer takes', () => {
    for (const value of [NaN, 0.5, -1, 0, Infinity, 2 ** 31, '1' as never, undefined as never]) {
      assert.throws(
        () => {
          wholeNumber(value, 'timeout');
        },
        { code: 'config_invalid', message: /^timeout must be a whole number/ },
      );
    }
    wholeNumber(0, 'timeout', 0);
    wholeNumber(2 ** 31 - 1, 'timeout');
  });
});
