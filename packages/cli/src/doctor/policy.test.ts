import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csp, page, policy, tags, withNonce, type Page } from '../../test/page.ts';

describe('doctor looks at the policies of the checkout page', () => {
  const faults: readonly (readonly [string, string, 'warn' | 'fail', Page])[] = [
    ['csp.script', "a missing provider's script", 'fail', { headers: csp('script-src') }],
    ['csp.frame', 'missing frames', 'fail', { headers: csp('frame-src') }],
    ['csp.connect', 'missing connections', 'fail', { headers: csp('connect-src') }],
    [
      'csp.connect',
      "a policy that refuses the tags' own backend",
      'fail',
      {
        headers: csp(),
        html: tags.replaceAll('order=', 'backend="https://api.example/wallet" order='),
      },
    ],
    [
      'csp.connect',
      'a policy that refuses the backend beside the page',
      'fail',
      {
        headers: {
          'content-security-policy': 'connect-src https://google.com/pay https://pay.google.com',
        },
      },
    ],
    ['csp.script', 'a nonce that the tags do not have', 'fail', { headers: withNonce }],
    [
      'csp.script',
      'tags with the nonce of an earlier response',
      'fail',
      { headers: withNonce, html: tags.replaceAll('order=', 'nonce="old" order=') },
    ],
    ['csp.style', 'a nonce for styles that the tags do not have', 'warn', { headers: withNonce }],
    ['csp.style', 'strict styles', 'warn', { headers: csp('style-src') }],
    [
      'csp.style',
      'inline styles that a nonce switches off again',
      'warn',
      { headers: { 'content-security-policy': "style-src 'unsafe-inline' 'nonce-new'" } },
    ],
    [
      'csp.style',
      'inline styles that a hash switches off again',
      'warn',
      { headers: { 'content-security-policy': "style-src 'unsafe-inline' 'sha256-YQ=='" } },
    ],
    [
      'csp.script',
      'a meta tag without quotes, which has its content first',
      'fail',
      {
        html: `<meta content="script-src 'self'" http-equiv=Content-Security-Policy>${tags}`,
      },
    ],
    [
      'csp.script',
      'a second policy in a meta tag',
      'fail',
      {
        headers: csp(),
        html: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${tags}`,
      },
    ],
    [
      'csp.connect',
      'a path that is not allowed',
      'fail',
      {
        headers: {
          'content-security-policy': 'connect-src https://google.com/maps https://pay.google.com',
        },
      },
    ],
    [
      'pp.payment',
      'payment switched off',
      'fail',
      { headers: { 'permissions-policy': 'camera=(), payment=()' } },
    ],
    [
      'pp.payment',
      'payment kept for another site',
      'fail',
      { headers: { 'permissions-policy': 'payment=("https://other.example")' } },
    ],
    [
      'csp.connect',
      'a forgotten address of its own for the validation',
      'fail',
      {
        headers: csp(),
        html: tags.replace('order=', 'validate-merchant-url="https://api.example/v" order='),
      },
    ],
    [
      'csp.connect',
      'a backend that <base> leads to another site',
      'fail',
      { headers: csp(), html: `<head><base href="https://cdn.example/"></head>${tags}` },
    ],
    [
      'csp.script',
      'a sandbox without scripts',
      'fail',
      { headers: { 'content-security-policy': 'sandbox allow-same-origin allow-popups' } },
    ],
    [
      'page.coop',
      'frames of other sites cut off',
      'warn',
      { headers: { 'cross-origin-embedder-policy': 'require-corp; report-to="coep"' } },
    ],
    [
      'page.coop',
      'windows cut off',
      'fail',
      { headers: { 'cross-origin-opener-policy': 'same-origin' } },
    ],
  ];
  for (const [id, what, result, fault] of faults) {
    it(`and finds ${what}`, async (test) => {
      assert.deepEqual(await page(test, id, fault), [result]);
    });
  }

  it('and passes tags with the nonce of the policy, of their own or of their group', async (test) => {
    const ownNonces = tags.replaceAll('order=', 'nonce="new" order=');
    const group = `<wallet-buttons nonce="new">${tags}</wallet-buttons>`;
    for (const html of [ownNonces, group])
      for (const id of ['csp.script', 'csp.style'])
        assert.deepEqual(await page(test, id, { headers: withNonce, html }), ['pass'], id);
  });

  it('and passes a backend that the policy names', async (test) => {
    const html = tags.replaceAll('order=', 'backend="https://api.example/wallet" order=');
    const value = 'connect-src https://api.example https://google.com/pay https://pay.google.com';
    const headers = { 'content-security-policy': value };
    assert.deepEqual(await page(test, 'csp.connect', { headers, html }), ['pass']);
  });

  it('and reads a policy in a meta tag that a framework has escaped', async (test) => {
    const escapedPolicy = policy.join('; ').replaceAll("'", '&#x27;');
    const meta = `<meta http-equiv="Content-Security-Policy" content="${escapedPolicy}">`;
    for (const id of ['csp.script', 'csp.frame', 'csp.connect', 'csp.style'])
      assert.deepEqual(await page(test, id, { html: `${meta}${tags}` }), ['pass'], id);
  });

  for (const [source, result] of [
    ['https://*', 'pass'],
    ['http:', 'pass'],
    ['HTTPS://APPLEPAY.CDN-APPLE.COM https://Pay.Google.com:443', 'pass'],
    ['applepay.cdn-apple.com:* *.google.com', 'pass'],
    ['https://applepay.cdn-apple.com https://pay.google.com:8443', 'fail'],
  ] as const) {
    it(`and says ${result} for scripts from ${source}`, async (test) => {
      const headers = { 'content-security-policy': `script-src ${source}` };
      assert.deepEqual(await page(test, 'csp.script', { headers }), [result]);
    });
  }

  const trustedTypes = (names: string): string =>
    `require-trusted-types-for 'script'; trusted-types ${names}`;
  for (const [result, value, html] of [
    ['pass', "require-trusted-types-for 'script'", tags],
    ['pass', trustedTypes('wallet-buttons goog#html'), tags],
    ['pass', trustedTypes('*'), tags],
    ['pass', trustedTypes("default 'allow-duplicates'"), tags],
    ['pass', trustedTypes('wallet-buttons'), '<wallet-a-button></wallet-a-button>'],
    ['fail', trustedTypes('wallet-buttons'), tags],
    ['fail', trustedTypes("'none'"), '<wallet-a-button></wallet-a-button>'],
    ['fail', trustedTypes('shop'), tags],
    ['pass', "trusted-types 'none'", tags],
  ] as const) {
    it(`and says ${result} for "${value}" with ${html === tags ? 'both wallets' : 'wallet A'}`, async (test) => {
      const headers = { 'content-security-policy': value };
      assert.deepEqual(await page(test, 'csp.script', { headers, html }), [result]);
    });
  }

  it('and ignores the sandbox of a meta tag, as browsers do', async (test) => {
    const meta = '<meta http-equiv="Content-Security-Policy" content="sandbox">';
    assert.deepEqual(await page(test, 'csp.script', { html: `${meta}${tags}` }), ['pass']);
  });

  it('and asks for no frames of other sites where wallet A is alone', async (test) => {
    const html = '<wallet-a-button order="o-1"></wallet-a-button>';
    const headers = { 'cross-origin-embedder-policy': 'require-corp' };
    assert.deepEqual(await page(test, 'page.coop', { html, headers }), ['pass']);
  });

  it('and reads keywords in capitals', async (test) => {
    const value = policy.join('; ').replaceAll(/'[\w-]+'/g, (keyword) => keyword.toUpperCase());
    const headers = { 'content-security-policy': value };
    for (const id of ['csp.script', 'csp.frame', 'csp.connect', 'csp.style'])
      assert.deepEqual(await page(test, id, { headers }), ['pass'], id);
  });

  it('and ignores a policy in a script or below the head, as browsers do', async (test) => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
    const html = `<head><script>text = '${meta}'</script></head><body>${meta}${tags}</body>`;
    assert.deepEqual(await page(test, 'csp.script', { html }), ['pass']);
  });

  it('and asks for no styles of wallet A, whose button does without', async (test) => {
    const html = '<wallet-a-button order="o-1"></wallet-a-button>';
    const headers = csp('style-src');
    assert.deepEqual(await page(test, 'csp.style', { html, headers }), ['pass']);
  });

  it('and looks only at the wallets that it has', async (test) => {
    const html = '<wallet-a-button order="o-1"></wallet-a-button>';
    const headers = { 'content-security-policy': 'default-src https://applepay.cdn-apple.com' };
    assert.deepEqual(await page(test, 'csp.frame', { html, headers }), ['pass']);
    assert.deepEqual(await page(test, 'csp.script', { html, headers }), ['pass']);
  });
});
