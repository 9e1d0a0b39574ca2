import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant } from '../../../test/merchant.ts';

describe('POST /v1/walleta-pay/validate-merchant', () => {
  const request = {
    merchant_id: 'm-1',
    validation_url: 'https://gateway.test/session',
    domain: 'shop.test',
  };
  const path = '/v1/walleta-pay/validate-merchant';

  it('answers a merchant session, another one each time', async (t) => {
    const merchant = await Merchant.open(t, { merchantName: 'Tea & Co' });
    const { body } = await merchant.call(path, request);
    const second = await merchant.call(path, request);
    assert.equal(body['domainName'], 'shop.test');
    assert.equal(body['displayName'], 'Tea & Co');
    assert.equal(Number(body['expiresAt']) - Number(body['epochTimestamp']), 300_000);
    assert.match(String(body['signature']), /^[0-9a-f]{512}$/);
    assert.notEqual(body['merchantSessionIdentifier'], second.body['merchantSessionIdentifier']);
  });

  it('knows registered domains only', async (t) => {
    const merchant = await Merchant.open(t, { domains: ['shop.test'] });
    assert.equal((await merchant.call(path, request)).status, 200);
    const other = await merchant.call(path, { ...request, domain: 'evil.test' });
    assert.equal(other.body['code'], 'DomainNotRegisteredError');
  });

  it('says what an address and a domain have to be', async (t) => {
    const merchant = await Merchant.open(t);
    for (const [wrong, message] of [
      [{ validation_url: 'http://gateway.test/' }, 'expected an absolute https URL'],
      [{ domain: 'https://shop.test' }, 'expected a host, without scheme, port and path'],
      [{ domain: 'localhost:3000' }, 'expected a host, without scheme, port and path'],
    ] as const) {
      const { body } = await merchant.call(path, { ...request, ...wrong });
      const [error] = body['errors'] as readonly { readonly message: string }[];
      assert.equal(error?.message, `Invalid input: ${message}`);
    }
    const { body } = await merchant.call('/v1/session', {
      merchant_id: 'm-1',
      callback_url: 'hook',
    });
    const [error] = body['errors'] as readonly { readonly message: string }[];
    assert.equal(error?.message, 'Invalid input: expected an absolute http or https URL');
  });

  it('takes https addresses only, and sessions that exist', async (t) => {
    const merchant = await Merchant.open(t);
    const plain = { ...request, validation_url: 'http://gateway.test/' };
    assert.equal((await merchant.call(path, plain)).body['type'], 'validation');
    const answer = await merchant.call(path, { ...request, session_id: 'nope' });
    assert.equal(answer.body['code'], 'SessionNotFoundError');
  });
});
