import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { snippetsOf } from '../src/snippets.ts';
import { agreed, openShop } from './shop.ts';

/** The messages of each picture, without notes and without what stands behind path and status. */
const [first = [], second = []] = snippetsOf('explanation/payment')
  .filter(({ language }) => language === 'mermaid')
  .map(({ code }) =>
    Array.from(code.matchAll(/^ +(\S+->>\S+: (?:POST \S+|\d+))/gm), ([, each = '']) => each),
  );

describe('the picture of a payment', () => {
  it('by wallet A shows the messages that are sent', async () => {
    await using shop = await openShop();
    const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
    await shop.ask('validate-merchant', { validation_url: validationUrl, domain: 'localhost' });
    const { outcome } = await shop.ask('pay-token', await agreed('wallet-a', 'visa-approve'));
    await shop.webhooks(1);
    assert.equal(outcome, 'succeeded');
    assertMessages(shop.messages, first);
  });

  it('with the bank’s page shows the messages that are sent', async () => {
    await using shop = await openShop();
    await shop.ask('prepare', {});
    const { outcome, acs_url: bank } = await shop.ask(
      'pay-token',
      await agreed('wallet-b', 'pan-visa-challenge'),
    );
    assert.equal(outcome, 'pending');
    const body = new URLSearchParams({ decision: 'approve' });
    await fetch(String(bank), { method: 'POST', body, redirect: 'manual' });
    await shop.webhooks(1);
    assert.equal((await shop.ask('status', {}))['outcome'], 'succeeded');
    assertMessages(shop.messages, second);
  });
});

/** A webhook may overtake the answer to the page, so the two are compared one by one. */
function assertMessages(seenMessages: readonly string[], drawnMessages: readonly string[]): void {
  const ofWebhook = (message: string): boolean => /^(Service->>|Server-->>Service)/.test(message);
  assert.deepEqual(seenMessages.filter(ofWebhook), drawnMessages.filter(ofWebhook));
  assert.deepEqual(
    seenMessages.filter((message) => !ofWebhook(message)),
    drawnMessages.filter((message) => !ofWebhook(message)),
  );
}
