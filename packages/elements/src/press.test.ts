import { assert } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { html } from 'lit';
import { becomes } from '../test/fresh-page.ts';
import { fakePopups, type Popups } from '../test/popup.ts';
import { provider, replace } from '../test/replace.ts';
import { control, endingsOf, sandbox, scene, sheetIs } from '../test/scene.ts';
import { calls, eventOf, json, press, ready, walletA, walletB } from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('a click beside the provider’s button, in the padding that the page gives to its box', () => {
  scene();

  for (const template of [walletA, walletB]) {
    it(`is no press of ${template.strings[0]?.trim().split(/\s/)[0]?.slice(1) ?? ''}`, async () => {
      const style = document.createElement('style');
      style.textContent =
        'wallet-a-button::part(button), wallet-b-button::part(button) { padding: 20px }';
      document.head.append(style);
      try {
        const { tag, events } = await ready(template);
        const { left, top } = tag.getBoundingClientRect();
        await sendMouse({ type: 'click', position: [Math.ceil(left) + 5, Math.ceil(top) + 5] });
        await settled();
        assert.deepEqual(
          events.map(({ type }) => type),
          ['wallet-ready'],
        );
      } finally {
        style.remove();
      }
    });
  }
});

describe('a press that is refused', () => {
  const page = scene();
  let popups: Popups;
  beforeEach(() => {
    popups = fakePopups();
    sandbox().configure({ walletB: { flow: 'popup' } });
  });
  afterEach(() => {
    popups.restore();
  });

  it('opens no window of the provider when wallet-click is prevented', async () => {
    const { tag } = await ready(walletB);
    const click = new Promise((resolve) => {
      tag.addEventListener('wallet-click', (event) => {
        event.preventDefault();
        resolve(event);
      });
    });
    await press(tag);
    await click;
    await settled();
    assert.deepEqual(popups.opened, []);
  });

  it('opens no window of the provider when the tag is configured wrongly', async () => {
    const { tag, events } = await ready(walletB);
    tag.amount = '1,50';
    await press(tag);
    assert.equal((await eventOf(events, 'wallet-error')).error.code, 'config');
    assert.deepEqual(popups.opened, []);
    assert.equal(tag.state, 'ready');
  });

  it('opens no window when another button of the page pays, by mouse or by key', async () => {
    page.payer('chooses');
    const { tag } = await ready(html`<div>${walletB}${walletB}</div>`);
    const [one, two] = [...tag.children] as (typeof tag)[];
    if (!one || !two) throw new Error('There are no two buttons.');
    two.order = 'A-1002';
    await becomes(two, 'ready');
    const key = control(two);
    await press(one);
    await sheetIs('ready');
    assert.lengthOf(popups.opened, 1);
    assert.isTrue(control(two).disabled);
    key.focus();
    await sendKeys({ press: 'Enter' });
    await press(two);
    control(two).disabled = false;
    control(two).click();
    await settled();
    assert.lengthOf(popups.opened, 1);
  });
});

describe('a press on a button whose order was set a moment ago', () => {
  const page = scene();

  it('pays that order', async () => {
    const { tag, events } = await ready(walletB);
    tag.order = 'A-1002';
    tag.click();
    assert.equal((await eventOf(events, 'wallet-result')).order, 'A-1002');
    assert.deepEqual(
      page.backend.to('pay-token').map(({ body }) => body['order']),
      ['A-1002'],
    );
  });

  it('ends with an error and opens no sheet when wallet-click set an order that may be paid', async () => {
    const pending = () => json({ outcome: 'pending', status: 'processing', final: false });
    page.answers({ 'pay-token': pending, status: pending });
    const { tag, events } = await ready(walletB);
    await press(tag);
    await eventOf(events, 'wallet-result');
    tag.order = 'A-1002';
    await becomes(tag, 'ready');
    tag.addEventListener('wallet-click', () => {
      tag.order = 'A-1001';
    });
    await press(tag);
    assert.equal((await eventOf(events, 'wallet-error')).error.code, 'busy');
    await becomes(tag, 'done');
    assert.lengthOf(calls('PaymentsClient.loadPaymentData'), 1);
  });
});

describe('a sheet that never ends', () => {
  const page = scene();
  let restore: () => void;
  let sheetCount = 0;
  beforeEach(() => {
    sheetCount = 0;
    restore = replace(provider('PaymentsClient').prototype, 'loadPaymentData', () => () => {
      sheetCount++;
      return new Promise(() => undefined);
    });
  });
  afterEach(() => {
    restore();
  });

  it('is ended by abort(), and the button can be pressed again', async () => {
    const { tag, events } = await ready(walletB);
    await press(tag);
    await waitUntil(() => sheetCount === 1);
    tag.abort();
    assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'aborted');
    await becomes(tag, 'ready');
    await press(tag);
    await waitUntil(() => sheetCount === 2);
    tag.abort();
  });

  it('is ended by the removal of its button, and another can be pressed', async () => {
    const { tag } = await ready(walletB);
    await press(tag);
    await waitUntil(() => sheetCount === 1);
    tag.remove();
    page.payer('cancels');
    const other = await ready(walletA);
    await press(other.tag);
    await eventOf(other.events, 'wallet-cancel');
  });

  it('lets no press through to a button that is disabled, however late', async () => {
    const { tag } = await ready(html`<div>${walletA}${walletB}</div>`);
    const [a, b] = [...tag.children] as (typeof tag)[];
    if (!a || !b) throw new Error('There are no two buttons.');
    await becomes(a, 'ready');
    await becomes(b, 'ready');
    a.disabled = true;
    const time = holdTime();
    try {
      await press(b);
      await waitUntil(() => sheetCount === 1);
      time.pass(5_000);
      await b.updateComplete;
      await a.updateComplete;
      assert.deepEqual([control(a).disabled, control(b).disabled], [true, false]);
      b.abort();
    } finally {
      time.release();
    }
  });

  it('is ended by the payer, who presses again after a while; another button says why it refuses', async () => {
    const { tag, events } = await ready(html`<div>${walletA}${walletB}</div>`);
    const [a, b] = [...tag.children] as (typeof tag)[];
    if (!a || !b) throw new Error('There are no two buttons.');
    await becomes(a, 'ready');
    await becomes(b, 'ready');
    const time = holdTime();
    try {
      await press(b);
      await waitUntil(() => sheetCount === 1);
      await press(b);
      assert.deepEqual(endingsOf(events), []);
      time.pass(5_000);
      await b.updateComplete;
      await press(a);
      const { error } = await eventOf(events, 'wallet-error');
      assert.deepInclude(error, { code: 'busy', origin: 'payer', retryable: true });
      await press(b);
      assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'closed');
      await becomes(b, 'ready');
      await becomes(a, 'ready');
      assert.equal(sheetCount, 1);
      await press(b);
      await waitUntil(() => sheetCount === 2);
      b.abort();
    } finally {
      time.release();
    }
  });
});
