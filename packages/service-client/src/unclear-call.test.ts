import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type * as http from 'node:http';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { clientOptions, payTokenInput, sharedFetch } from '../test/client-options.ts';
import { type Answer, startServiceStub } from '../testing/service-stub.ts';
import { giveUp, standStill } from '../testing/timeout.ts';
import { createServiceClient, type Fetch, ServiceError } from './index.ts';

describe('a call that may have been processed', () => {
  const errorOf = async (response: Response): Promise<ServiceError> => {
    const fetch = async (): Promise<Response> => Promise.resolve(response);
    const error: unknown = await createServiceClient({ ...clientOptions, fetch })
      .getStatus({ sessionId: 's' })
      .catch((reason: unknown) => reason);
    return error instanceof ServiceError ? error : assert.fail('It was no error of this package.');
  };

  it('says which code of the service refused it, and never its text', async () => {
    const body = {
      uuid: '6f1c',
      type: 'processing',
      code: 'SessionNotFoundError',
      error: 'для 4111111111111111',
    };
    const error = await errorOf(Response.json(body, { status: 400 }));
    assert.deepEqual(error.details, {
      serviceStatus: 400,
      serviceCode: 'SessionNotFoundError',
      requestId: '6f1c',
    });
    assert.doesNotMatch(inspect(error, { depth: 10 }), /4111/);
  });

  const generations: readonly object[] = [
    { path: 'client_phone', message: '4111', code: 'invalid' },
    { instancePath: 'client_phone', message: '4111' },
    { dataPath: 'client_phone', message: '4111' },
  ];
  for (const item of generations) {
    it(`names the field that was refused, as ${Object.keys(item).join(' and ')}`, async () => {
      const body = { type: 'validation', errors: [item, null, { path: 'a b' }] };
      const error = await errorOf(Response.json(body, { status: 400 }));
      assert.deepEqual(error.details, {
        serviceStatus: 400,
        serviceCode: 'validation',
        serviceFields: ['client_phone'],
      });
    });
  }

  it('takes the id of the call from a header where the body has none', async () => {
    const headers = { 'x-request-id': 'r-1' };
    const error = await errorOf(new Response('<html>', { status: 502, headers }));
    assert.equal(error.details.requestId, 'r-1');
  });

  it('has the id of the body before that of the header, and neither when it is not an id', async () => {
    const idOf = async (uuid: unknown, header = ''): Promise<string | undefined> => {
      const headers = { 'x-request-id': header };
      return (await errorOf(Response.json({ uuid }, { status: 400, headers }))).details.requestId;
    };
    assert.equal(await idOf('b', 'h'), 'b');
    assert.equal(await idOf(undefined, 'h'), 'h');
    assert.equal(await idOf('b c'), undefined);
    assert.equal(await idOf('a'.repeat(65)), undefined);
    assert.equal(await idOf(undefined, 'h:1'), undefined);
  });

  it('names ten fields at most, and none that may be personal data', async () => {
    const fieldsOf = async (errors: unknown): Promise<readonly string[] | undefined> =>
      (await errorOf(Response.json({ errors }, { status: 400 }))).details.serviceFields;
    const many = Array.from({ length: 11 }, (_, index) => ({ path: `f${String(index)}` }));
    assert.equal((await fieldsOf(many))?.length, 10);
    const strange = ['a b', '4111 1111', 'é', 'a'.repeat(65), '', null].map((path) => ({ path }));
    const more = [...strange, null, 'text', { path: 'a.b[0]' }];
    assert.deepEqual(await fieldsOf(more), ['a.b[0]']);
    assert.equal(await fieldsOf({ length: 1 }), undefined);
    assert.equal(await fieldsOf([{ path: { of: 'x' } }]), undefined);
    const odd = await errorOf(Response.json({ code: { of: 'x' } }, { status: 400 }));
    assert.equal(odd.details.serviceCode, undefined);
  });

  it('points to the IP allow-list after a 403', async () => {
    const error = await errorOf(new Response('', { status: 403 }));
    assert.equal(error.code, 'service_refused');
    assert.match(error.suggestion, /IP allow-list/);
  });

  it('keeps the name and the code of a foreign error alone', async () => {
    const secret = new TypeError('body {"token":"4111"}', {
      cause: Object.assign(new Error('4111'), { code: 'ECONNRESET' }),
    });
    const fetch = async (): Promise<never> => Promise.reject(secret);
    const call = createServiceClient({ ...clientOptions, fetch }).getStatus({ sessionId: 's' });
    const error: unknown = await call.catch((reason: unknown) => reason);
    const inspection = inspect(error, { depth: 10, showHidden: true });
    assert.match(inspection, /service_no_answer/);
    assert.match(inspection, /TypeError/);
    assert.match(inspection, /ECONNRESET/);
    assert.doesNotMatch(inspection, /4111/);
  });

  const kinds: readonly (readonly [number, string])[] = [
    [300, 'service_failed'],
    [301, 'service_failed'],
    [307, 'service_failed'],
    [400, 'service_refused'],
    [404, 'service_refused'],
    [499, 'service_refused'],
    [403, 'service_refused'],
    [408, 'service_failed'],
    [429, 'service_failed'],
    [500, 'service_failed'],
    [503, 'service_failed'],
    [200, 'service_answer_invalid'],
  ];
  for (const [status, code] of kinds) {
    it(`is ${code} after ${String(status)} with HTML`, async () => {
      assert.equal((await errorOf(new Response('<html>', { status }))).code, code);
    });
  }

  const transports: readonly (readonly [string, Fetch])[] = [
    ['the global fetch', fetch],
    ['nodeFetch', sharedFetch],
  ];
  for (const [name, fetch] of transports) {
    it(`never follows a redirect, by ${name}`, async () => {
      const service = await startServiceStub();
      const elsewhere = await startServiceStub();
      service.on('/v1/get-status', (_, response) => {
        response.writeHead(307, { location: `${elsewhere.baseUrl}/v1/get-status` }).end();
        return null;
      });
      const client = createServiceClient({ ...clientOptions, baseUrl: service.baseUrl, fetch });
      await assert.rejects(client.getStatus({ sessionId: 's' }), { code: 'service_failed' });
      assert.equal(elsewhere.calls.length, 0);
      await Promise.all([service.close(), elsewhere.close()]);
    });

    const endings: readonly (readonly [string, Answer, 'stalls'?])[] = [
      ['is reset', (_, response) => (response.destroy(), null)],
      ['never comes', giveUp, 'stalls'],
      ['stops in the middle', (_, response) => stopAfter(response, '{"st'), 'stalls'],
      ['is a mebibyte too long', (_, response) => drip(response, ' '.repeat(64 * 1024))],
    ];
    for (const [ending, answer, stalls] of endings) {
      it(`has no answer when it ${ending}, by ${name}`, async (context) => {
        if (stalls) standStill(context);
        const service = await startServiceStub();
        service.on('/v1/pay-token', answer);
        const { baseUrl } = service;
        const client = createServiceClient({ ...clientOptions, baseUrl, fetch });
        await assert.rejects(client.payToken(payTokenInput), { code: 'service_no_answer' });
        assert.equal(service.calls.length, 1);
        await service.close();
      });
    }

    it(`ends when its caller says so, by ${name}`, async () => {
      const service = await startServiceStub();
      const leaving = new AbortController();
      service.on('/v1/get-status', () => {
        leaving.abort();
        return null;
      });
      const client = createServiceClient({ ...clientOptions, baseUrl: service.baseUrl, fetch });
      const { signal } = leaving;
      const question = client.getStatus({ sessionId: 's' }, { signal });
      await assert.rejects(question, { code: 'service_no_answer' });
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      await service.close();
    });
  }
});

/** A beginning, and nothing more for as long as the client waits. */
function stopAfter(response: http.ServerResponse, text: string): null {
  response.writeHead(200).write(text, () => setImmediate(giveUp));
  return null;
}

/** Chunk after chunk, until the client leaves. */
function drip(response: http.ServerResponse, chunk: string): null {
  const more = (): void => {
    if (!response.destroyed) response.write(chunk, more);
  };
  response.writeHead(200);
  more();
  return null;
}
