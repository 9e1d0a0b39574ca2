import { assert } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { endingsOf, paid, payingBackend, typesOf, wallets } from '../test/scene.ts';
import {
  calls,
  type FakeBackend,
  heardOf,
  json,
  press,
  problem,
  ready,
  walletA,
  walletB,
} from '../test/support.ts';
import type { Outcome } from '@wallet-buttons/protocol';
import { waitUntil } from '../test/wait-until.ts';

describe('a press', () => {
  let backend: FakeBackend;
  const answer = (payToken: () => Response | Promise<Response>, more: object = {}) => {
    backend = payingBackend({ 'pay-token': payToken, ...more });
  };
  const payer = (does: 'pays' | 'cancels' | 'cancels-while-authorizing' | 'chooses') =>
    window.walletSandbox?.configure({ payer: { does }, endState: 0 });

  beforeEach(() => {
    window.walletSandbox?.reset();
    payer('pays');
  });
  afterEach(() => {
    closeSheet();
    backend.restore();
  });

  for (const { wallet, template, opened } of wallets) {
    describe(`of ${wallet}`, () => {
      it('opens the sheet in its own task', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        await press(tag);
        await heardOf(heard, 'wallet-result');
        const [call, ...more] = calls(opened);
        assert.isTrue(call?.sameTask);
        assert.lengthOf(more, 0);
      });

      it('posts the token once, with what the sheet showed and a key', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        tag.amount = '77.5';
        await press(tag);
        await heardOf(heard, 'wallet-result');
        const [asked, ...more] = backend.asked.filter(({ path }) => path === 'pay-token');
        assert.lengthOf(more, 0);
        assert.equal(asked?.body['order'], 'A-1001');
        assert.equal(asked?.body['wallet'], wallet);
        assert.deepEqual(asked?.body['shown'], { amount: '77.50', currency: 'UAH' });
        assert.match(String(asked?.headers.get('idempotency-key')), /^[0-9a-f-]{36}$/);
        assert.equal(asked?.headers.get('content-type'), 'application/json');
      });

      it('ends once, in the result, and rests until the order changes', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        await press(tag);
        const result = await heardOf(heard, 'wallet-result');
        assert.equal(result.outcome, 'succeeded');
        assert.equal(result.status, 'paid');
        assert.equal(tag.state, 'done');
        await press(tag);
        assert.deepEqual(endingsOf(heard), ['wallet-result']);
        assert.lengthOf(calls(opened), 1);
        tag.order = 'A-1002';
        await tag.updateComplete;
        assert.equal(tag.state, 'ready');
      });

      it('is ready for another order that came while it was busy', async () => {
        const first = Promise.withResolvers<Response>();
        answer(() => first.promise);
        const { tag, heard } = await ready(template);
        await press(tag);
        await heardOf(heard, 'wallet-authorized');
        tag.order = 'A-1002';
        first.resolve(paid());
        await heardOf(heard, 'wallet-result');
        assert.equal(tag.state, 'ready');
      });

      for (const outcome of ['pending', 'unknown', 'authorized'] satisfies Outcome[]) {
        it(`shows ${outcome} as taken and does not offer to pay again`, async () => {
          answer(() => json({ outcome, status: 'processing' }, 202));
          const { tag, heard } = await ready(template);
          await press(tag);
          assert.equal((await heardOf(heard, 'wallet-result')).outcome, outcome);
          assert.isTrue(sheetSaidSuccess(wallet));
          assert.equal(tag.state, 'done');
        });
      }

      it('shows a failed payment as failed and may be pressed again', async () => {
        answer(() => json({ outcome: 'failed', status: 'failed' }));
        const { tag, heard } = await ready(template);
        await press(tag);
        // Wallet B keeps its sheet open for another card; the payer leaves it.
        await waitUntil(() => saidToSheet(wallet).length > 0);
        payer('cancels');
        closeSheet();
        assert.equal((await heardOf(heard, 'wallet-result')).outcome, 'failed');
        assert.isFalse(sheetSaidSuccess(wallet));
        assert.equal(tag.state, 'ready');
        assert.deepEqual(endingsOf(heard), ['wallet-result']);

        tag.label = '';
        await press(tag);
        assert.equal((await heardOf(heard, 'wallet-error')).error.code, 'config');
        assert.equal(tag.state, 'ready', 'and again, when the page is at fault');
      });

      it('goes to the bank after the sheet was completed, by a cancelable event', async () => {
        answer(() =>
          json({ outcome: 'pending', status: 'processing', acs_url: 'https://bank.example/acs' }),
        );
        const { tag, heard } = await ready(template);
        tag.addEventListener('wallet-redirect', (event) => {
          assert.isTrue(sheetSaidSuccess(wallet));
          event.preventDefault();
        });
        await press(tag);
        assert.equal((await heardOf(heard, 'wallet-redirect')).url, 'https://bank.example/acs');
        assert.equal(tag.state, 'redirecting');
        assert.deepEqual(endingsOf(heard), ['wallet-redirect']);
      });

      it('leaves the page alone with redirect="none"', async () => {
        answer(() => json({ outcome: 'pending', status: '', acs_url: 'https://bank.example/' }));
        const { tag, heard } = await ready(template);
        tag.redirect = 'none';
        await press(tag);
        assert.isFalse((await heardOf(heard, 'wallet-redirect')).defaultPrevented);
        assert.equal(tag.state, 'redirecting');
      });

      it('says how an order stands that is being paid already', async () => {
        answer(() =>
          problem(409, 'in_progress', { outcome: 'pending', payment_status: 'processing' }),
        );
        const { tag, heard } = await ready(template);
        await press(tag);
        const result = await heardOf(heard, 'wallet-result');
        assert.equal(result.outcome, 'pending');
        assert.equal(result.status, 'processing');
        assert.equal(tag.state, 'done');
      });

      it('leads to the bank that waits for the payer of an order that is being paid already', async () => {
        const acs_url = 'https://bank.example/challenge/1';
        answer(() => problem(409, 'in_progress', { outcome: 'pending', acs_url }));
        const { tag, heard } = await ready(template);
        tag.redirect = 'none';
        await press(tag);
        assert.equal((await heardOf(heard, 'wallet-redirect')).url, acs_url);
      });

      it('cancels without an error', async () => {
        payer('cancels');
        answer(paid);
        const { tag, heard } = await ready(template);
        await press(tag);
        await heardOf(heard, 'wallet-cancel');
        assert.deepEqual(endingsOf(heard), ['wallet-cancel']);
        assert.isFalse(backend.asked.some(({ path }) => path === 'pay-token'));
        assert.equal(tag.state, 'ready');
      });

      it('starts one payment for two presses 50 ms apart', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        await press(tag);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await press(tag);
        await heardOf(heard, 'wallet-result');
        assert.lengthOf(calls(opened), 1);
        assert.deepEqual(endingsOf(heard), ['wallet-result']);
      });

      it('calls nothing of the provider when wallet-click is prevented', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        tag.addEventListener('wallet-click', (event) => {
          event.preventDefault();
        });
        await press(tag);
        await heardOf(heard, 'wallet-click');
        assert.lengthOf(calls(opened), 0);
        assert.equal(tag.state, 'ready');
      });

      it('does nothing while disabled or without an order', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        tag.disabled = true;
        await tag.updateComplete;
        await press(tag);
        tag.disabled = false;
        tag.order = '';
        await tag.updateComplete;
        await press(tag);
        assert.deepEqual(typesOf(heard), ['wallet-ready']);
      });

      it('works by keyboard and brings the focus back', async () => {
        answer(paid);
        payer('cancels');
        const { tag, heard } = await ready(template);
        tag.focus();
        await sendKeys({ press: 'Enter' });
        await heardOf(heard, 'wallet-cancel');
        await waitUntil(() => document.activeElement === tag, 'focus came back');
      });

      it('puts the token in no event', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        await press(tag);
        await heardOf(heard, 'wallet-result');
        const token = String(backend.asked.at(-1)?.body['token']);
        assert.isAbove(token.length, 100);
        for (const event of heard) {
          assert.notInclude(JSON.stringify(Object.values(event)), token.slice(20, 60));
        }
      });

      it('names the attribute that is missing, and calls nothing', async () => {
        answer(paid);
        const { tag, heard } = await ready(template);
        tag.currency = '';
        await press(tag);
        const { error } = await heardOf(heard, 'wallet-error');
        assert.equal(error.code, 'config');
        assert.include(error.message, 'currency');
        assert.lengthOf(calls(opened), 0);
        assert.equal(tag.state, 'ready');
      });

      it('passes a refusal on with the code of the backend', async () => {
        answer(() => problem(409, 'amount_mismatch'));
        const { tag, heard } = await ready(template);
        await press(tag);
        await waitUntil(() => saidToSheet(wallet).length > 0);
        payer('cancels');
        closeSheet();
        const { error } = await heardOf(heard, 'wallet-error');
        assert.equal(error.code, 'refused');
        assert.propertyVal(error.cause, 'code', 'amount_mismatch');
        assert.isFalse(sheetSaidSuccess(wallet));
      });

      it('calls nothing failed, and offers nothing, while the backend is out of reach', async () => {
        let status = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
        answer(() => Promise.reject(new TypeError('Failed to fetch')), { status: () => status() });
        const { tag, heard } = await ready(template);
        await press(tag);
        const { error } = await heardOf(heard, 'wallet-error');
        assert.equal(error.code, 'unreachable');
        assert.equal(error.origin, 'network');
        assert.isTrue(sheetSaidSuccess(wallet));
        assert.equal(tag.state, 'done');
        tag.reload();
        assert.equal(tag.state, 'busy');
        await waitUntil(() => tag.state === 'done', 'an end that nobody knows yet');
        status = () => Promise.resolve(problem(404, 'no_payment'));
        tag.reload();
        await waitUntil(() => tag.state === 'ready', 'the button to be ready again');
      });
    });
  }

  const unsafe = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001https://bank.example/',
    'javascript://bank.example/%0aalert(1)',
    'data:text/html,x',
    'blob:https://bank.example/1',
    'http://bank.example/',
    '//bank.example/',
    '/acs',
    'https://user:secret@bank.example/',
    'https://',
  ];
  for (const acs_url of unsafe) {
    it(`does not follow ${JSON.stringify(acs_url)}`, async () => {
      answer(() => json({ outcome: 'pending', status: 'processing', acs_url }));
      const { tag, heard } = await ready(walletB);
      await press(tag);
      const { error } = await heardOf(heard, 'wallet-error');
      assert.equal(error.code, 'redirect-url');
      assert.deepEqual(endingsOf(heard), ['wallet-error']);
    });
  }

  describe('of wallet-a', () => {
    it('validates the merchant through the backend and hands the session on untouched', async () => {
      answer(paid);
      const { tag, heard } = await ready(walletA);
      await press(tag);
      await heardOf(heard, 'wallet-result');
      const [asked] = backend.asked;
      assert.equal(asked?.path, 'validate-merchant');
      assert.equal(asked?.body['domain'], location.hostname);
      assert.match(
        String(asked?.body['validation_url']),
        /^https:\/\/apple-pay-gateway-cert\.apple\.com\//,
      );
      const [given] = calls('ApplePaySession.completeMerchantValidation');
      assert.deepEqual(given?.args[0], backend.answered[0]);
    });

    it('closes the sheet when the backend does not validate', async () => {
      answer(paid, { 'validate-merchant': () => problem(403, 'domain_not_allowed') });
      const { tag, heard } = await ready(walletA);
      await press(tag);
      const { error } = await heardOf(heard, 'wallet-error');
      assert.equal(error.code, 'refused');
      assert.equal(window.walletSandbox?.sheet.state, 'closed');
      assert.equal(tag.state, 'ready');
    });

    it('closes the sheet when the backend’s merchant session is none', async () => {
      answer(paid, { 'validate-merchant': () => json('not a session') });
      const { tag, heard } = await ready(walletA);
      await press(tag);
      assert.equal((await heardOf(heard, 'wallet-error')).error.code, 'unreachable');
      assert.equal(window.walletSandbox?.sheet.state, 'closed');
      assert.equal(tag.state, 'ready');
    });

    it('tells the outcome of a payment whose sheet the payer closed too late', async () => {
      payer('cancels-while-authorizing');
      answer(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return paid();
      });
      const { tag, heard } = await ready(walletA);
      await press(tag);
      assert.equal((await heardOf(heard, 'wallet-result')).outcome, 'succeeded');
      assert.deepEqual(endingsOf(heard), ['wallet-result']);
    });

    it('closes its sheet on abort()', async () => {
      payer('chooses');
      answer(paid);
      const { tag, heard } = await ready(walletA);
      await press(tag);
      await waitUntil(() => window.walletSandbox?.sheet.state === 'ready');
      tag.abort();
      assert.equal((await heardOf(heard, 'wallet-cancel')).reason, 'aborted');
      assert.equal(window.walletSandbox?.sheet.state, 'closed');
    });

    it('answers a script’s click with an error and is usable again', async () => {
      answer(paid);
      const { tag, heard } = await ready(walletA);
      tag.click();
      assert.equal((await heardOf(heard, 'wallet-error')).error.code, 'gesture');
      assert.equal(tag.state, 'ready');
    });
  });

  describe('of wallet-b', () => {
    it('asks for a token encrypted for the gateway', async () => {
      answer(paid);
      const { tag, heard } = await ready(walletB);
      await press(tag);
      await heardOf(heard, 'wallet-result');
      const [request] = calls('PaymentsClient.loadPaymentData')[0]?.args as [
        { allowedPaymentMethods: [Record<string, unknown>]; transactionInfo: object },
      ];
      assert.deepEqual(request.allowedPaymentMethods[0], {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: ['VISA', 'MASTERCARD'],
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'examplegateway', gatewayMerchantId: 'exampleMerchant' },
        },
      });
      assert.deepInclude(request.transactionInfo, {
        totalPrice: '199.90',
        totalPriceStatus: 'FINAL',
        currencyCode: 'UAH',
        countryCode: 'UA',
      });
    });

    it('lets the backend prepare at the press, and does not mind if it cannot', async () => {
      answer(paid, { prepare: () => problem(500, 'internal') });
      const { tag, heard } = await ready(walletB);
      await press(tag);
      assert.equal((await heardOf(heard, 'wallet-result')).outcome, 'succeeded');
      assert.equal(backend.asked[0]?.path, 'prepare');
    });

    it('forwards the token byte for byte', async () => {
      answer(paid);
      const { tag, heard } = await ready(walletB);
      await press(tag);
      await heardOf(heard, 'wallet-result');
      assert.include(String(backend.asked.at(-1)?.body['token']), '\\u003d');
    });
  });
});

/** What the page told the sheet in the end. */
function saidToSheet(wallet: 'wallet-a' | 'wallet-b'): readonly unknown[] {
  return wallet === 'wallet-a'
    ? calls('ApplePaySession.completePayment').map(({ args }) => args[0])
    : calls('answer onPaymentAuthorized').map(({ args }) => args[0]);
}

function sheetSaidSuccess(wallet: 'wallet-a' | 'wallet-b'): boolean {
  const said = JSON.stringify(saidToSheet(wallet).at(-1));
  return said === '{"status":0}' || said === '{"transactionState":"SUCCESS"}';
}

function closeSheet(): void {
  const sheet = window.walletSandbox?.sheet;
  if (sheet?.state === 'ready') sheet.cancel();
}
