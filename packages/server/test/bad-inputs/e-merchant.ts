import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { marker, refused } from './target.ts';
import type { Answer, Target } from './target.ts';

const gateway = 'apple-pay-gateway.apple.com';
const path = '/paymentservices/startSession';
const good = `https://${gateway}${path}`;

/** Bad inputs 57 to 72: what asks for a merchant session that is not the shop's to ask for. */
export function merchant(target: Target): void {
  const validate = async (body: object, headers: readonly string[] = []): Promise<Answer> => {
    const own = { order: 'o-merchant', validation_url: good, domain: 'shop.example' };
    const text = JSON.stringify({ ...own, ...body });
    const json = 'content-type: application/json';
    return target.post('/wallet/validate-merchant', text, [json, ...headers]);
  };

  const urls: readonly (readonly [string, string])[] = [
    ['E58: over plain http', `http://${gateway}${path}`],
    ['E59: with the gateway as user', `https://${gateway}@evil.example${path}`],
    ['E60: whose host only begins like the gateway', `https://${gateway}.evil.example${path}`],
    ['E61: with the gateway in its fragment', `https://evil.example#.apple.com${path}`],
    ['E62: with the gateway in its query', `https://evil.example?${gateway}${path}`],
    ['E63: with a backslash before the gateway', `https://evil.example\\@${gateway}${path}`],
    ['E63: with a backslash behind the gateway', `https://${gateway}\\@evil.example${path}`],
    ['E64: at another port', `https://${gateway}:8443${path}`],
    ['E64: at the port that it has anyway', `https://${gateway}:443${path}`],
    ['E65: whose host ends in a dot', `https://${gateway}.${path}`],
    ['E66: with a user', `https://user@${gateway}${path}`],
    ['E66: with an empty user', `https://@${gateway}${path}`],
    ['E67: whose host only ends like the gateway', `https://x${gateway}${path}`],
    ['E67: of a page beside the gateway’s', `https://${gateway}/paymentservices/other`],
    ['E67: with a query', `${good}?${marker}`],
    ['E67: in capitals, which a parser would mend', `https://${gateway.toUpperCase()}${path}`],
    [
      'E67: with a wide dot, which a parser would mend',
      `https://apple-pay-gateway.apple。com${path}`,
    ],
    [
      'E67: with an escaped dot, which a parser would mend',
      `https://apple-pay-gateway.apple%2ecom${path}`,
    ],
    [
      'E67: with a circled letter, which a parser would mend',
      `https://ⓐpple-pay-gateway.apple.com${path}`,
    ],
    ['E68: of this machine', `https://127.0.0.1${path}`],
    ['E68: of this machine in one number', `https://2130706433${path}`],
    ['E68: of this machine in hexadecimal', `https://0x7f000001${path}`],
    ['E68: of this machine in short', `https://127.1${path}`],
    ['E68: of this machine in IPv6', `https://[::ffff:7f00:1]${path}`],
    ['E68: of a cloud’s own keys', `https://169.254.169.254${path}`],
    ['E69: of a file', 'file:///etc/passwd'],
    ['E69: of gopher', `gopher://${gateway}${path}`],
    ['E69: of ftp', `ftp://${gateway}${path}`],
    ['E70: whose name may resolve to anything', `https://rebind.evil.example${path}`],
    ['E70: that is only a name', gateway],
  ];
  const controls: readonly string[] = [
    good,
    `https://${gateway}/paymentservices/paymentSession`,
    `https://apple-pay-gateway-cert.apple.com${path}`,
    `https://cn-${gateway}${path}`,
    'https://cn-apple-pay-gateway-cert.apple.com/paymentservices/paymentSession',
  ];
  const foreign: readonly (readonly [string, string])[] = [
    ['E72: from another site’s page', 'origin: https://evil.example'],
    ['E72: from a page without an origin', 'origin: null'],
    [
      'E72: from a site whose name begins like the shop’s',
      'origin: https://shop.example.evil.example',
    ],
    ['E72: that the browser says is of another site', 'sec-fetch-site: cross-site'],
  ];

  describe('E: a merchant session that must not be had (I16)', () => {
    test('E57: without a validation URL is missing_field', async () => {
      const ask = async () => validate({ validation_url: undefined });
      await refused(target, ask, 400, 'missing_field');
    });

    test('E57: with a TAB before the URL, which a parser would take off, is refused', async () => {
      await refused(
        target,
        async () => validate({ validation_url: `\t${good}` }),
        400,
        'invalid_field',
      );
    });

    for (const [name, validation_url] of urls) {
      test(`${name} is refused, and calls nobody`, async () => {
        const ask = async () => validate({ validation_url });
        await refused(target, ask, 400, 'validation_url_not_allowed');
      });
    }

    test('E71: for a domain that is not the shop’s is refused', async () => {
      for (const domain of [`${marker}.example`, 'shop.example.evil.example', 'SHOP.example']) {
        await refused(target, async () => validate({ domain }), 403, 'domain_not_allowed');
      }
    });

    for (const [name, header] of foreign) {
      test(`${name} is refused`, async () => {
        await refused(target, async () => validate({}, [header]), 403, 'cross_site');
      });
    }

    for (const [at, validation_url] of controls.entries()) {
      test(`is had through ${validation_url}, which goes on untouched`, async () => {
        const answer = await validate({ validation_url, order: `o-merchant-${String(at)}` });
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        const call = target.service.to('/v1/walleta-pay/validate-merchant').at(-1);
        assert.equal(call?.body['validation_url'], validation_url);
      });
    }
  });
}
