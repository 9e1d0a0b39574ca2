import { assert, oneEvent } from '@open-wc/testing';
import type { WalletAButton } from '@wallet-buttons/elements';
import { walletAProfiles } from '@wallet-buttons/sandbox/profiles';
import {
  bankAt,
  ended,
  endingsOf,
  failed,
  paid,
  sandbox,
  scene,
  sheetIs,
  silence,
} from '../scene.ts';
import { provider, replace } from '../replace.ts';
import { calls, eventOf, merchantSession, press, problem, ready, walletA } from '../support.ts';
import { holdTime } from '../time.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const callsOf = (api: string) => calls(`ApplePaySession.${api}`);
const completions = () => callsOf('completePayment').map(({ args }) => args);

interface Session extends EventTarget {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null;
  onpaymentauthorized: unknown;
  oncancel: unknown;
}

describe('the session of wallet A', () => {
  const page = scene();
  const postsTo = (path: string) => page.backend.asked.filter((each) => each.path === path);

  it('a validation URL that is no gateway of the provider reaches no backend, and ends in an error of its own', async () => {
    const pods = (word: string, last: number) =>
      Array.from({ length: last }, (_, pod) => `${word}-pod${pod + 1}`);
    const gateway = 'apple-pay-gateway';
    const good = [
      ...['', '-cert', ...pods('-nc', 5), ...pods('-pr', 5)].map((pod) => gateway + pod),
      ...['', '-cert', ...pods('-sh', 3), ...pods('-tj', 3)].map((pod) => `cn-${gateway}${pod}`),
    ].map((host) => `https://${host}.apple.com/paymentservices/paymentSession`);
    const bad = [
      'http://apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com.evil.example/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com@evil.example/paymentservices/paymentSession',
      'https://apple-pay-gateway.apple.com:8443/paymentservices/paymentSession',
      'https://apple-pay-gateway.evil-apple.com/paymentservices/paymentSession',
      'https://evil@apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'https://evil.example/?https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'https://169.254.169.254/paymentservices/paymentSession',
    ];
    let urls = bad;
    const restore = onBegin((session) => {
      const ask = session.onvalidatemerchant;
      session.onvalidatemerchant = () => {
        for (const validationURL of urls) ask?.({ validationURL });
      };
    });
    try {
      page.answers({ 'validate-merchant': () => problem(403, 'domain_not_allowed') });
      for (const each of bad) {
        urls = [each];
        const { tag, events } = await ready(walletA);
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-error')).error.code, 'validation-url', each);
        tag.remove();
      }
      assert.lengthOf(page.backend.asked, 0);
      assert.lengthOf(callsOf('abort'), bad.length);
      urls = good;
      const { tag, events } = await ready(walletA);
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-error')).error.code, 'refused');
      assert.deepEqual(
        page.backend.asked.map(({ body }) => body['validation_url']),
        good,
      );
    } finally {
      restore();
    }
  });

  it('the backend’s merchant session is handed on unchanged, once, and a second payment gets its own', async () => {
    for (const order of ['A-1', 'A-2']) {
      const { tag, events } = await ready(walletA);
      tag.order = order;
      await tag.updateComplete;
      await press(tag);
      await eventOf(events, 'wallet-result');
      tag.remove();
    }
    const sessions = callsOf('completeMerchantValidation').map(({ args }) => args);
    assert.deepEqual(sessions, [[page.backend.answered[0]], [page.backend.answered[2]]]);
    assert.notDeepEqual(sessions[0], sessions[1]);
    assert.lengthOf(postsTo('validate-merchant'), 2);
  });

  it('a refused, late or lost validation closes the sheet and is an error of code refused or unreachable, even when abort() throws', async () => {
    page.answers({ 'validate-merchant': () => problem(403, 'domain_not_allowed') });
    for (const sheetGone of ['never', 'before-validation'] as const) {
      sandbox().configure({ walletA: { sheetGone } });
      const { tag, events } = await ready(walletA);
      await press(tag);
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'refused');
      assert.deepEqual(endingsOf(events), ['wallet-error']);
      assert.equal(sandbox().sheet.state, 'closed');
      assert.equal(tag.state, 'ready');
      tag.remove();
    }
    sandbox().configure({ walletA: { sheetGone: 'never' } });
    page.answers({ 'validate-merchant': silence });
    const time = holdTime();
    try {
      const { tag, events } = await ready(walletA);
      await press(tag);
      await waitUntil(() => postsTo('validate-merchant').length === 1);
      time.pass(29_000);
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'unreachable');
      assert.equal(sandbox().sheet.state, 'closed');
    } finally {
      time.release();
    }
    assert.lengthOf(callsOf('completeMerchantValidation'), 0);
  });

  it('a validation that is answered after the payer cancelled is not handed on', async () => {
    const uncaught: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => uncaught.push(event.reason);
    addEventListener('unhandledrejection', note);
    for (const respond of [merchantSession, () => problem(500, 'internal')]) {
      const answer = Promise.withResolvers<Response>();
      page.answers({ 'validate-merchant': () => answer.promise });
      page.payer('chooses');
      const { tag, events } = await ready(walletA);
      await press(tag);
      await waitUntil(() => postsTo('validate-merchant').length === 1);
      sandbox().sheet.cancel();
      assert.equal(await ended(events), 'wallet-cancel');
      answer.resolve(respond());
      await settled();
      assert.deepEqual(endingsOf(events), ['wallet-cancel']);
      tag.remove();
    }
    removeEventListener('unhandledrejection', note);
    assert.lengthOf(callsOf('completeMerchantValidation'), 0);
    assert.deepEqual(uncaught, []);
  });

  it('completePayment is called once, with an object, within 30 seconds even without an answer', async () => {
    const { tag, events } = await ready(walletA);
    await press(tag);
    await eventOf(events, 'wallet-result');
    assert.deepEqual(completions(), [[{ status: 0 }]]);
    tag.remove();
    page.answers({ 'pay-token': silence, status: silence });
    const time = holdTime();
    try {
      const waiting = await ready(walletA);
      await press(waiting.tag);
      await waitUntil(() => postsTo('pay-token').length === 1);
      time.pass(20_000);
      await waitUntil(() => postsTo('status').length === 1);
      time.pass(9_500);
      await waitUntil(() => completions().length === 2, 'the sheet to be completed');
      assert.isObject(completions()[1]?.[0]);
      await ended(waiting.events);
      assert.lengthOf(completions(), 2);
    } finally {
      time.release();
    }
  });

  it('on the way to the bank the sheet gets success before the page leaves', async () => {
    page.answers({ 'pay-token': bankAt(`${location.href.split('#')[0] ?? ''}#acs`) });
    const order: string[] = [];
    const noteLeave = () =>
      order.push('left', ...completions().map((args) => JSON.stringify(args)));
    addEventListener('hashchange', noteLeave, { once: true });
    const { tag, events } = await ready(walletA);
    tag.addEventListener('wallet-redirect', () => order.push(`event ${completions().length}`));
    await press(tag);
    await eventOf(events, 'wallet-redirect');
    await waitUntil(() => location.hash === '#acs' && order.includes('left'));
    assert.deepEqual(order, ['event 1', 'left', '[{"status":0}]']);
  });

  it('the outcome is reported once, although the sheet has closed before the answer', async () => {
    sandbox().configure(walletAProfiles.sheetGone);
    const outcomes = [
      [paid, 'wallet-result'],
      [failed, 'wallet-result'],
      [() => problem(403, 'order_closed'), 'wallet-error'],
    ] as const;
    for (const [answer, expected] of outcomes) {
      page.answers({ 'pay-token': answer });
      const completionCount = completions().length;
      const { tag, events } = await ready(walletA);
      await press(tag);
      assert.equal(await ended(events), expected);
      await settled();
      assert.deepEqual(endingsOf(events), [expected]);
      assert.equal(completions().length, completionCount + 1);
      tag.remove();
    }
  });

  it('a cancel before the authorization is one wallet-cancel and no token; a later cancel changes nothing', async () => {
    page.payer('cancels');
    const first = await ready(walletA);
    await press(first.tag);
    assert.equal(await ended(first.events), 'wallet-cancel');
    assert.lengthOf(postsTo('pay-token'), 0);
    first.tag.remove();
    sandbox().configure(walletAProfiles.cancelWhileAuthorizing);
    const answer = Promise.withResolvers<Response>();
    page.answers({ 'pay-token': () => answer.promise });
    const second = await ready(walletA);
    await press(second.tag);
    await waitUntil(() => calls('event cancel').length === 2);
    assert.equal(second.tag.state, 'busy');
    answer.resolve(paid());
    assert.equal((await eventOf(second.events, 'wallet-result')).outcome, 'succeeded');
    assert.deepEqual(endingsOf(second.events), ['wallet-result']);
  });

  it('abort() is called for an open session only, and once by a tag or a page that is removed', async () => {
    const aborts = () => callsOf('abort').length;
    const { tag, events } = await ready(walletA);
    tag.abort();
    await press(tag);
    await eventOf(events, 'wallet-result');
    tag.abort();
    tag.remove();
    page.payer('cancels');
    const other = await ready(walletA);
    await press(other.tag);
    await eventOf(other.events, 'wallet-cancel');
    other.tag.abort();
    other.tag.remove();
    assert.equal(aborts(), 0);

    page.payer('chooses');
    const goes: readonly ((tag: WalletAButton) => void)[] = [
      (tag) => {
        tag.remove();
      },
      () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false })),
      (tag) => {
        tag.abort();
      },
    ];
    for (const [times, go] of goes.entries()) {
      const open = await ready(walletA);
      await press(open.tag);
      await sheetIs('ready');
      // A tag that was taken away says it to itself.
      const cancel = oneEvent(open.tag, 'wallet-cancel');
      go(open.tag as WalletAButton);
      await cancel;
      open.tag.abort();
      assert.equal(aborts(), times + 1);
      open.tag.remove();
    }
  });
});

/** Looks at each session when the page begins it; the result ends that. */
function onBegin(look: (session: Session) => void): () => void {
  return replace<(this: Session) => void>(
    provider('ApplePaySession').prototype,
    'begin',
    (begin) =>
      function () {
        look(this);
        begin.call(this);
      },
  );
}
