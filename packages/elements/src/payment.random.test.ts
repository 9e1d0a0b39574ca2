import { assert, aTimeout } from '@open-wc/testing';
import fc from 'fast-check';
import { pressEndings } from '@wallet-buttons/protocol/testing/events.js';
import { offline, sandbox } from '../test/scene.ts';
import {
  fakeBackend,
  json,
  merchantSession,
  press,
  problem,
  renderAgain,
  walletA,
  walletB,
} from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

type Tag = Awaited<ReturnType<typeof renderAgain>>['tag'];

/** Things that a page may do to its buttons at any time. */
const pageActions = {
  remove: (tag: Tag) => {
    tag.remove();
  },
  move: (tag: Tag) => tag.parentElement?.append(tag),
  order: (tag: Tag) => {
    tag.order = tag.order.replace(/\d$/, (digit) => String((Number(digit) + 1) % 4));
  },
  amount: (tag: Tag) => {
    tag.amount = '250';
  },
  abort: (tag: Tag) => {
    tag.abort();
  },
  pageshow: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  focus: () => dispatchEvent(new Event('focus')),
  storage: () => dispatchEvent(new StorageEvent('storage', { key: null })),
};

const pageAction = fc.constantFrom(...(Object.keys(pageActions) as (keyof typeof pageActions)[]));
const payerAction = fc.constantFrom('pay', 'pay', 'pay', 'cancel');
const step = fc.record({
  action: fc.oneof({ arbitrary: payerAction, weight: 3 }, { arbitrary: pageAction, weight: 1 }),
  button: fc.nat({ max: 1 }),
  pause: fc.constantFrom(0, 0, 10, 30),
});
/** The backend's treatment of a request: it may refuse it, or lose it or its answer. */
const reply = fc.record({
  outcome: fc.constantFrom('succeeded', 'failed', 'failed', 'pending', 'refused', 'refused'),
  lost: fc.constantFrom('', '', '', 'request', 'answer'),
  delay: fc.constantFrom(0, 0, 10, 30),
});
const replies = fc.infiniteStream(reply);
type Reply = typeof reply extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Order {
  outcome: string;
  /** Whether the backend has answered that another token may be sent. */
  isFree: boolean;
}

/** A backend that records each token of an order that was not free. */
function randomBackend(next: () => Reply) {
  const orders = new Map<unknown, Order>();
  const violations: string[] = [];
  const orderOf = (name: unknown): Order => {
    const order = orders.get(name) ?? { outcome: 'none', isFree: true };
    orders.set(name, order);
    return order;
  };
  const { restore } = fakeBackend({
    'validate-merchant': async () => {
      const { lost, delay } = next();
      await aTimeout(delay);
      return lost ? offline() : merchantSession();
    },
    prepare: () => new Response(null, { status: 204 }),
    'pay-token': async ({ order: name }) => {
      const order = orderOf(name);
      const { outcome, lost, delay } = next();
      if (!order.isFree) violations.push(`a token of ${String(name)}, which is ${order.outcome}`);
      const isTaken = lost !== 'request' && outcome !== 'refused';
      if (isTaken) order.outcome = 'unknown';
      order.isFree = false;
      await aTimeout(delay);
      if (isTaken) order.outcome = outcome;
      if (lost) return offline();
      order.isFree = !isTaken || outcome === 'failed';
      return isTaken ? json({ outcome, status: outcome }) : problem(503, 'not_opened');
    },
    status: async ({ order: name }) => {
      const order = orderOf(name);
      const { outcome, lost, delay } = next();
      if (order.outcome === 'pending') order.outcome = outcome === 'refused' ? 'failed' : outcome;
      const { outcome: orderOutcome } = order;
      const final = orderOutcome === 'succeeded' || orderOutcome === 'failed';
      await aTimeout(delay);
      if (lost) return offline();
      order.isFree ||= orderOutcome === 'none' || orderOutcome === 'failed';
      if (orderOutcome === 'none') return problem(404, 'no_payment');
      return json({ outcome: orderOutcome, status: orderOutcome, final });
    },
  });
  return { orderOf, violations, restore };
}

let walks = 0;

/** Two buttons, and a payer and a page that act at random; in the end each button has to show its order's state. */
async function walk(steps: readonly Step[], replies: Iterator<Reply>): Promise<void> {
  localStorage.clear();
  sandbox().reset();
  sandbox().configure({ payer: { does: 'chooses' }, endState: 0 });
  let isOver = false;
  const last: Reply = { outcome: 'succeeded', lost: '', delay: 0 };
  const next = (): Reply => (isOver ? last : (replies.next() as IteratorYieldResult<Reply>).value);
  const backend = randomBackend(next);
  const sheet = () => sandbox().sheet;
  const hasSheet = () => ['waiting', 'ready', 'processing'].includes(sheet().state);
  const a = (await renderAgain(walletA)).tag;
  const b = (await renderAgain(walletB)).tag;
  const tags = [a, b];
  const homes = tags.map((tag) => tag.parentElement);
  const presses = { begun: 0, ended: 0 };
  walks += 1;
  for (const tag of tags) {
    let pressedOrder = backend.orderOf('');
    tag.order = `walk ${String(walks)} order 0`;
    tag.addEventListener('wallet-click', () => {
      presses.begun += 1;
      pressedOrder = backend.orderOf(tag.order);
    });
    for (const name of pressEndings) {
      tag.addEventListener(name, (event) => {
        if ('asked' in event && event.asked) return;
        presses.ended += 1;
        // A cancel means that nothing was paid.
        const isFree = ['none', 'failed'].includes(pressedOrder.outcome);
        if (name === 'wallet-cancel' && !isFree)
          backend.violations.push(`a cancel of ${pressedOrder.outcome}`);
      });
    }
  }
  const comeBack = () => {
    for (const [index, tag] of tags.entries()) if (!tag.isConnected) homes[index]?.append(tag);
  };
  const act = async (tag: Tag, action: 'pay' | 'cancel') => {
    if (sheet().state === 'ready') sheet()[action]();
    else if (!hasSheet() && tag.isConnected) await press(tag);
  };
  try {
    for (const { action, button, pause } of steps) {
      const tag = tags[button] ?? a;
      if (action === 'pay' || action === 'cancel') await act(tag, action);
      else pageActions[action](tag);
      await aTimeout(pause);
      if (action !== 'remove') comeBack();
    }
    isOver = true;
    comeBack();
    const stateOf = ({ order }: Tag) =>
      backend.orderOf(order).outcome === 'succeeded' ? 'done' : 'ready';
    await waitUntil(
      () => {
        if (sheet().state === 'ready') sheet().cancel();
        dispatchEvent(new Event('focus'));
        const isAtRest = tags.every((tag) => tag.state === stateOf(tag));
        return isAtRest && !hasSheet() && presses.begun === presses.ended;
      },
      () =>
        `each press to end once, and each button to be as its order: ${JSON.stringify(presses)}`,
    );
    assert.deepEqual(backend.violations, []);
  } finally {
    for (const tag of tags) tag.remove();
    backend.restore();
  }
}

describe('a payer, a page and a backend that act at random', () => {
  it('never send a token of an order that is not free, and end each press once', async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 80, maxLength: 80 }),
      replies,
      walk,
    );
    // The same walks in each run; another seed gives others.
    await fc.assert(property, {
      numRuns: 8,
      seed: 1,
      endOnFailure: true,
      includeErrorInReport: true,
    });
  });
});
