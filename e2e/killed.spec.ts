import type { APIRequestContext } from '@playwright/test';
import { Bank } from './bank.ts';
import { paidOnce, untouched } from './checkout.ts';
import { doomedDemo } from './demos.ts';
import { expect, test, wallets } from './test.ts';

/** One after the other: they kill the same backend. */
test.describe.configure({ mode: 'default' });
test.use({ shop: doomedDemo });

/** Long enough to be surely in the middle of it. */
const lingerMs = 2_500;
/** The console errors of a browser for a stopped backend and for a missing payment. */
const consoleErrors = [/status of 50\d/, /net::ERR_/, /status of 404/];

test.describe('the backend is killed', { tag: '@chromium' }, () => {
  const [a, b] = wallets;
  const moments = [
    { moment: 'before the money is taken', scenario: { processDelay: lingerMs }, by: a },
    { moment: 'after the money was taken', scenario: { answerDelay: lingerMs }, by: b },
  ];
  for (const { moment, scenario, by } of moments) {
    test(`between the token and its answer, ${moment}`, async ({
      checkout,
      ledger,
      store,
      request,
    }) => {
      checkout.provokes(...consoleErrors);
      // The new process has to ask the service.
      await checkout.open({ ...scenario, webhook: 'never' });
      const killedPid = await pidOf(request);
      await checkout.pay(by.wallet, by.approved);
      await ledger.expectCall(checkout.order, 'pay-token');
      expect(store.attempts(checkout.order)).toMatchObject([{ state: 'sending' }]);
      process.kill(killedPid, 'SIGKILL');
      const [call] = await ledger.calls(checkout.order, 'pay-token');
      expect(call?.answer, 'the killed process did not answer').not.toBe(200);

      await expect.poll(() => pidOf(request)).not.toBe(killedPid);
      await checkout.expectThanks();
      await checkout.expectBooks(paidOnce);
      expect(checkout.endings()).toEqual([
        expect.stringMatching(/^wallet-(error unreachable|result (unknown|pending|succeeded))$/),
      ]);
      expect(await ledger.calls(checkout.order, 'pay-token')).toMatchObject([{ answer: 'cut' }]);
    });
  }

  for (const { wallet, approved } of wallets) {
    test(`before wallet ${wallet} has sent a token: nothing was paid, and the next press pays`, async ({
      checkout,
      ledger,
      request,
    }) => {
      checkout.provokes(...consoleErrors);
      const call = wallet === 'A' ? 'validate-merchant' : 'payment';
      // No test waits for this one's end, so it may be as long as a slow machine needs to get to the kill.
      await checkout.open({ answerOn: call, processDelay: 4 * lingerMs });
      await checkout.button(wallet).click();
      if (wallet === 'B') await checkout.sheet(wallet).pay({ card: approved });
      await ledger.expectCall(checkout.order, call);
      const killedPid = await kill(request);

      await checkout.expectEndings('wallet-error unreachable');
      await expect.poll(() => pidOf(request)).not.toBe(killedPid);
      await checkout.expectOffer('Nothing was paid. You can try again.');
      await checkout.expectBooks(untouched);

      await ledger.play({ external_id: checkout.order });
      await checkout.pay(wallet, approved);
      await checkout.expectThanks();
      await checkout.expectBooks(paidOnce);
    });
  }

  test('while the payer is at the bank', async ({ checkout, request }) => {
    checkout.provokes(...consoleErrors);
    await checkout.open({});
    await checkout.pay(b.wallet, b.challenged);
    const bank = new Bank(checkout.page);
    await bank.expectQuestion();
    const killedPid = await kill(request);
    // The bank sends the payer back through the backend.
    expect(await pidOf(request)).not.toBe(killedPid);
    await bank.approve.click();

    await checkout.expectThanks();
    await checkout.expectEndings('wallet-redirect');
    await checkout.expectBooks(paidOnce);
  });
});

/** @returns the process id of the killed backend */
async function kill(request: APIRequestContext): Promise<number> {
  const pid = await pidOf(request);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** The backend's process id, once a process answers. */
async function pidOf(request: APIRequestContext): Promise<number> {
  let pid = 0;
  await expect(async () => {
    const answer = await request.get('/shop/healthz');
    expect(answer.status()).toBe(200);
    ({ pid } = (await answer.json()) as { readonly pid: number });
  }).toPass();
  return pid;
}
