import { assert } from '@open-wc/testing';
import type { WalletAButton } from '@wallet-buttons/elements';
import { html } from 'lit';
import { walletAProfiles } from '@wallet-buttons/sandbox/profiles';
import { becomes, freshPage } from '../fresh-page.ts';
import { provider, replace } from '../replace.ts';
import { drawn, ended, endingsOf, payingBackend, sandbox, scene, typesOf } from '../scene.ts';
import {
  calls,
  eventOf,
  json,
  merchantSession,
  press,
  ready,
  render,
  walletA,
} from '../support.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const constructorCalls = () => calls('ApplePaySession.constructor');
const tagA = (attributes: Record<string, string>) => {
  const tag = document.createElement('wallet-a-button');
  const all = { order: 'A-1', amount: '5.00', currency: 'UAH', country: 'UA', label: 'Shop' };
  for (const [name, value] of Object.entries({ ...all, ...attributes })) {
    tag.setAttribute(name, value);
  }
  return html`${tag}`;
};

describe('wallet A', () => {
  const page = scene();

  it('statics that throw mean unavailable, and nothing is left uncaught', async () => {
    const uncaught: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => uncaught.push(event.reason);
    addEventListener('unhandledrejection', note);
    for (const profile of ['insecure', 'frameWithoutPermission'] as const) {
      sandbox().configure(walletAProfiles[profile]);
      const { tag, events } = await render(walletA);
      await eventOf(events, 'wallet-unavailable');
      assert.deepEqual(typesOf(events), ['wallet-unavailable']);
      assert.lengthOf(drawn(tag), 0);
    }
    sandbox().reset();
    const restore = replace(provider('ApplePaySession'), 'supportsVersion', () => () => {
      throw new DOMException('no', 'InvalidAccessError');
    });
    try {
      const { tag, events } = await ready(walletA);
      await press(tag);
      assert.equal(await ended(events), 'wallet-error');
    } finally {
      restore();
    }
    await settled();
    removeEventListener('unhandledrejection', note);
    assert.deepEqual(uncaught, []);
  });

  it('a browser with the wallet of its own needs no SDK: the button is CSS, the payment works', async () => {
    const nativePage = await freshPage('./blank.html', []);
    try {
      nativePage.serve('a', 'error');
      await nativePage.native();
      const backend = payingBackend({}, nativePage.window);
      nativePage.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
      await nativePage.define();
      const tag = nativePage.add(
        '<wallet-a-button order="A-1" amount="1.00" currency="UAH" country="UA" label="Shop"></wallet-a-button>',
      );
      await becomes(tag, 'ready');
      const [button] = drawn(tag);
      assert.equal(button?.localName, 'button');
      assert.isNotEmpty(button?.ariaLabel);
      assert.equal(button?.getBoundingClientRect().height, 44);
      await press(tag);
      await waitUntil(() => nativePage.events.some(({ type }) => type === 'wallet-result'));
      assert.lengthOf(nativePage.scripts, 0);
      assert.deepEqual(
        backend.asked.map(({ path }) => path),
        ['validate-merchant', 'pay-token'],
      );
      assert.deepEqual(sessionCalls(nativePage.calls), sessionOrder);
    } finally {
      nativePage.close();
    }
  });

  it('with the SDK the provider’s element shows, and the payment is the same calls', async () => {
    sandbox().configure(walletAProfiles.polyfill);
    const { tag, events } = await ready(walletA);
    assert.equal(drawn(tag)[0]?.localName, 'apple-pay-button');
    await press(tag);
    await eventOf(events, 'wallet-result');
    assert.deepEqual(sessionCalls(calls), sessionOrder);
  });

  it('the provider’s element is made when it can be used, with its attributes; size and radius by its properties', async () => {
    const moments: string[] = [];
    const restore = replace<(this: Document, name: string) => Element>(
      document,
      'createElement',
      (create) =>
        function (name) {
          const isAsked = calls('ApplePaySession.canMakePayments').length > 0;
          if (name === 'apple-pay-button') moments.push(isAsked ? 'asked' : 'not asked');
          return create.call(this, name);
        },
    );
    try {
      sandbox().configure(walletAProfiles.unsupported);
      const { events } = await render(walletA);
      await eventOf(events, 'wallet-unavailable');
      assert.deepEqual(moments, []);
      sandbox().reset();
      const { tag } = await ready(
        tagA({ 'button-type': 'checkout', 'button-style': 'outline', locale: 'de-DE' }),
      );
      assert.deepEqual(moments, ['asked']);
      const [button] = drawn(tag);
      assert.equal(button?.getAttribute('type'), 'check-out');
      assert.equal(button?.getAttribute('buttonstyle'), 'white-outline');
      assert.equal(button?.getAttribute('locale'), 'de-DE');
      assert.isNull(button?.getAttribute('style'));
      tag.style.cssText = '--wallet-button-height: 52px; --wallet-button-radius: 9px';
      assert.exists(button);
      const style = getComputedStyle(button);
      assert.include(style.getPropertyValue('--apple-pay-button-height'), '52px');
      assert.equal(button.getBoundingClientRect().height, 52);
      assert.equal(style.getPropertyValue('--apple-pay-button-border-radius').trim(), '9px');
    } finally {
      restore();
    }
  });

  it('the highest version that the browser has is used, 15 at most', async () => {
    page.payer('cancels');
    for (const [latestVersion, used] of [
      [3, 3],
      [10, 10],
      [14, 14],
      [15, 15],
      [20, 15],
    ] as const) {
      sandbox().configure({ walletA: { latestVersion } });
      const { tag, events } = await ready(walletA);
      await press(tag);
      await ended(events);
      assert.equal(constructorCalls().at(-1)?.args[0], used);
      tag.remove();
    }
  });

  it('applePayCapabilities is called only with a merchant-id, and the active-card API never', async () => {
    const isShown = async (attributes: Record<string, string>) => {
      const { tag, events } = await render(tagA(attributes));
      await waitUntil(() => events.length > 0);
      tag.remove();
      return events[0]?.type === 'wallet-ready';
    };
    const questions = () => calls('ApplePaySession.applePayCapabilities');
    assert.isTrue(await isShown({}));
    assert.lengthOf(questions(), 0);
    const answers = {
      paymentCredentialsAvailable: true,
      paymentCredentialStatusUnknown: true,
      paymentCredentialsUnavailable: true,
      applePayUnsupported: false,
    } as const;
    for (const [credentialStatus, expected] of Object.entries(answers)) {
      sandbox().configure({
        walletA: { credentialStatus: credentialStatus as keyof typeof answers },
      });
      assert.equal(await isShown({ 'merchant-id': 'merchant.shop' }), expected, credentialStatus);
    }
    assert.lengthOf(questions(), 4);
    assert.deepEqual(questions()[0]?.args, ['merchant.shop']);
    const restore = replace(provider('ApplePaySession'), 'applePayCapabilities', () => absent);
    try {
      assert.isTrue(await isShown({ 'merchant-id': 'merchant.shop' }));
      sandbox().configure({ walletA: { canMakePayments: false } });
      assert.isFalse(await isShown({ 'merchant-id': 'merchant.shop' }));
    } finally {
      restore();
    }
    assert.lengthOf(calls('ApplePaySession.canMakePaymentsWithActiveCard'), 0);
  });

  it('constructor and begin() run in the task of the press, and nothing is asked before', async () => {
    page.payer('cancels');
    const { tag, events } = await ready(walletA);
    const earlyCalls: string[] = [];
    const restore: (() => void)[] = [];
    tag.addEventListener('wallet-click', () => {
      for (const name of ['fetch', 'setTimeout', 'queueMicrotask', 'requestAnimationFrame']) {
        const spy = replace<(...args: never[]) => unknown>(window, name, (real) => (...args) => {
          if (!calls('ApplePaySession.begin').length) earlyCalls.push(name);
          return real.apply(window, args);
        });
        restore.push(spy);
      }
    });
    await press(tag);
    await ended(events);
    for (const each of restore) each();
    assert.deepEqual(earlyCalls, []);
    for (const api of ['constructor', 'begin']) {
      const [call, ...more] = calls(`ApplePaySession.${api}`);
      assert.lengthOf(more, 0);
      assert.isTrue(call?.sameTask, api);
      assert.isTrue(call.userActivation, api);
    }
  });

  it('a script’s click() is caught as an error of code gesture', async () => {
    const { tag, events } = await ready(walletA);
    tag.click();
    assert.equal((await eventOf(events, 'wallet-error')).error.code, 'gesture');
    assert.deepEqual(endingsOf(events), ['wallet-error']);
    assert.equal(tag.state, 'ready');
  });

  it('the request has members of the documentation only, and none that is null', async () => {
    page.payer('cancels');
    const bare = await ready(walletA);
    await press(bare.tag);
    await ended(bare.events);
    assert.deepEqual(Object.keys(constructorCalls()[0]?.args[1] as object).sort(), [
      'countryCode',
      'currencyCode',
      'merchantCapabilities',
      'supportedNetworks',
      'total',
    ]);
    bare.tag.remove();
    const { tag, events } = await ready(
      tagA({
        request: 'name email phone shipping-address billing-address',
        'total-status': 'estimated',
      }),
    );
    tag.displayItems = [
      { label: 'Honey', amount: '5.00' },
      { label: 'Parcel', amount: '0', pending: true },
    ];
    await press(tag);
    assert.equal(await ended(events), 'wallet-cancel');
    const request = constructorCalls()[1]?.args[1];
    assert.notInclude(JSON.stringify(request), 'null');
    assert.deepNestedInclude(request, {
      requiredShippingContactFields: ['name', 'email', 'phone', 'postalAddress'],
      requiredBillingContactFields: ['postalAddress'],
      'total.type': 'pending',
      'lineItems[1].type': 'pending',
    });
  });

  it('a network that the version does not know is left out; none left is an error of code config', async () => {
    page.payer('cancels');
    sandbox().configure(walletAProfiles.older);
    const some = await ready(tagA({ networks: 'visa mastercard dankort girocard' }));
    await press(some.tag);
    assert.equal(await ended(some.events), 'wallet-cancel');
    assert.deepNestedInclude(constructorCalls()[0]?.args[1], {
      supportedNetworks: ['visa', 'masterCard'],
    });
    some.tag.remove();
    const none = await ready(tagA({ networks: 'dankort' }));
    await press(none.tag);
    assert.equal((await eventOf(none.events, 'wallet-error')).error.code, 'config');
    assert.lengthOf(calls('ApplePaySession.begin'), 1);
  });

  it('an error of the constructor is one of code config with the provider’s text, and the button still works', async () => {
    page.payer('cancels');
    const { tag, events } = await ready(tagA({ capabilities: 'supportsMagic' }));
    await press(tag);
    const { error } = await eventOf(events, 'wallet-error');
    assert.equal(error.code, 'config');
    assert.instanceOf(error.cause, TypeError);
    assert.equal(error.message, error.cause.message);
    assert.equal(tag.state, 'ready');
    (tag as WalletAButton).capabilities = 'supports3DS';
    await tag.updateComplete;
    await press(tag);
    await eventOf(events, 'wallet-cancel');
  });

  it('one question to the backend for each validation, with URL and domain; none to the provider', async () => {
    for (const domain of ['', 'pay.shop.example']) {
      sandbox().configure({ walletA: { merchantDomain: domain } });
      page.answers({
        'validate-merchant': async () => {
          const session = (await merchantSession().json()) as object;
          return json({ ...session, domainName: domain || location.hostname });
        },
      });
      const { tag, events } = await ready(tagA(domain ? { 'merchant-domain': domain } : {}));
      await press(tag);
      await eventOf(events, 'wallet-result');
      const requests = page.backend.to('validate-merchant');
      assert.lengthOf(requests, 1);
      assert.deepEqual(requests[0]?.body, {
        order: 'A-1',
        validation_url: 'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession',
        domain: domain || location.hostname,
      });
      tag.remove();
    }
    const urls = performance.getEntriesByType('resource').map(({ name }) => name);
    assert.notMatch(urls.join(' '), /apple\.com/);
  });
});

/** A browser of before the SDK brought it. */
const absent = undefined as never;

const sessionOrder = [
  'ApplePaySession.constructor',
  'ApplePaySession.begin',
  'event validatemerchant',
  'ApplePaySession.completeMerchantValidation',
  'event paymentauthorized',
  'ApplePaySession.completePayment',
];

/** Which of the session's calls were made, in their order. */
function sessionCalls(callsOf: typeof calls): readonly string[] {
  return sessionOrder
    .flatMap((api) => callsOf(api))
    .sort((one, other) => one.at - other.at)
    .map(({ api }) => api);
}
