import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, marker, refused, type Target } from './target.ts';

const gateway = 'apple-pay-gateway.apple.com';
const path = '/paymentservices/startSession';
const good = `https://${gateway}${path}`;

/** Requests for a merchant session that must be refused. */
export function merchant(target: Target): void {
  const validate = async (body: object, headers: readonly string[] = []): Promise<Answer> => {
    const defaults = { order: 'o-merchant', validation_url: good, domain: 'shop.example' };
    const text = JSON.stringify({ ...defaults, ...body });
    const json = 'content-type: application/json';
    return target.post('/wallet/validate-merchant', text, [json, ...headers]);
  };

  const urls: readonly (readonly [string, string])[] = [
    ['over plain http', `http://${gateway}${path}`],
    ['that has the gateway as user', `https://${gateway}@evil.example${path}`],
    ['whose host only begins like the gateway', `https://${gateway}.evil.example${path}`],
    ['with the gateway in its fragment', `https://evil.example#.apple.com${path}`],
    ['with the gateway in its query', `https://evil.example?${gateway}${path}`],
    ['with a backslash before the gateway', `https://evil.example\\@${gateway}${path}`],
    ['with a backslash behind the gateway', `https://${gateway}\\@evil.example${path}`],
    ['at another port', `https://${gateway}:8443${path}`],
    ['at the port that it has anyway', `https://${gateway}:443${path}`],
    ['whose host ends in a dot', `https://${gateway}.${path}`],
    ['with a user', `https://user@${gateway}${path}`],
    ['with an empty user', `https://@${gateway}${path}`],
    ['whose host only ends like the gateway', `https://x${gateway}${path}`],
    ['of a page beside the gateway’s', `https://${gateway}/paymentservices/other`],
    ['with a query', `${good}?${marker}`],
    ['in capitals, which a parser would repair', `https://${gateway.toUpperCase()}${path}`],
    ['with a wide dot, which a parser would repair', `https://apple-pay-gateway.apple。com${path}`],
    [
      'with an escaped dot, which a parser would repair',
      `https://apple-pay-gateway.apple%2ecom${path}`,
    ],
    [
      'with a circled letter, which a parser would repair',
      `https://ⓐpple-pay-gateway.apple.com${path}`,
    ],
    ['of this machine', `https://127.0.0.1${path}`],
    ['of this machine in one number', `https://2130706433${path}`],
    ['of this machine in hexadecimal', `https://0x7f000001${path}`],
    ['of this machine in short', `https://127.1${path}`],
    ['of this machine in IPv6', `https://[::ffff:7f00:1]${path}`],
    ['of a cloud’s own keys', `https://169.254.169.254${path}`],
    ['of a file', 'file:///etc/passwd'],
    ['of gopher', `gopher://${gateway}${path}`],
    ['of ftp', `ftp://${gateway}${path}`],
    ['whose name may resolve to anything', `https://rebind.evil.example${path}`],
    ['that is only a name', gateway],
  ];
  const controls: readonly string[] = [
    good,
    `https://${gateway}/paymentservices/paymentSession`,
    `https://apple-pay-gateway-cert.apple.com${path}`,
    `https://cn-${gateway}${path}`,
    'https://cn-apple-pay-gateway-cert.apple.com/paymentservices/paymentSession',
  ];
  const foreign: readonly (readonly [string, string])[] = [
    ['from another site’s page', 'origin: https://evil.example'],
    ['from a page without an origin', 'origin: null'],
    ['from a site whose name begins like the shop’s', 'origin: https://shop.example.evil.example'],
    ['that the browser says is of another site', 'sec-fetch-site: cross-site'],
  ];

  describe('a request for a merchant session', () => {
    it('without a validation URL is missing_field', async () => {
      const ask = async () => validate({ validation_url: undefined });
      await refused(target, ask, 400, 'missing_field');
    });

    it('with a TAB before the URL, which a parser would remove, is refused', async () => {
      await refused(
        target,
        async () => validate({ validation_url: `\t${good}` }),
        400,
        'invalid_field',
      );
    });

    for (const [name, validation_url] of urls) {
      it(`with a URL ${name} is refused, and calls nothing`, async () => {
        const ask = async () => validate({ validation_url });
        await refused(target, ask, 400, 'validation_url_not_allowed');
      });
    }

    it('for a domain that is not the shop’s is refused', async () => {
      for (const domain of [`${marker}.example`, 'shop.example.evil.example', 'SHOP.example']) {
        await refused(target, async () => validate({ domain }), 403, 'domain_not_allowed');
      }
    });

    for (const [name, header] of foreign) {
      it(`${name} is refused`, async () => {
        await refused(target, async () => validate({}, [header]), 403, 'cross_site');
      });
    }

    for (const [at, validation_url] of controls.entries()) {
      it(`through ${validation_url} succeeds, and the URL is handed on unchanged`, async () => {
        const answer = await validate({ validation_url, order: `o-merchant-${String(at)}` });
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        const call = target.service.to('/v1/walleta-pay/validate-merchant').at(-1);
        assert.equal(call?.body['validation_url'], validation_url);
      });
    }
  });
}
