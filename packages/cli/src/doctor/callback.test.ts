import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import type { Finding } from './finding.ts';

type Answer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string];

const answering =
  ([status, headers, body]: Answer): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };
const login = '<!doctype html><title>Log in</title><form><input type="password"></form>';

describe('doctor --callback', () => {
  const rows: readonly (readonly [string, Answer, reach: string, refuse: string])[] = [
    ['a login page with 200', [200, html, login], 'fail', 'skip'],
    ['a login page with 401', [401, html, login], 'fail', 'skip'],
    ['a login page without a type', [200, {}, login], 'fail', 'skip'],
    ['a text that is no answer to a webhook', [200, {}, 'Please log in to go on.'], 'fail', 'skip'],
    ["a gateway's 401", [401, json, '{"message":"Unauthorized"}'], 'warn', 'warn'],
    ['a 401 of the server', [401, json, '{"code":"signature_invalid"}'], 'pass', 'pass'],
    ['a 401 of the PHP example', [401, json, '{"code":"invalid_signature"}'], 'pass', 'pass'],
    ['a backend that takes anything', [200, json, '{"ok":true}'], 'pass', 'fail'],
  ];
  for (const [what, answer, reach, refuse] of rows) {
    it(`says ${reach} and ${refuse} for ${what}`, async (test) => {
      const url = await listen(test, createServer(answering(answer)));
      const args = ['--callback', `${url}/wallet/webhook/v1`, '--local'];
      assert.deepEqual(await results('hook.reach', ...args), [reach]);
      assert.deepEqual(await results('hook.refuse', ...args), [refuse]);
    });
  }

  it('names a remedy for each cause', async (test) => {
    const fixOf = async (...args: readonly string[]): Promise<string> => {
      const { findings } = jsonFrom(await run('doctor', '--json', '--callback', ...args));
      const finding = (findings as readonly Finding[]).find(({ id }) => id === 'hook.reach');
      return finding?.fix ?? '';
    };
    const redirect = await listen(test, createServer(answering([301, { location: '/x' }, ''])));
    const missing = await listen(test, createServer(answering([404, {}, ''])));
    const page = await listen(test, createServer(answering([200, html, login])));
    const { host } = await secure(test, answering([401, {}, '']));
    assert.match(await fixOf(`${redirect}/`, '--local'), /without a redirect/);
    assert.match(await fixOf(`${missing}/`, '--local'), /Check the path/);
    assert.match(await fixOf(`${page}/`, '--local'), /without a login/);
    assert.match(await fixOf(`${missing}/`), /public address.*Serve it by https/);
    assert.match(await fixOf(`https://${host}/`, '--local'), /authority of your own with --ca/);
    assert.match(await fixOf('http://127.0.0.1:1/', '--local'), /Start the server/);
  });

  it('names itself to firewalls, which refuse a request without a User-Agent', async (test) => {
    const agents: (string | undefined)[] = [];
    const server = createServer(({ headers }, response) => {
      agents.push(headers['user-agent']);
      response.writeHead(401).end();
    });
    const url = await listen(test, server);
    await run('doctor', url, '--callback', url, '--return', url, '--local');
    assert.equal(agents.length, 3);
    for (const agent of agents) assert.match(agent ?? '', /wallet-buttons/);
  });
});

describe('doctor --return', () => {
  const rows: readonly (readonly [string, Answer, string])[] = [
    ['a page', [200, html, '<p>Paid</p>'], 'pass'],
    ['a page that asks for a password', [200, html, login], 'warn'],
    ['a redirect to a login', [302, { location: '/login' }, ''], 'warn'],
    ['an answer for programs', [200, json, '{}'], 'warn'],
  ];
  for (const [what, answer, result] of rows) {
    it(`says ${result} for ${what}`, async (test) => {
      const url = await listen(test, createServer(answering(answer)));
      assert.deepEqual(await results('ret.url', '--return', url, '--local'), [result]);
    });
  }
});
