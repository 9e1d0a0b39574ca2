import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pay, start } from '../test/running.ts';

it('the bank sends the payer to the return of the configuration, where it is not beside the webhook', async (test) => {
  const returnUrl = 'https://www.shop.example/wallet/return';
  const running = await start(test, { WALLET_RETURN_URL: returnUrl });
  await pay(running, 'A-1001');
  const call = running.service.calls().find(({ operation }) => operation === 'payToken');
  const { redirect_url: address } = JSON.parse(call?.body ?? '') as {
    readonly redirect_url: string;
  };
  assert.ok(address.startsWith(`${returnUrl}/`), address);
});
