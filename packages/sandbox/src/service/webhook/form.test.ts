import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ScenarioFields } from '../../index.ts';
import { Merchant, until } from '../../../test/merchant.ts';

interface Message {
  readonly raw: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** The webhook of a payment, as bytes. */
async function webhookOf(
  t: TestContext,
  webhookForm: NonNullable<ScenarioFields['webhookForm']>,
): Promise<Message> {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push({ raw: Buffer.concat(chunks), headers: request.headers });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const merchant = await Merchant.open(t, { scenario: { webhookForm } });
  const { port } = server.address() as AddressInfo;
  const callback = `http://127.0.0.1:${port}/`;
  const session = await merchant.call('/v1/session', {
    merchant_id: 'm-1',
    callback_url: callback,
  });
  const id = String(session.body['id']);
  await merchant.call('/v1/payment', { merchant_id: 'm-1', session_id: id, amount: 199.9 });
  await merchant.pay(id);
  await until(() => messages.length === 1);
  const [message = assert.fail()] = messages;
  const signature = Buffer.from(String(message.headers['x-sign-v2']), 'base64');
  const isSigned = verify('sha256', message.raw, merchant.sandbox.webhookPublicKey, signature);
  assert.ok(isSigned, `the bytes of ${webhookForm} are not what was signed`);
  return message;
}

describe('a webhook that is rightly signed', () => {
  it('can be a form', async (t) => {
    const { raw, headers } = await webhookOf(t, 'form');
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
    const form = new URLSearchParams(raw.toString());
    assert.deepEqual([form.get('status'), form.get('amount')], ['paid', '199.90']);
    assert.match(form.get('card_details') ?? '', /^\{"/);
  });

  it('can be compressed', async (t) => {
    const { raw, headers } = await webhookOf(t, 'gzip');
    assert.equal(headers['content-encoding'], 'gzip');
    assert.match(gunzipSync(raw).toString(), /"status":"paid"/);
  });

  it('can begin with a byte order mark, be a list, or only a ping', async (t) => {
    const bom = await webhookOf(t, 'bom');
    assert.equal(bom.raw.subarray(0, 3).toString('hex'), 'efbbbf');
    const list = JSON.parse((await webhookOf(t, 'list')).raw.toString()) as { status: string }[];
    assert.equal(list[0]?.status, 'paid');
    assert.equal((await webhookOf(t, 'ping')).raw.toString(), '{}');
  });
});
