import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { openShop } from '../../test/shop.ts';
import { diagnosticsTrace } from './listener.ts';

describe('the trace for node:diagnostics_channel', () => {
  it('publishes requests and signed calls on their channels, without their content', async () => {
    const messages: unknown[] = [];
    const note = (message: unknown): void => void messages.push(structuredClone(message));
    for (const name of ['request', 'call']) {
      subscribe(`tracing:wallet-buttons:${name}:start`, note);
      subscribe(`tracing:wallet-buttons:${name}:asyncEnd`, note);
    }
    await using shop = await openShop({ trace: diagnosticsTrace });
    assert.equal((await shop.post('/wallet/prepare', { order: 'o-1' })).status, 204);
    assert.deepEqual(messages[0], { method: 'POST', path: '/wallet/prepare' });
    assert.deepEqual(messages[1], { operation: 'session' });
    assert.equal(messages.length, 6);
    assert.doesNotMatch(JSON.stringify(messages), /o-1/);
  });

  it('publishes nothing of the text of an error', async () => {
    const messages: unknown[] = [];
    subscribe('tracing:wallet-buttons:request:error', (message) => void messages.push(message));
    const history = async () => Promise.reject(new Error('duplicate key (orderBody)=(jane)'));
    await using shop = await openShop({ trace: diagnosticsTrace, payments: () => ({ history }) });
    assert.equal((await shop.pay()).status, 500);
    assert.equal(messages.length, 1);
    assert.match(inspect(messages), /code: 'internal'/);
    assert.doesNotMatch(inspect(messages, { depth: 9 }), /jane/);
  });
});
