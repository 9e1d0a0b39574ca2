import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { file, rsaPair, secure } from '../../test/doctor.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import type { Finding } from './finding.ts';

const { privateKey } = rsaPair();

/** A finding of one check of the payment service at an address. */
async function findingOf(id: string, url: string, ...args: readonly string[]) {
  const key = await file('key.pem', privateKey);
  const service = ['--service', url, '--merchant-id', '17', '--key', key];
  const { findings } = jsonFrom(await run('doctor', '--json', ...service, ...args));
  const finding = (findings as readonly Finding[]).find((each) => each.id === id);
  return finding ?? assert.fail(id);
}

describe('doctor names the cause and the remedy for the payment service', () => {
  const answer =
    (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): RequestListener =>
    (_, response) =>
      response.writeHead(status, headers).end(body);
  const json = { 'content-type': 'application/json' };
  const rows: readonly (readonly [string, string, string, RegExp, RegExp, RequestListener])[] = [
    [
      'base.answer',
      'fail',
      'a redirect',
      /^HTTP 301 to https:\/\/a\.test\/\.$/,
      /base URL itself/,
      answer(301, { location: 'https://a.test/' }),
    ],
    ['base.answer', 'fail', 'too many calls', /^HTTP 429/, /^Wait/, answer(429, json, '{}')],
    ['base.answer', 'fail', 'an empty answer', /^HTTP 204: /, /base URL/, answer(204)],
    [
      'base.answer',
      'fail',
      'a login in front',
      /^HTTP 401, and a login is asked for\.$/,
      /without a login/,
      answer(401, { 'www-authenticate': 'Basic' }, 'Unauthorized'),
    ],
    [
      'base.auth',
      'warn',
      'a path that a gateway does not know',
      /HTTP 404, no code/,
      /^Check the base URL/,
      answer(404, json, '{"message":"no route"}'),
    ],
  ];
  for (const [id, result, what, seen, fix, listener] of rows) {
    it(`and says ${result} for ${what}`, async (test) => {
      const finding = await findingOf(id, await listen(test, createServer(listener)));
      assert.equal(finding.result, result);
      assert.match(finding.seen, seen);
      assert.match(finding.fix, fix);
    });
  }

  it('and takes the wish for a client certificate for no certificate without trust', async (test) => {
    const options = { requestCert: true, rejectUnauthorized: true };
    const { host, ca } = await secure(test, answer(404), options);
    const finding = await findingOf('base.answer', `https://${host}`, '--ca', ca);
    assert.match(finding.fix, /client certificate/);
  });
});
