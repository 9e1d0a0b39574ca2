import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { transport } from './transport.ts';
import { contentType } from './content-type.ts';
import { json } from './json.ts';
import { payment } from './payment.ts';
import { merchant } from './merchant.ts';
import { bankPage } from './bank-page.ts';
import { signature } from './signature.ts';
import { webhook } from './webhook.ts';
import { proxy } from './proxy.ts';
import { marker, startTarget } from './target.ts';

const target = await startTarget();
const { memory: memoryBefore } = await target.ask();
after(target.close);

transport(target);
contentType(target);
json(target);
payment(target);
merchant(target);
bankPage(target);
signature(target);
webhook(target);
proxy(target);

describe('the process after all bad inputs', () => {
  it('is the same, has not grown, and takes a payment', async () => {
    const { pid, memory } = await target.ask();
    assert.equal(pid, target.pid);
    assert.ok(memory - memoryBefore < 64 * 1024 * 1024);
    assert.equal((await target.pay('o-last')).status, 200);
    assert.equal(target.attemptOf('o-last').state, 'paid');
  });

  it('has sent no order’s token twice', () => {
    const tokens = target.service.to('/v1/pay-token').map(({ body }) => String(body['session_id']));
    assert.equal(new Set(tokens).size, tokens.length);
  });

  it('has connected to the payment service alone, and has looked up no name', () => {
    const connections = target.logs.flatMap((line) => line['connected'] ?? []);
    assert.deepEqual([...new Set(connections)], [target.service.baseUrl]);
    assert.deepEqual(
      target.logs.filter((line) => 'resolved' in line),
      [],
    );
  });

  it('has logged no part of the inputs', () => {
    assert.ok(target.logs.length > 100);
    assert.ok(!JSON.stringify(target.logs).includes(marker));
  });
});
