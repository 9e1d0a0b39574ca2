import '@wallet-buttons/elements/wallet-payment-status.js';
import type {
  WalletErrorEvent,
  WalletPaymentStatus,
  WalletResultEvent,
} from '@wallet-buttons/elements';
import { assert, expect, fixture, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { freshPage } from '../test/fresh-page.ts';
import { replace } from '../test/replace.ts';
import { fakeBackend, json, problem, type FakeBackend } from '../test/support.ts';
import { isSettled, outcomes, type Outcome } from '@wallet-buttons/protocol';
import { badReferences } from '@wallet-buttons/protocol/testing/inputs.js';
import { settled } from '../test/settled.ts';
import { holdTime, type HeldTime } from '../test/time.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('wallet-payment-status', () => {
  let backend: FakeBackend;
  const answers = (...steps: (() => Response | Promise<Response>)[]) => {
    let index = 0;
    backend = fakeBackend({
      status: () => {
        const step = steps[Math.min(index++, steps.length - 1)];
        if (!step) throw new Error('no answer is left');
        return step();
      },
    });
  };
  const says = (outcome: Outcome) => () =>
    json({ outcome, status: outcome, final: isSettled(outcome) });
  const render = () =>
    fixture(
      html`<wallet-payment-status order="A-1001">
        <p slot="succeeded">The bees thank you.</p>
      </wallet-payment-status>`,
    );

  /** As text: a failed assertion about a node prints the whole page it hangs in, for minutes. */
  const links = (tag: Element) =>
    [...(tag.shadowRoot?.querySelectorAll('a') ?? [])].map(({ href }) => href);

  let time: HeldTime;
  /** What the tag does by the clock has happened. */
  const passTime = async () => {
    await settled();
    // No further: the question that is asked then has its own timeout.
    time.pass(Math.max(0, ...time.waits));
    await settled();
  };

  beforeEach(() => {
    localStorage.clear();
    time = holdTime(window, 1_000);
  });
  afterEach(() => {
    time.release();
    backend.restore();
  });

  it('asks until the status is final, then says so once, wherever it is moved', async () => {
    answers(says('pending'), says('pending'), says('succeeded'));
    const results: WalletResultEvent[] = [];
    const collect = (event: WalletResultEvent) => results.push(event);
    document.body.addEventListener('wallet-result', collect);
    const tag = await render();
    for (const questions of [1, 2, 3]) {
      await waitUntil(() => backend.answered.length === questions, 'an answer');
      await passTime();
    }
    tag.parentNode?.append(tag);
    await passTime();
    document.body.removeEventListener('wallet-result', collect);
    assert.lengthOf(results, 1);
    assert.equal(results[0]?.outcome, 'succeeded');
    assert.lengthOf(backend.asked, 3);
    assert.deepEqual(backend.asked[0]?.body, { order: 'A-1001' });
    assert.isTrue(tag.matches(':state(succeeded)'));
  });

  for (const outcome of [...outcomes, 'error'] as const) {
    const answer = outcome === 'error' ? () => problem(404, 'order_not_found') : says(outcome);

    it(`says in words what ${outcome} means`, async () => {
      answers(answer);
      const tag = await fixture(
        html`<wallet-payment-status order="A-1001"></wallet-payment-status>`,
      );
      await waitUntil(() => tag.matches(`:state(${outcome})`));
      const text = tag.shadowRoot?.querySelector('[role=status]')?.textContent.trim() ?? '';
      assert.isAbove(text.length, 10);
      await expect(tag).to.be.accessible();
    });

    it(`shows the page’s own words for ${outcome}, and no other’s`, async () => {
      answers(answer);
      const tag = await fixture(
        html`<wallet-payment-status order="A-1001">
          ${[...outcomes, 'error'].map((each) => html`<p slot=${each}>The bees say ${each}.</p>`)}
        </wallet-payment-status>`,
      );
      await waitUntil(() => tag.matches(`:state(${outcome})`));
      const paragraphs = [...tag.querySelectorAll('p')].filter(
        (paragraph) => paragraph.clientHeight > 0,
      );
      assert.deepEqual(
        paragraphs.map(({ slot }) => slot),
        [outcome],
      );
    });
  }

  it('continues to ask about an authorization that the backend does not call final', async () => {
    let final = false;
    answers(() => json({ outcome: 'authorized', status: 'held', final }));
    const results: Event[] = [];
    const tag = await render();
    tag.addEventListener('wallet-result', (event) => results.push(event));
    await passTime();
    assert.lengthOf(backend.asked, 2);
    assert.deepEqual(results, []);
    final = true;
    await passTime();
    await waitUntil(() => results.length > 0, 'the result');
    assert.isTrue(tag.matches(':state(authorized)'));
  });

  it('takes the order of the page’s address unless it has one', async () => {
    answers(says('succeeded'));
    const page = await freshPage('./blank.html?order=A-7');
    const pageBackend = fakeBackend(
      { status: () => json({ outcome: 'succeeded', status: 'paid', final: true }) },
      page.window,
    );
    try {
      await page.import('../src/wallet-payment-status-define.ts');
      const box = page.document.createElement('div');
      page.document.body.append(box);
      box.innerHTML = `<wallet-payment-status></wallet-payment-status>
        <wallet-payment-status order="A-8"></wallet-payment-status>
        <wallet-payment-status order=""></wallet-payment-status>`;
      await waitUntil(() => pageBackend.asked.length === 2, 'two questions');
      assert.deepEqual(
        pageBackend.asked.map(({ body }) => body['order']),
        ['A-7', 'A-8'],
      );
    } finally {
      pageBackend.restore();
      page.close();
    }
  });

  for (const [what, order] of badReferences) {
    it(`reports an order with ${what}, and asks nothing`, async () => {
      answers(says('succeeded'));
      const errors: WalletErrorEvent[] = [];
      const tag = await fixture(
        html`<wallet-payment-status
          .order=${order}
          @wallet-error=${(event: WalletErrorEvent) => errors.push(event)}
        ></wallet-payment-status>`,
      );
      await waitUntil(() => tag.matches(':state(error)'));
      await passTime();
      assert.deepEqual(
        errors.map(({ error: { code, message } }) => [code, message]),
        [['config', `order ${JSON.stringify(order)}`]],
      );
      assert.isEmpty(backend.asked);
    });
  }

  it('shows no status while it has no order, and one as soon as it has', async () => {
    answers(says('succeeded'));
    const tag = await fixture<WalletPaymentStatus>(
      html`<wallet-payment-status order=""></wallet-payment-status>`,
    );
    assert.equal(tag.clientHeight, 0);
    tag.order = 'A-1001';
    await waitUntil(() => tag.matches(':state(succeeded)'));
    assert.isAbove(tag.clientHeight, 0);
  });

  it('keeps the order of the page’s address when the page cleans the address', async () => {
    const page = await freshPage('./blank.html?order=A-7');
    const pageBackend = fakeBackend({ status: says('pending') }, page.window);
    try {
      await page.import('../src/wallet-payment-status-define.ts');
      page.document.body.append(page.document.createElement('wallet-payment-status'));
      await waitUntil(() => pageBackend.asked.length === 1, 'a question');
      page.window.history.replaceState(null, '', './blank.html');
      await waitUntil(() => pageBackend.asked.length === 2, 'another question');
      assert.equal(pageBackend.asked[1]?.body['order'], 'A-7');
    } finally {
      pageBackend.restore();
      page.close();
    }
  });

  it('shows an answer that takes ten seconds', async () => {
    let answer: (response: Response) => void = () => undefined;
    answers(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const tag = await render();
    await settled();
    time.pass(10_000);
    await settled();
    answer(says('succeeded')());
    await waitUntil(() => tag.matches(':state(succeeded)'), 'the success');
    assert.lengthOf(backend.asked, 1);
  });

  it('asks ever less often, and does not stop', async () => {
    answers(says('pending'));
    const waits: number[] = [];
    const setTimer = window.setTimeout.bind(window);
    const restore = replace(window, 'setTimeout', () => (run: () => void, wait = 0) => {
      if (wait >= 1000) waits.push(wait);
      return setTimer(run, wait >= 1000 ? 0 : wait);
    });
    const tag = await render();
    await waitUntil(() => waits.length >= 8, 'eight waits');
    tag.remove();
    restore();
    assert.deepEqual(
      waits,
      [...waits].sort((a, b) => a - b),
    );
    assert.isAtMost(waits[0] ?? Infinity, 1000);
    assert.isAbove(waits[7] ?? 0, 5000);
  });

  it('leads back to the bank as long as the bank waits for the payer', async () => {
    const acs_url = 'https://bank.example/challenge/1';
    const waits = { outcome: 'pending', status: 'processing', final: false, acs_url };
    answers(() => json(waits), says('succeeded'));
    const tag = await render();
    assert.deepEqual(links(tag), []);
    await waitUntil(() => links(tag).length > 0);
    assert.deepEqual(links(tag), [acs_url]);
    assert.isAbove(tag.shadowRoot?.querySelector('a')?.textContent.length ?? 0, 5);
    await expect(tag).to.be.accessible();
    await passTime();
    assert.isTrue(tag.matches(':state(succeeded)'));
    assert.deepEqual(links(tag), []);
  });

  it('leaves the focus on the link to the bank while it asks again', async () => {
    const acs_url = 'https://bank.example/challenge/1';
    answers(() => json({ outcome: 'pending', status: 'processing', final: false, acs_url }));
    const tag = await render();
    await waitUntil(() => links(tag).length > 0);
    tag.shadowRoot?.querySelector('a')?.focus();
    await passTime();
    assert.lengthOf(backend.asked, 2);
    assert.equal(tag.shadowRoot?.activeElement?.localName, 'a');
  });

  it('says what is final, whatever page of a bank comes with it', async () => {
    const acs_url = 'http://bank.example/challenge/1';
    answers(() => json({ outcome: 'succeeded', status: 'paid', final: true, acs_url }));
    const tag = await render();
    await waitUntil(() => tag.matches(':state(succeeded)'));
    assert.deepEqual(links(tag), []);
  });

  it('leads to no page that is not safe to follow, and says so', async () => {
    const acs_url = 'javascript:alert(1)';
    answers(() => json({ outcome: 'pending', status: 'processing', final: false, acs_url }));
    const tag = await render();
    const { error } = await oneEvent<WalletErrorEvent>(tag, 'wallet-error');
    assert.equal(error.code, 'redirect-url');
    assert.deepEqual(links(tag), []);
    assert.notInclude(tag.shadowRoot?.innerHTML ?? '', 'javascript');
  });

  it('continues to ask when the backend is out of reach', async () => {
    answers(() => Promise.reject(new TypeError('Failed to fetch')), says('succeeded'));
    const tag = await render();
    const { error } = await oneEvent<WalletErrorEvent>(tag, 'wallet-error');
    assert.equal(error.code, 'unreachable');
    assert.isTrue(tag.matches(':state(pending)'));
    await passTime();
    assert.isTrue(tag.matches(':state(succeeded)'));
  });

  for (const [status, code] of [
    [429, 'too_many_requests'],
    [500, 'internal'],
    [503, 'overloaded'],
  ] as const) {
    it(`continues to ask when the backend answers ${String(status)}`, async () => {
      answers(() => problem(status, code), says('succeeded'));
      const tag = await render();
      const { error } = await oneEvent<WalletErrorEvent>(tag, 'wallet-error');
      assert.equal(error.code, 'refused');
      assert.isTrue(tag.matches(':state(pending)'));
      await passTime();
      assert.isTrue(tag.matches(':state(succeeded)'));
    });
  }

  it('asks on for a while when the backend has no payment, then says that nothing was charged', async () => {
    answers(() => problem(404, 'no_payment'));
    const tag = await render();
    const codes: string[] = [];
    tag.addEventListener('wallet-error', (event) => {
      codes.push((event as Event & Pick<WalletErrorEvent, 'error'>).error.code);
    });
    for (const questions of [1, 2, 3, 4, 5]) {
      await waitUntil(() => backend.answered.length === questions, 'an answer');
      await settled();
      assert.isTrue(tag.matches(':state(pending)'));
      await passTime();
    }
    await waitUntil(() => tag.matches(':state(failed)'));
    assert.match(tag.shadowRoot?.textContent ?? '', /Nothing was charged/);
    assert.deepEqual(codes, ['refused']);
    await passTime();
    assert.lengthOf(backend.asked, 6);
    dispatchEvent(new Event('focus'));
    await waitUntil(() => backend.asked.length === 7, 'a question when the payer comes back');
  });

  it('says what the backend learns of a payment that it did not have yet', async () => {
    answers(
      () => problem(404, 'no_payment'),
      () => problem(404, 'no_payment'),
      says('succeeded'),
    );
    const tag = await render();
    for (const questions of [1, 2]) {
      await waitUntil(() => backend.answered.length === questions, 'an answer');
      await passTime();
    }
    await waitUntil(() => tag.matches(':state(succeeded)'));
  });

  it('asks on as long as a token of another document may be on its way', async () => {
    const mark = () => {
      localStorage.setItem('wallet-buttons A-1001', `sent ${String(Date.now())}.5`);
    };
    mark();
    answers(() => problem(404, 'no_payment'));
    const tag = await render();
    for (let questions = 1; questions <= 8; questions++) {
      await waitUntil(() => backend.answered.length === questions, 'an answer');
      // The tag has read the answer: before, another mark would make it older than the last press.
      await settled();
      mark();
      await passTime();
      assert.isTrue(tag.matches(':state(pending)'));
    }
    localStorage.clear();
  });

  for (const outcome of ['failed', 'cancelled', 'expired', 'refunded', 'succeeded'] as const) {
    it(`is pending while ${outcome} is not final`, async () => {
      answers(() => json({ outcome, status: outcome, final: false }));
      const tag = await render();
      await waitUntil(() => backend.answered.length === 1, 'an answer');
      await settled();
      assert.isTrue(tag.matches(':state(pending)'));
      assert.match(tag.shadowRoot?.textContent ?? '', /being checked/);
    });
  }

  it('says that a payment is disputed, asks no further, and offers none', async () => {
    answers(says('disputed'));
    const tag = await render();
    await waitUntil(() => tag.matches(':state(disputed)'), 'the outcome');
    assert.match(tag.shadowRoot?.textContent ?? '', /^The payment is being checked/);
    assert.equal(tag.shadowRoot?.querySelector('slot')?.name, 'disputed');
    assert.match(localStorage.getItem('wallet-buttons A-1001') ?? '', /^sent/);
    await passTime();
    assert.lengthOf(backend.asked, 1);
  });

  const fetchWith = (session: string) => async (url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: { 'content-type': 'application/json', session } });

  it('asks again with a new function after a refusal, a second later', async () => {
    answers(() => problem(401, 'unauthorized'), says('succeeded'));
    const tag = await fixture<WalletPaymentStatus>(
      html`<wallet-payment-status order="A-1001"></wallet-payment-status>`,
    );
    await waitUntil(() => tag.matches(':state(error)'));
    // A framework may make a function at each of its updates.
    for (const session of ['1', '2', '3']) {
      tag.fetch = fetchWith(session);
      await tag.updateComplete;
    }
    await settled();
    assert.lengthOf(backend.asked, 1);
    assert.lengthOf(
      time.waits.filter((wait) => wait === 1000),
      1,
    );
    await passTime();
    assert.equal(backend.asked[1]?.headers.get('session'), '3');
    assert.isTrue(tag.matches(':state(succeeded)'));
    tag.fetch = undefined;
    await passTime();
    assert.lengthOf(backend.asked, 2);
  });

  it('asks again with a function that was set before the refusal came', async () => {
    const first = Promise.withResolvers<Response>();
    answers(() => first.promise, says('succeeded'));
    const tag = await fixture<WalletPaymentStatus>(
      html`<wallet-payment-status order="A-1001"></wallet-payment-status>`,
    );
    await waitUntil(() => backend.asked.length === 1);
    tag.fetch = fetchWith('1');
    await tag.updateComplete;
    first.resolve(problem(403, 'forbidden'));
    await waitUntil(() => tag.matches(':state(error)'));
    await passTime();
    assert.isTrue(tag.matches(':state(succeeded)'));
  });

  it('asks ever less often with functions that are refused', async () => {
    answers(() => problem(401, 'unauthorized'));
    const tag = await fixture<WalletPaymentStatus>(
      html`<wallet-payment-status order="A-1001"></wallet-payment-status>`,
    );
    tag.addEventListener('wallet-error', () => {
      tag.fetch = fetchWith('1');
    });
    for (const wait of [1, 1, 2, 4, 8, 15, 15]) {
      await settled();
      // The one before it is the timeout of the question.
      assert.equal(time.waits.at(-1), wait * 1000);
      await passTime();
    }
  });

  it('says what is set wrongly, and asks once it is right', async () => {
    answers(says('succeeded'));
    const tag = await fixture<WalletPaymentStatus>(
      html`<wallet-payment-status backend="javascript:alert(1)"></wallet-payment-status>`,
    );
    tag.order = 'A-1001';
    const { error } = await oneEvent<WalletErrorEvent>(tag, 'wallet-error');
    assert.equal(error.code, 'config');
    assert.include(error.message, 'backend');
    await waitUntil(() => tag.matches(':state(error)'));
    await passTime();
    assert.lengthOf(backend.asked, 0);
    tag.backend = '/shop';
    await waitUntil(() => tag.matches(':state(succeeded)'));
    assert.match(backend.asked[0]?.request.url ?? '', /\/shop\/status$/);
  });

  for (const [how, unset] of [
    ['removed', (tag: Element) => tag.toggleAttribute('backend', false)],
    ['null', (tag: Element) => Reflect.set(tag, 'backend', null)],
    ['undefined', (tag: Element) => Reflect.set(tag, 'backend', undefined)],
  ] as const) {
    it(`takes a backend that is ${how} for one that was never set`, async () => {
      answers(says('succeeded'));
      const tag = await fixture<WalletPaymentStatus>(
        html`<wallet-payment-status order="A-1001" backend="/shop"></wallet-payment-status>`,
      );
      await waitUntil(() => backend.asked.length === 1);
      unset(tag);
      await waitUntil(() => backend.asked.length === 2);
      assert.equal(tag.backend, '/wallet');
      const paths = backend.asked.map(({ request }) => new URL(request.url).pathname);
      assert.deepEqual(paths, ['/shop/status', '/wallet/status']);
    });
  }

  it('follows another order, and lets a late answer about the first one go', async () => {
    const first = Promise.withResolvers<Response>();
    answers(() => first.promise, says('failed'));
    const tag = await render();
    await waitUntil(() => backend.asked.length === 1);
    tag.setAttribute('order', 'A-1002');
    await waitUntil(() => tag.matches(':state(failed)'));
    first.resolve(says('succeeded')());
    await settled();
    assert.isTrue(tag.matches(':state(failed)'));
  });

  it('says nothing of another order before it is asked about', async () => {
    const second = Promise.withResolvers<Response>();
    answers(says('succeeded'), () => second.promise);
    const tag = await render();
    await waitUntil(() => tag.matches(':state(succeeded)'));
    tag.setAttribute('order', 'A-1002');
    await waitUntil(() => backend.asked.length === 2);
    assert.isTrue(tag.matches(':state(pending)'));
    second.resolve(says('failed')());
    await waitUntil(() => tag.matches(':state(failed)'));
  });

  it('asks nothing after it was removed', async () => {
    answers(says('pending'));
    const tag = await render();
    await waitUntil(() => backend.asked.length === 1);
    tag.remove();
    tag.setAttribute('order', 'A-1002');
    await passTime();
    assert.lengthOf(backend.asked, 1);
  });

  for (const [locale, texts, lang] of [
    ['ar', undefined, 'en'],
    ['', undefined, 'en'],
    ['ar', { failed: 'لم تتم عملية الدفع.' }, 'ar'],
    ['de', { failed: undefined }, 'en'],
  ] as const) {
    it(`marks its text as ${lang}, for locale="${locale}" and ${texts ? 'own' : 'no'} texts`, async () => {
      answers(says('failed'));
      const tag = await fixture<WalletPaymentStatus>(
        html`<wallet-payment-status
          order="A-1001"
          locale=${locale}
          .texts=${texts}
        ></wallet-payment-status>`,
      );
      await waitUntil(() => tag.matches(':state(failed)'));
      const text = tag.shadowRoot?.querySelector<HTMLElement>('slot[name=failed] > [lang]');
      assert.equal(text?.lang, lang);
      assert.isAbove(text?.textContent.length ?? 0, 10);
      // Its last sign stays at its end on a page that is read from the right.
      assert.equal(text?.dir, 'auto');
    });
  }

  it('changes nothing in its live region while the status stays the same', async () => {
    answers(says('pending'));
    const tag = await render();
    await waitUntil(() => backend.answered.length === 1, 'an answer');
    await settled();
    const region = tag.shadowRoot?.querySelector('[role=status]');
    assert.exists(region);
    const changes: string[] = [];
    const observer = new MutationObserver((records) => {
      changes.push(...records.map(({ type }) => type));
    });
    observer.observe(region, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    await passTime();
    assert.lengthOf(backend.asked, 2);
    observer.disconnect();
    assert.deepEqual(changes, []);
  });

  it('asks about the order of the address that it comes back to', async () => {
    const page = await freshPage('./blank.html?order=A-7');
    const pageBackend = fakeBackend({ status: says('succeeded') }, page.window);
    try {
      await page.import('../src/wallet-payment-status-define.ts');
      const tag = page.document.createElement('wallet-payment-status');
      page.document.body.append(tag);
      await waitUntil(() => pageBackend.answered.length === 1, 'an answer');
      tag.remove();
      await settled();
      page.window.history.pushState(null, '', './blank.html?order=A-9');
      page.document.body.append(tag);
      await waitUntil(() => pageBackend.asked.length === 2, 'another question');
      assert.equal(pageBackend.asked[1]?.body['order'], 'A-9');
    } finally {
      pageBackend.restore();
      page.close();
    }
  });
});
