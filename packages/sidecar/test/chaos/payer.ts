import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxToken, type ScenarioFields, testCards } from '@wallet-buttons/sandbox';
import { merchantId, operateToken, price } from '../settings.ts';
import type { World } from './world.ts';

/** What becomes of an order where nothing is killed. */
export type Course = keyof typeof courses;

/** How the service treats the payment, and what the back office does with it. */
interface Plan {
  readonly scenario: ScenarioFields;
  readonly operation?: 'capture' | 'void' | 'refund';
  readonly amount?: string;
}

export const courses = {
  paid: { scenario: {} },
  captured: { scenario: { result: 'holded' }, operation: 'capture' },
  voided: { scenario: { result: 'holded' }, operation: 'void' },
  refunded: { scenario: {}, operation: 'refund', amount: '50.00' },
  slow: { scenario: { settleAfter: 1500 } },
  lost: { scenario: { answer: 'cut', webhook: 'never' } },
  declined: { scenario: { result: 'failed' } },
} as const satisfies Record<string, Plan>;

/** An order of a run. */
export interface PlannedOrder {
  readonly order: string;
  readonly course: Course;
  /** A second document presses with another token. */
  readonly isPressedTwice: boolean;
}

const card = testCards.find(({ id }) => id === 'visa-approve');
const most = 400;
const pause = 150;

/** Tells the service how it treats the payment. */
export async function plan({ serviceUrl }: World, { order, course }: PlannedOrder): Promise<void> {
  const { scenario } = courses[course];
  // Without a challenge: nothing here answers one.
  const body = { external_id: order, bankCheck: 'never', ...scenario };
  const answer = await request(`${serviceUrl}/control/scenario`, body, {});
  if (answer?.status !== 200) throw new Error('The service takes no scenario.');
}

/** Pays an order, and lets the back office do its part, until each call is answered. */
export async function live(world: World, plan: PlannedOrder): Promise<void> {
  const { order, course, isPressedTwice } = plan;
  const { operation, amount }: Plan = courses[course];
  await Promise.all([
    press(world, plan, 'first'),
    isPressedTwice ? press(world, plan, 'second') : undefined,
  ]);
  if (operation === undefined || !(await isCharged(world, order))) return;
  const url = `${world.privateUrl}/payments/${order}/${operation}`;
  const headers = { authorization: `Bearer ${operateToken}`, 'idempotency-key': operation };
  for (let triesLeft = most; triesLeft > 0; triesLeft -= 1) {
    const answer = await request(url, amount === undefined ? {} : { amount }, headers);
    // A repeated key changes nothing.
    if (answer && answer.status < 500) return;
    await sleep(pause);
  }
}

/** Waits until an order is held or charged; not for long, because a token may have been lost on its way. */
async function isCharged(world: World, order: string): Promise<boolean> {
  for (let triesLeft = 20; triesLeft > 0; triesLeft -= 1) {
    const outcome = await outcomeOf(world, order);
    if (outcome === 'succeeded' || outcome === 'authorized') return true;
    await sleep(pause);
  }
  return false;
}

/** Sends a token until the order has a payment; the same key is the same request. */
async function press(world: World, { order, course }: PlannedOrder, name: string): Promise<void> {
  let token = await tokenFor();
  for (let tries = 1, triesLeft = most; triesLeft > 0; triesLeft -= 1) {
    const body = { order, wallet: 'wallet-b', token, shown: price };
    const key = `${order}-${name}-${String(tries)}`;
    const pay = `${world.publicUrl}/wallet/pay-token`;
    const answer = await request(pay, body, { 'idempotency-key': key });
    const outcome = answer === null ? null : await outcomeOf(world, order);
    if (course === 'declined' && outcome === 'failed') return;
    if (outcome === 'failed') {
      // The token provably never left.
      token = await tokenFor();
      tries += 1;
    } else if (outcome !== null) return;
    await sleep(pause);
  }
}

async function outcomeOf({ publicUrl }: World, order: string): Promise<string | null> {
  const answer = await request(`${publicUrl}/wallet/status`, { order }, {});
  return answer?.status === 200 ? String(answer.body['outcome']) : null;
}

async function tokenFor(): Promise<string> {
  if (!card) throw new TypeError('The card is missing.');
  const recipientId = 'gateway:examplegateway';
  return sandboxToken({ wallet: 'wallet-b', card, recipientId, gatewayMerchantId: merchantId });
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Posts JSON; `null`: the answer did not come, or broke off. */
export async function request(
  url: string,
  body: object | null,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  } catch {
    return null;
  }
}
