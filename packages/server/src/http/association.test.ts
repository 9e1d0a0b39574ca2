import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, plainOptions } from '../../test/shop.ts';
import { createWalletServer } from '../index.ts';

describe('the domain-association file', () => {
  const path = '/.well-known/apple-developer-merchantid-domain-association';

  it('is served as it is, as text, without a redirect', async () => {
    await using shop = await openShop({ walletA: { domains: [], domainAssociation: '7B22\n' } });
    const response = await shop.wallet.handle(new Request(`https://shop.example${path}`));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(await response.text(), '7B22\n');
    const head = new Request(`https://shop.example${path}`, { method: 'HEAD' });
    assert.equal((await shop.wallet.handle(head)).status, 200);
  });

  it('is served byte for byte, whatever it holds', async () => {
    const domainAssociation = new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0x00, 0x0d, 0x0a]);
    await using shop = await openShop({ walletA: { domains: [], domainAssociation } });
    const response = await shop.wallet.handle(new Request(`https://shop.example${path}`));
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), domainAssociation);
  });

  it('is at one path, by GET alone', async () => {
    await using shop = await openShop();
    const response = await shop.post(path, '');
    const { title } = (await response.json()) as Record<string, string>;
    assert.deepEqual([response.status, title], [405, 'Only GET is served here.']);
    const request = new Request(`https://shop.example${path}/`);
    assert.equal((await shop.wallet.handle(request)).status, 404);
  });

  it('is missing where it is not configured', async () => {
    await using shop = await openShop({ walletA: { domains: [] } });
    for (const wallet of [shop.wallet, createWalletServer(plainOptions)]) {
      const response = await wallet.handle(new Request(`https://shop.example${path}`));
      assert.equal(response.status, 404);
    }
  });
});
