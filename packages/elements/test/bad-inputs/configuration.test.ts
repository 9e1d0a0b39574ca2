import { assert } from '@open-wc/testing';
import { WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import { replace } from '../replace.ts';
import { control, payerLeaves, sandbox, scene, wallets } from '../scene.ts';
import { calls, press, ready } from '../support.ts';
import { badInput, endedOnce } from './bad-input.ts';
import { waitUntil } from '../wait-until.ts';

const openingCalls = {
  'wallet-a': 'ApplePaySession.constructor',
  'wallet-b': 'PaymentsClient.loadPaymentData',
};
const requiredNames = ['order', 'amount', 'currency', 'country', 'label'];
const ofGateway = ['gateway', 'gatewayMerchantId'];

describe('K: attributes and addresses', () => {
  const page = scene();

  for (const { wallet, template, completion } of wallets) {
    const Tag = wallet === 'wallet-a' ? WalletAButton : WalletBButton;
    const request = () => calls(openingCalls[wallet]).at(-1)?.args.at(-1);

    badInput(`K1: null is what was not set, for ${wallet}`, async () => {
      page.payer('cancels');
      const plain = await ready(template);
      await press(plain.tag);
      await endedOnce(plain.events);
      const plainRequest = request();
      plain.tag.remove();

      const { tag, events } = await ready(template);
      for (const name of Tag.elementProperties.keys()) {
        if (![...requiredNames, ...ofGateway].includes(String(name))) Reflect.set(tag, name, null);
      }
      await tag.updateComplete;
      await press(tag);
      assert.equal((await endedOnce(events)).type, 'wallet-cancel');
      assert.deepEqual(request(), plainRequest);
      await waitUntil(() => tag.state === 'ready');

      for (const name of requiredNames.slice(1)) {
        const value = tag.getAttribute(name) ?? '';
        for (const isRemoved of [false, true]) {
          if (isRemoved) tag.removeAttribute(name);
          else Reflect.set(tag, name, null);
          events.length = 0;
          await press(tag);
          const ending = await endedOnce(events);
          assert.nestedInclude(ending, { 'error.code': 'config' });
          assert.include(ending.error?.message, name);
          Reflect.set(tag, name, value);
        }
      }

      tag.removeAttribute('order');
      await tag.updateComplete;
      assert.isTrue(control(tag).disabled);
      for (const name of wallet === 'wallet-b' ? ofGateway : []) {
        events.length = 0;
        Reflect.set(tag, name, null);
        await waitUntil(() => tag.state === 'loading');
        Reflect.set(tag, name, 'g');
        await waitUntil(() => tag.state === 'ready');
        assert.notInclude(
          events.map(({ type }) => type),
          'wallet-error',
        );
      }
    });

    badInput(
      `K2: what is huge is an error or shown, and hangs nothing, for ${wallet}`,
      async () => {
        page.payer('cancels');
        const { tag, events } = await ready(template);
        const word = 'x'.repeat(100_000);
        const presses = async () => {
          events.length = 0;
          await press(tag);
          const ending = await endedOnce(events);
          // Not compared whole: a difference in such texts takes minutes to print.
          return ending.error?.code ?? ending.type;
        };
        tag.amount = '9'.repeat(1_000_000);
        assert.equal(await presses(), 'config');
        assert.lengthOf(calls(openingCalls[wallet]), 0);
        tag.amount = '199.90';
        tag.displayItems = Array.from({ length: 200 }, () => ({ label: 'Honey', amount: '0.50' }));
        for (const name of ['label', 'locale', 'request', 'button-type'])
          tag.setAttribute(name, word);
        await waitUntil(() => tag.state === 'ready');
        await tag.updateComplete;
        assert.equal(await presses(), 'wallet-cancel');

        page.payer('pays');
        tag.order = word;
        await tag.updateComplete;
        assert.equal(await presses(), 'config');
        assert.equal(tag.state, 'ready');
      },
    );

    badInput(`K3: __proto__ and its kin are words like others, for ${wallet}`, async () => {
      const { tag, events } = await ready(template);
      const words = '__proto__ constructor toString';
      const option = { id: '__proto__', label: 'constructor', amount: '0' };
      tag.setAttribute('__proto__', 'x');
      for (const name of ['button-type', 'button-style', 'locale', 'total-status', 'redirect']) {
        tag.setAttribute(name, '__proto__');
      }
      tag.order = '__proto__';
      // Wallet A's provider refuses a network that it does not know.
      if (wallet === 'wallet-b') tag.networks += ` ${words}`;
      tag.request = `${words} email shipping-address`;
      tag.shippingOptions = [option];
      tag.couponCode = 'constructor';
      await tag.updateComplete;
      page.answers({
        'pay-token': () =>
          new Response(
            `{"status":422,"code":"__proto__","title":"constructor","__proto__":{"outcome":"succeeded"},
              "errors":[{"code":"constructor","field":"__proto__","message":"toString"}]}`,
            { status: 422 },
          ),
      });
      await Promise.all([press(tag), payerLeaves(completion)]);
      const ending = await endedOnce(events);
      assert.nestedInclude(ending, { 'error.code': 'refused', 'error.cause.code': '__proto__' });
      const args = JSON.stringify(calls(completion).at(-1)?.args);
      assert.include(args, 'toString');
      const post = page.backend.to('pay-token')[0];
      assert.deepInclude(post?.body, {
        order: '__proto__',
        shipping_option: '__proto__',
        coupon_code: 'constructor',
      });
      assert.deepEqual(Object.keys(Object.prototype), []);
      assert.equal(tag.state, 'ready');
    });

    badInput(
      `K4: an endpoint of another origin that does not ask for it gets nothing, of ${wallet}`,
      async () => {
        const backend = location.origin.replace('localhost', '127.0.0.1');
        page.backend.restore();
        const requests: Request[] = [];
        const restore = replace<typeof fetch>(window, 'fetch', (real) => async (input, init) => {
          requests.push(new Request(input, init));
          return real(input, init);
        });
        const { tag, events } = await ready(template);
        tag.backend = backend;
        await press(tag);
        const ending = await endedOnce(events);
        assert.nestedInclude(ending, {
          'error.code': 'unreachable',
          'error.suggestion': 'Ask for the status first.',
        });
        restore();
        assert.isNotEmpty(requests);
        for (const { url, mode, credentials } of requests) {
          assert.isTrue(url.startsWith(backend));
          // The browser asks the other origin first, and gives it no cookie.
          assert.deepEqual([mode, credentials], ['cors', 'same-origin']);
        }
        // Wallet A is not validated, and ends there; what wallet B gave may have arrived, for all one knows.
        assert.equal(tag.state, wallet === 'wallet-a' ? 'ready' : 'done');
        await waitUntil(() => sandbox().sheet.state === 'closed');
      },
    );

    badInput(
      `K5: an endpoint that is no address is reported before the sheet, of ${wallet}`,
      async () => {
        const { tag, events } = await ready(template);
        const wrong = {
          backend: 'javascript:window.ran=1;//',
          'pay-token-url': 'data:application/json,{"outcome":"succeeded","status":"paid"}',
          'status-url': 'https://name:secret@shop.example/status',
          ...(wallet === 'wallet-a' && { 'validate-merchant-url': 'localhost:3000/validate' }),
        };
        for (const [name, address] of Object.entries(wrong)) {
          tag.setAttribute(name, address);
          events.length = 0;
          await press(tag);
          const { error } = await endedOnce(events);
          assert.deepInclude(error, { code: 'config', origin: 'integration' });
          assert.equal(error?.message, name);
          assert.equal(tag.state, 'ready');
          tag.removeAttribute(name);
        }
        assert.notProperty(window, 'ran');
        assert.deepEqual(page.backend.asked, []);
        assert.lengthOf(calls(openingCalls[wallet]), 0);

        events.length = 0;
        await press(tag);
        assert.include(await endedOnce(events), { type: 'wallet-result', outcome: 'succeeded' });
      },
    );
  }
});
