import { assert } from '@open-wc/testing';
import { unsafeUrls } from '@wallet-buttons/protocol/testing/inputs.js';
import { becomes, freshPage } from '../fresh-page.ts';
import {
  apis,
  bankAt,
  ended,
  endingsOf,
  offline,
  paid,
  payerLeaves,
  payingBackend,
  scene,
  silence,
  wallets,
} from '../scene.ts';
import { calls, eventOf, json, press, problem, ready, walletA, walletB } from '../support.ts';
import { holdTime } from '../time.ts';
import { tokensGiven } from '../tokens.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

describe('the merchant’s backend', () => {
  const page = scene();
  const posts = () => page.backend.to('pay-token');

  it('an authorization is posted once, as JSON, with the page’s own credentials and a key; later its status is asked', async () => {
    for (const { template } of wallets) {
      page.answers({
        'pay-token': () => new Response('<html>502</html>', { status: 502 }),
        status: () => json({ outcome: 'pending', status: 'processing', final: false }),
      });
      const { tag, events } = await ready(template);
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'pending');
      const [post, ...more] = posts();
      assert.lengthOf(more, 0);
      assert.equal(post?.request.method, 'POST');
      assert.equal(post?.request.credentials, 'same-origin');
      assert.equal(post?.headers.get('content-type'), 'application/json');
      assert.match(post?.headers.get('idempotency-key') ?? '', /^[0-9a-f-]{36}$/);
      assert.lengthOf(page.backend.to('status'), 1);
      tag.remove();
    }
  });

  it('the token arrives as the provider gave it, and is in no URL, event, error, console or storage', async () => {
    const lines: unknown[][] = [];
    const { log, info, warn, error } = console;
    const note = (...line: unknown[]) => lines.push(line);
    const tokens = tokensGiven();
    Object.assign(console, { log: note, info: note, warn: note, error: note });
    try {
      for (const { wallet, template } of wallets) {
        page.answers({ 'pay-token': offline, status: offline });
        const { tag, events } = await ready(template);
        await press(tag);
        const { error: completion } = await eventOf(events, 'wallet-error');
        const postedToken = posts()[0]?.body['token'];
        assert.isString(postedToken);
        const token = tokens.given.at(-1);
        assert.exists(token);
        if (wallet === 'wallet-a') assert.deepEqual(JSON.parse(String(postedToken)), token);
        else assert.equal(postedToken, token);
        const secret = String(postedToken).slice(30, 60);
        const everywhere = [
          ...events.map((event) => JSON.stringify(Object.values(event))),
          JSON.stringify([completion.message, String(completion.cause), completion.stack]),
          JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
          JSON.stringify(lines.map((line) => line.map(String))),
          location.href + page.backend.asked.map(({ request }) => request.url).join(),
          document.cookie,
        ];
        for (const place of everywhere) assert.notInclude(place, secret);
        tag.remove();
      }
    } finally {
      tokens.restore();
      Object.assign(console, { log, info, warn, error });
    }
  });

  it('a refusal with its HTTP status fails the sheet; a token that may have arrived is never shown as failed', async () => {
    for (const { wallet, template, completion, success } of wallets) {
      page.answers({ 'pay-token': () => problem(422, 'token_rejected') });
      const { tag, events } = await ready(template);
      await Promise.all([press(tag), payerLeaves(completion)]);
      const { error } = await eventOf(events, 'wallet-error');
      assert.deepInclude(error, { code: 'refused', origin: 'payment' });
      assert.deepNestedInclude(error, { 'cause.status': 422, 'cause.code': 'token_rejected' });
      assert.notDeepEqual(calls(completion).at(-1)?.args[0], success);
      tag.remove();

      // The way from the backend is the same for both; each half of it once.
      const open =
        wallet === 'wallet-a'
          ? ([
              ['no JSON', () => new Response('<html>502</html>', { status: 502 })],
              ['no answer', silence],
            ] as const)
          : ([
              ['no network', offline],
              ['not our JSON', () => json({ paid: true })],
            ] as const);
      for (const [how, answer] of open) {
        page.answers({ 'pay-token': answer, status: offline });
        const time = holdTime();
        const { tag, events } = await ready(template);
        try {
          await press(tag);
          await waitUntil(() => posts().length === 1);
          const waits = Math.max(...time.waits);
          assert.isAtMost(waits, 25_000);
          time.pass(waits);
          assert.equal(await ended(events), 'wallet-error', how);
        } finally {
          time.release();
        }
        const event = await eventOf(events, 'wallet-error');
        assert.deepInclude(event.error, { code: 'unreachable', origin: 'network' });
        assert.deepEqual(calls(completion).at(-1)?.args[0], success, how);
        tag.remove();
      }
    }
  });

  it('only an absolute https acs_url of 8 KiB at most is followed, or http on loopback', async () => {
    const address = location.href;
    for (const [what, acs_url] of unsafeUrls) {
      page.answers({ 'pay-token': bankAt(acs_url) });
      const { tag, events } = await ready(walletB);
      await press(tag);
      assert.equal(await ended(events), 'wallet-error', what);
      assert.equal((await eventOf(events, 'wallet-error')).error.code, 'redirect-url', what);
      tag.remove();
    }
    for (const acs_url of ['https://bank.example/acs?id=1', 'http://localhost:1/acs']) {
      page.answers({ 'pay-token': bankAt(acs_url) });
      const { tag, events } = await ready(walletA);
      tag.redirect = 'none';
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-redirect')).url, acs_url);
      tag.remove();
    }
    assert.equal(location.href, address);
  });

  it('the page leaves for the bank once, after the sheet and a cancelable event; out of a frame with redirect="top"', async () => {
    const moves: string[] = [];
    const noteMove = () => moves.push(location.hash);
    addEventListener('hashchange', noteMove);
    try {
      for (const { wallet, template, completion, success } of wallets) {
        page.answers({ 'pay-token': bankAt(`${location.href.split('#')[0] ?? ''}#${wallet}`) });
        const { tag, events } = await ready(template);
        tag.addEventListener('wallet-redirect', (event) => {
          event.preventDefault();
        });
        await press(tag);
        await eventOf(events, 'wallet-redirect');
        await settled();
        assert.notInclude(moves, `#${wallet}`);
        tag.remove();

        const { tag: followedTag, events: followedEvents } = await ready(template);
        followedTag.addEventListener('wallet-redirect', (event) => {
          assert.isTrue(event.cancelable);
          assert.deepEqual(calls(completion).at(-1)?.args[0], success);
        });
        await press(followedTag);
        await waitUntil(() => moves.includes(`#${wallet}`));
        await settled();
        assert.deepEqual(endingsOf(followedEvents), ['wallet-redirect']);
        followedTag.remove();
      }
      assert.deepEqual(moves, ['#wallet-a', '#wallet-b']);
    } finally {
      removeEventListener('hashchange', noteMove);
    }

    const top = window.top ?? window;
    const frame = await freshPage();
    try {
      const inner = payingBackend(
        { 'pay-token': bankAt(`${top.location.href.split('#')[0] ?? ''}#top`) },
        frame.window,
      );
      frame.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
      await frame.define();
      const tag = frame.add(
        '<wallet-a-button order="A-1" amount="1" currency="UAH" country="UA" label="Shop" redirect="top"></wallet-a-button>',
      );
      await becomes(tag, 'ready');
      await press(tag);
      await waitUntil(() => top.location.hash === '#top', 'the top frame to leave');
      assert.equal(frame.window.location.hash, '');
      inner.restore();
    } finally {
      frame.close();
    }
  });

  it('without acs_url the page does not leave, and wallet-result has outcome and status alone', async () => {
    const address = location.href;
    for (const { template } of wallets) {
      page.answers({ 'pay-token': paid });
      const { tag, events } = await ready(template);
      await press(tag);
      const event = await eventOf(events, 'wallet-result');
      assert.deepInclude(event, { outcome: 'succeeded', status: 'paid' });
      assert.deepEqual(
        Object.keys(event).filter((key) => key !== 'isTrusted'),
        ['outcome', 'status', 'order', 'asked'],
      );
      assert.equal(location.href, address);
      assert.isFalse(apis().includes('abort'));
      tag.remove();
    }
  });
});
