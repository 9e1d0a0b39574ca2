import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { ServerOptions } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate, file, results, secure } from '../../test/doctor.ts';

const associationFile = '7B227073704964223A22\n';

interface Fault {
  readonly status?: number;
  readonly body?: string;
  readonly type?: string;
  readonly twin?: number;
  readonly server?: ServerOptions & { readonly days?: number };
}

/** The result of a check of a domain that serves the association file with one fault. */
async function domain(test: TestContext, id: string, fault: Fault = {}): Promise<string[]> {
  const {
    status = 200,
    body = associationFile,
    type = 'text/plain',
    twin = 200,
    server = {},
  } = fault;
  const serve: RequestListener = ({ url = '' }, response) => {
    const code = url.endsWith('.txt') ? twin : status;
    response.writeHead(code, { 'content-type': type, ...(code > 300 && { location: '/login' }) });
    response.end(body);
  };
  const { host, ca } = await secure(test, serve, server);
  const association = await file('association', associationFile);
  return results(id, '--domain', host, '--ca', ca, '--association', association);
}

describe('doctor looks at the domains of wallet A', () => {
  const faults: readonly (readonly [string, string, 'warn' | 'fail', Fault])[] = [
    ['dom.status', 'a 403', 'fail', { status: 403 }],
    ['dom.redirect', 'a redirect', 'fail', { status: 301 }],
    ['dom.bytes', 'a missing last newline', 'fail', { body: associationFile.trim() }],
    ['dom.html', 'a login page', 'fail', { body: '<!doctype html>', type: 'text/html' }],
    ['dom.html', 'the wrong type', 'warn', { type: 'text/html' }],
    ['dom.html', 'JSON in its place', 'warn', { body: '{"error":"login"}' }],
    ['dom.html', 'a text in its place', 'warn', { body: 'Not found' }],
    ['dom.html', 'an empty file in its place', 'warn', { body: '' }],
    ['dom.txt', 'no twin with .txt', 'warn', { twin: 404 }],
    ['dom.life', 'five days left', 'fail', { server: { days: 5 } }],
    ['dom.life', 'twenty days left', 'warn', { server: { days: 20 } }],
    [
      'dom.tls',
      'TLS 1.1',
      'fail',
      { server: { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } },
    ],
  ];

  for (const id of new Set(faults.map(([id]) => id))) {
    it(`and passes ${id} for a good one`, async (test) => {
      assert.deepEqual(await domain(test, id), ['pass']);
    });
  }
  for (const [id, what, result, fault] of faults) {
    it(`and finds ${what}`, async (test) => {
      assert.deepEqual(await domain(test, id, fault), [result]);
    });
  }

  it('and finds a certificate that is not trusted', async (test) => {
    const { host } = await secure(test, (_, response) => response.end(associationFile));
    assert.deepEqual(await results('dom.tls', '--domain', host), ['fail']);
  });

  it('and trusts the usual authorities beside the one of --ca', async (test) => {
    const [usual, other] = [
      await secure(test, (_, response) => response.end(associationFile)),
      await secure(test, (_, response) => response.end(associationFile)),
    ];
    const previousAuthorities = getCACertificates('default');
    setDefaultCACertificates([...previousAuthorities, await readFile(usual.ca, 'utf8')]);
    test.after(() => {
      setDefaultCACertificates(previousAuthorities);
    });
    const domains = ['--domain', usual.host, '--domain', other.host];
    assert.deepEqual(await results('dom.tls', ...domains, '--ca', other.ca), ['pass', 'pass']);
  });

  it('and finds a domain that does not answer', async () => {
    assert.deepEqual(await results('dom.status', '--domain', 'localhost:9'), ['fail']);
  });

  it('and looks at each of several', async (test) => {
    const good = await secure(test, (_, response) => response.end(associationFile));
    const args = ['--domain', good.host, '--domain', 'localhost:9', '--ca', good.ca];
    assert.deepEqual(await results('dom.status', ...args), ['pass', 'fail']);
  });
});

describe('doctor looks at the certificates of wallet A', () => {
  const kinds = [
    ['cert.pay', '--payment-certificate', '--payment-key', 'ec', 'rsa'],
    ['cert.id', '--identity-certificate', '--identity-key', 'rsa', 'ec'],
  ] as const;
  for (const [id, option, keyOption, right, wrong] of kinds) {
    it(`and tells the right kind from the wrong one for ${id}`, async () => {
      const good = await file('good.cer', (await certificate(right)).der);
      assert.deepEqual(await results(id, option, good), ['pass']);
      const bad = await file('bad.pem', (await certificate(wrong)).pem);
      assert.deepEqual(await results(id, option, bad), ['fail']);
    });

    it(`and finds a key that does not fit, for ${id}`, async () => {
      const [own, other] = [await certificate(right), await certificate(right)];
      const path = await file('own.pem', own.pem);
      for (const [{ key }, result] of [
        [own, 'pass'],
        [other, 'fail'],
      ] as const) {
        const pem = await file('key.pem', key.export({ type: 'pkcs8', format: 'pem' }));
        assert.ok((await results('cert.key', option, path, keyOption, pem)).includes(result));
      }
    });
  }

  it('and finds one that is not valid yet', async (test) => {
    const now = Date.now();
    test.mock.timers.enable({ apis: ['Date'], now: now + 10 * 86_400_000 });
    const { pem } = await certificate('ec');
    test.mock.timers.reset();
    const path = await file('certificate.pem', pem);
    assert.deepEqual(await results('cert.life', '--payment-certificate', path), ['fail', 'skip']);
  });

  for (const [days, result] of [
    [10, 'fail'],
    [40, 'warn'],
    [300, 'pass'],
  ] as const) {
    it(`and says ${result} with ${String(days)} days left`, async () => {
      const path = await file('own.pem', (await certificate('ec', days)).pem);
      assert.ok((await results('cert.life', '--payment-certificate', path)).includes(result));
    });
  }
});
