import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { CodedError, ServiceError } from '@wallet-buttons/service-client';
import { describe as described, isErrorCode, WalletServerError, wholeNumber } from './errors.ts';

const secret = 'SECRET-7f3a';

describe('an error of the server', () => {
  it('has a code, says who has to act and what to do', () => {
    const error = new WalletServerError('too_many', 'Too many payments.', { retryAfter: 7 });
    assert.ok(error instanceof CodedError);
    assert.equal(String(error), 'WalletServerError: Too many payments.');
    const { code, origin, retryable, status, suggestion, details } = error;
    assert.deepEqual([code, origin, retryable, status], ['too_many', 'request', true, 429]);
    assert.equal(suggestion, 'Wait as long as Retry-After says.');
    assert.deepEqual(details, { retryAfter: 7 });
  });

  it('keeps an error of a signed call as its cause, and of any other only what is safe', () => {
    const inner = new ServiceError('service_refused', 'It answered 400.', { serviceCode: 'Bad' });
    const outer = new WalletServerError('not_opened', 'No session was opened.', { cause: inner });
    assert.equal(outer.cause, inner);
    const { cause } = described(outer) as { readonly cause: unknown };
    assert.deepEqual(cause, described(inner));
    const other = new WalletServerError('internal', 'It failed.', { cause: new Error(secret) });
    assert.ok(other.cause instanceof Error);
    assert.ok(!inspect(other, { depth: 12, showHidden: true }).includes(secret));
  });
});

it('knows the codes of the server and of the signed calls', () => {
  assert.ok(isErrorCode('not_opened') && isErrorCode('service_refused'));
  assert.ok(!isErrorCode('other') && !isErrorCode('toString'));
});

it('refuses the number of an option with an error of the server', () => {
  assert.equal(wholeNumber(1, 'limit'), 1);
  assert.throws(() => wholeNumber(0, 'limit'), {
    name: 'WalletServerError',
    code: 'config_invalid',
    message: /^limit must be a whole number/,
  });
});
