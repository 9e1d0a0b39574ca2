import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant } from '../../../test/merchant.ts';

/** A payment as the server's client records it: names and statuses are kept, other texts are redacted. */
const recording = [
  {
    operation: 'session',
    request: { merchant_id: 'redacted-0', callback_url: 'https://redacted.example/1' },
    status: 200,
    answer: { id: 'redacted-2', hook: 'https://redacted.example/1' },
  },
  { operation: 'getStatus', request: {}, status: 503, answer: '12 bytes' },
  {
    operation: 'getStatus',
    request: { session_id: 'redacted-3' },
    status: 200,
    answer: { data: { status: 'paid', sessions: [{ id: 'redacted-3' }], amount: 1 } },
  },
];
const open = { merchant_id: 'm-1', callback_url: 'https://shop.example/hook' };

describe('a recording that is played back', () => {
  it('answers with what the service said, in its order, the last answer again', async (t) => {
    const merchant = await Merchant.open(t, { recording });
    const { body } = await merchant.call('/v1/session', open);
    assert.deepEqual(body, { id: 'redacted-2', hook: open.callback_url });
    const ask = async () =>
      merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: 's-1' });
    assert.equal((await ask()).status, 503);
    const recordedBody = { data: { status: 'paid', sessions: [{ id: 's-1' }], amount: 1 } };
    assert.deepEqual((await ask()).body, recordedBody, 'with the id of this session');
    assert.deepEqual((await ask()).body, recordedBody);
  });

  it('knows the texts of a query too', async (t) => {
    const profile = { operations: { getStatus: { method: 'GET' } } };
    const merchant = await Merchant.open(t, { recording: recording.slice(2), profile });
    const path = '/v1/get-status?merchant_id=m-1&session_id=s-1';
    const { body } = await merchant.call(path, '', { method: 'GET' });
    assert.deepEqual(body['data'], { status: 'paid', sessions: [{ id: 's-1' }], amount: 1 });
  });

  it('leaves to the sandbox what it does not have, and takes no forged call', async (t) => {
    const merchant = await Merchant.open(t, { recording: recording.slice(1) });
    const { id } = (await merchant.call('/v1/session', open)).body;
    assert.match(String(id), /^[\da-f-]{36}$/);
    const forgery = await merchant.call(
      '/v1/get-status',
      { session_id: id },
      { signatures: ['AA'] },
    );
    assert.equal(forgery.status, 400);
  });

  it('has to be a recording', async (t) => {
    for (const wrong of [{}, [{ operation: 'session' }], [{ operation: 'session', status: 99 }]]) {
      await assert.rejects(Merchant.open(t, { recording: wrong }), /recording has to be a list/);
    }
  });
});
