import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { transport } from './a-transport.ts';
import { contentType } from './b-content-type.ts';
import { json } from './c-json.ts';
import { payment } from './d-payment.ts';
import { merchant } from './e-merchant.ts';
import { bankPage } from './f-bank-page.ts';
import { signature } from './g-signature.ts';
import { webhook } from './h-webhook.ts';
import { proxy } from './i-proxy.ts';
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

describe('the process that all of this was thrown at', () => {
  test('is the same, has not grown, and takes a payment (I21)', async () => {
    const { pid, memory } = await target.ask();
    assert.equal(pid, target.pid);
    assert.ok(memory - memoryBefore < 64 * 1024 * 1024);
    assert.equal((await target.pay('o-last')).status, 200);
    assert.equal(target.attemptOf('o-last').state, 'paid');
  });

  test('has sent no order’s token twice (I3)', () => {
    const tokens = target.service.to('/v1/pay-token').map(({ body }) => String(body['session_id']));
    assert.equal(new Set(tokens).size, tokens.length);
  });

  test('has spoken to the payment service and to nobody else, and has looked up no name (I15)', () => {
    const connected = target.logs.flatMap((line) => line['connected'] ?? []);
    assert.deepEqual([...new Set(connected)], [target.service.baseUrl]);
    assert.deepEqual(
      target.logs.filter((line) => 'resolved' in line),
      [],
    );
  });

  test('has logged nothing of what it was sent', () => {
    assert.ok(target.logs.length > 100);
    assert.ok(!JSON.stringify(target.logs).includes(marker));
  });
});

describe('the list of bad inputs', () => {
  const here = new URL('.', import.meta.url);
  const sources = readdirSync(here).map((name) => readFileSync(new URL(name, here), 'utf8'));
  const named = new Set(sources.join('\n').match(/(?<=['`])(?:[A-H]\d+|[IJ]-\d+)(?=: )/g));
  const groups = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const ends = [14, 22, 40, 56, 72, 84, 98, 112];

  test('has a test for each of the 112, and of the proxies’ and the start’s', () => {
    const all = Array.from({ length: 112 }, (_, at) => {
      const group = groups[ends.findIndex((end) => at < end)] ?? '';
      return `${group}${String(at + 1)}`;
    });
    const more = [
      ...Array.from({ length: 16 }, (_, at) => `I-${String(at + 1)}`),
      ...Array.from({ length: 12 }, (_, at) => `J-${String(at + 1)}`),
    ];
    assert.deepEqual(
      [...all, ...more].filter((id) => !named.has(id)),
      [],
    );
  });
});
