import { setTimeout as sleep } from 'node:timers/promises';
import type { ScenarioFields } from '../../index.ts';
import { type Answer, expectProblem } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';

type Status = Exclude<NonNullable<ScenarioFields['statedStatus']>, 'auto'>;

/** A row of the guide's table "What a status means": the order is closed. */
interface ClosedMeaning {
  readonly status: Status;
  readonly outcome: 'pending' | 'authorized' | 'succeeded';
  readonly isFree: false;
}

/** A row of the table: another card may pay. */
interface FreeMeaning {
  readonly status: 'failed' | 'voided' | 'expired';
  readonly outcome: 'failed' | 'cancelled' | 'expired';
  readonly isFree: true;
}

type Meaning = ClosedMeaning | FreeMeaning;

const meanings: readonly Meaning[] = [
  ...(
    [
      'created',
      'precreated',
      'preprocessing',
      'async_preprocessing',
      'processing',
      'processing_hold_completion',
      'processing_void',
      'blocked',
      'under_review',
    ] as const
  ).map((status) => ({ status, outcome: 'pending', isFree: false }) as const),
  { status: 'holded', outcome: 'authorized', isFree: false },
  { status: 'hold_confirmed', outcome: 'authorized', isFree: false },
  { status: 'paid', outcome: 'succeeded', isFree: false },
  { status: 'paid_off', outcome: 'succeeded', isFree: false },
  { status: 'failed', outcome: 'failed', isFree: true },
  { status: 'voided', outcome: 'cancelled', isFree: true },
  { status: 'expired', outcome: 'expired', isFree: true },
];

/** A payment under way, of which the service names the status from now on. @returns what brings it to the backend */
const ways: Readonly<Record<string, (shop: Shop, status: Status) => Promise<void>>> = {
  async 'the answer to pay-token'(shop, statedStatus) {
    shop.play({ result: 'processing', webhook: 'never', statedStatus });
    await shop.pay();
  },
  async 'get-status'(shop, statedStatus) {
    shop.play({ result: 'processing', webhook: 'never' });
    await shop.pay();
    shop.play({ result: 'processing', webhook: 'never', statedStatus });
    await shop.asked();
  },
  async 'a webhook'(shop, statedStatus) {
    shop.play({ result: 'processing', webhook: 'never' });
    await shop.pay();
    shop.playSilent({ result: 'processing', webhook: 'never', statedStatus });
    const { status, seen } = await shop.deliver(shop.webhookBody(statedStatus));
    expect(status >= 200 && status < 300, `a right webhook: ${seen}`);
    // A backend may store it first, and read it a little later.
    await sleep(300);
  },
};

/** Whether an answer says what the table says. */
function isMeant({ body }: Answer, { outcome }: Meaning): boolean {
  const isOpen = outcome === 'pending';
  const isOutcome = body['outcome'] === outcome || (isOpen && body['outcome'] === 'unknown');
  return isOutcome && body['final'] === !isOpen;
}

async function expectMeaning(shop: Shop, meaning: Meaning, way: string): Promise<void> {
  let answer = await shop.status();
  const isThere = async (): Promise<boolean> => {
    if (isMeant(answer, meaning)) return true;
    answer = await shop.status();
    return isMeant(answer, meaning);
  };
  const isRight = await shop.holds(isThere);
  expect(isRight, `by ${way} the status is "${meaning.status}": ${answer.seen}`);
  if (meaning.isFree) return expectFree(shop, meaning, way);
  answer = await shop.pay();
  const { status, body, seen } = answer;
  expectProblem(answer, `by ${way}, and another press`);
  const isSaid = status === 409 && isOutcomeOf(body['outcome'], meaning);
  expect(isSaid, `by ${way}, and another press: ${seen}`);
  shop.expectOneToken();
}

async function expectFree(shop: Shop, { status }: FreeMeaning, way: string): Promise<void> {
  shop.play({ webhook: 'never' });
  await shop.settle(status);
  shop.play({});
  let seen = '';
  const isPaid = async (): Promise<boolean> => {
    ({ seen } = await shop.pay());
    return shop.charges() > 0;
  };
  expect(await shop.holds(isPaid, 1000), `by ${way} the status is "${status}", and then: ${seen}`);
  shop.expectCharges(1);
}

function isOutcomeOf(outcome: unknown, meaning: Meaning): boolean {
  return outcome === meaning.outcome || (meaning.outcome === 'pending' && outcome === 'unknown');
}

/** "What a status means" of the guide, row by row. */
export const statuses: readonly Check[] = [
  ...meanings.map((meaning) => {
    const { status, outcome, isFree } = meaning;
    const order = isFree ? 'free' : 'closed, with 409 for another key';
    return {
      id: `means.${status}`,
      promise: `takes "${status}" for ${outcome}, and the order is ${order}, by answer, get-status and webhook`,
      cost: isFree
        ? 'a customer who cannot pay any more'
        : 'goods without money, or an order that is paid is charged again',
      orders: Object.keys(ways).length,
      async run(first) {
        let shop = first;
        for (const [index, [way, arrive]] of Object.entries(ways).entries()) {
          if (index > 0) shop = shop.another();
          await arrive(shop, status);
          await expectMeaning(shop, meaning, way);
        }
      },
    } satisfies Check;
  }),
  {
    id: 'means.refunded',
    promise:
      'takes "refunded" of the whole amount for refunded, and the order is free, by webhook and get-status',
    cost: 'a refunded order is shipped, or can never be paid again',
    orders: 2,
    async run(shop) {
      await shop.payDecided();
      shop.playSilent();
      await shop.settle('refunded');
      await expectRefunded(shop);
      const asking = shop.another();
      asking.play({ result: 'processing', webhook: 'never' });
      await asking.pay();
      await asking.settle('paid');
      await asking.settle('refunded');
      await expectRefunded(asking);
    },
  },
  {
    id: 'means.part',
    promise:
      'takes "refunded" of a part for succeeded, and the order is closed, where get-status says so',
    cost: 'an order that is refunded in part is charged again',
    async run(shop) {
      shop.play({ result: 'processing', webhook: 'never' });
      await shop.pay();
      await shop.settle('paid');
      await shop.settle('refunded', '0.01');
      await shop.until('succeeded');
      await shop.pay();
      shop.expectOneToken();
    },
  },
];

async function expectRefunded(shop: Shop): Promise<void> {
  const { body, seen } = await shop.until('refunded');
  expect(body['final'] === true, `final is not true: ${seen}`);
  shop.play({});
  await shop.payDecided();
  expect(shop.ownCalls('payToken').length === 2, 'the order cannot be paid again');
}
