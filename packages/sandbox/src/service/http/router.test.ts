import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant, xSign } from '../../../test/merchant.ts';

const body = '{"merchant_id":"m-1"}';

describe('a call at a path that the service does not have', () => {
  it('is answered with 404, and the log names the path that was meant', async (t) => {
    const { sandbox } = await Merchant.open(t);
    for (const [path, meant] of [
      ['/session', '/v1/session'],
      ['/v1/v1/session', '/v1/session'],
      ['//v1/session', '/v1/session'],
      ['/V1/Session', '/v1/session'],
      ['/v1/session/', '/v1/session'],
      ['/api/v1/pay-token', '/v1/pay-token'],
    ] as const) {
      const { status } = await post(sandbox.url + path);
      assert.equal(status, 404, path);
      const call = sandbox.calls().at(-1);
      assert.equal(call?.path, path);
      assert.equal(call.error, `There is no POST ${path}. Call POST ${meant}.`);
    }
  });

  it('is answered with 404, and the log names all paths where none is alike', async (t) => {
    const { sandbox } = await Merchant.open(t);
    assert.equal((await post(`${sandbox.url}/payments`)).status, 404);
    assert.match(
      sandbox.calls().at(-1)?.error ?? '',
      /^There is no POST \/payments\. There are: POST \/v1\/session, POST \/v1\/payment, /,
    );
  });

  it('is answered with 404 for another method, and the log names the right one', async (t) => {
    const { sandbox } = await Merchant.open(t);
    const { status } = await fetch(`${sandbox.url}/v1/session`);
    assert.equal(status, 404);
    const error = 'There is no GET /v1/session. Call POST /v1/session.';
    assert.equal(sandbox.calls().at(-1)?.error, error);
  });
});

function post(url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-sign': xSign(body) };
  return fetch(url, { method: 'POST', headers, body });
}
