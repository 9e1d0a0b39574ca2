import { randomBytes, randomUUID } from 'node:crypto';
import { questionOf } from '../hooks/find-order.ts';
import {
  callHook,
  firstLineOf,
  type HookAnswer,
  type HookCall,
  type HookOptions,
  isAcknowledgement,
} from '../hooks/hook.ts';
import { readOrder } from '../hooks/order-answer.ts';
import { textOf } from './text-of.ts';
import type { Finding } from './finding.ts';

/** Asks about an order, then with a wrong signature, which the shop has to refuse. */
export async function checkFindOrder(hook: HookOptions, order?: string): Promise<Finding[]> {
  const reference = order ?? `wallet-check-${randomUUID()}`;
  const call = questionOf(reference, {});
  const findings = await checkHook(hook, call, (answer) => {
    if (order === undefined) {
      if (answer.status === 404)
        return ['pass', 'The shop does not know an order that is made up.'];
      if (answer.status !== 200) return refusalOf(answer);
      return ['FAIL', 'The shop finds an order that is made up. Answer 404 for an unknown order.'];
    }
    if (answer.status === 404) return ['FAIL', `The shop does not know the order ${order}.`];
    if (answer.status !== 200) return refusalOf(answer);
    const found = readOrder(reference, answer);
    const isPaid = 'paid' in found && found.paid;
    return ['pass', `The shop finds the order ${order}${isPaid ? ', which is paid' : ''}.`];
  });
  return order === undefined ? [...findings, untried] : findings;
}

const untried: Finding = {
  result: 'warn',
  subject: 'find-order',
  text: 'No real order was tried: its amount may be unusable. Name one with --order.',
};

/**
 * Delivers a change of an order that is made up, then with a wrong signature, and asks whether the shop has made an order of
 * it.
 */
export async function checkStatusChange(
  hook: HookOptions,
  findOrder: HookOptions,
): Promise<Finding[]> {
  const id = `wallet-check-${randomUUID()}`;
  const body = {
    id,
    order: id,
    attempt: id,
    session_id: id,
    payment_id: '',
    wallet: null,
    outcome: 'pending',
    previous: 'pending',
    status: '',
    amount: '1.00',
    currency: 'UAH',
    order_outcome: 'pending',
    order_amount: '0.00',
    at: new Date().toISOString(),
  };
  return checkHook(hook, { id, body }, async (answer) => {
    const isTaken = answer.status >= 200 && answer.status < 300;
    if (isTaken && !isAcknowledgement(answer, id)) {
      const text = `The shop answers a change with "${firstLineOf(answer)}", which is no acknowledgement. Answer {"received": "<webhook-id>"} once it is stored.`;
      return ['FAIL', text];
    }
    // The order is made up.
    if (!isTaken && answer.status !== 404) return refusalOf(answer);
    const { status } = await callHook(findOrder, questionOf(id, {}));
    if (status === 200) {
      const text = `The shop finds the order ${id}, which was made up for the change. Remove it, and ignore a change of an unknown order, or answer 404.`;
      return ['FAIL', text];
    }
    return [
      'pass',
      'The shop takes a change of an order that is made up, and keeps no such order.',
    ];
  });
}

type Judgement = readonly [Finding['result'], string];
type Judge = (answer: HookAnswer) => Judgement | Promise<Judgement>;

async function checkHook(hook: HookOptions, call: HookCall, judge: Judge): Promise<Finding[]> {
  const { name: subject } = hook;
  try {
    const [result, text] = await judge(await callHook(hook, call));
    if (result === 'FAIL') return [{ result, subject, text }];
    return [{ result, subject, text }, await checkRefusal(hook, call)];
  } catch (error) {
    return [{ result: 'FAIL', subject, text: textOf(error) }];
  }
}

/** The same call with a secret that the shop does not know. */
async function checkRefusal(hook: HookOptions, call: HookCall): Promise<Finding> {
  const { name: subject } = hook;
  const secrets = [`whsec_${randomBytes(32).toString('base64')}`];
  const forgedCall = { ...call, id: `msg_${randomUUID()}` };
  const { status } = await callHook({ ...hook, secrets }, forgedCall);
  if (status === 400 || status === 401 || status === 403) {
    return { result: 'pass', subject, text: 'The shop refuses a wrong signature.' };
  }
  const text = `The shop answers a wrong signature with ${String(status)}. Verify it first, and answer 401: anyone could send a status.`;
  return { result: 'FAIL', subject, text };
}

/** Above it a signature is near the five minutes after which shops refuse it. In milliseconds. */
const mostClockDifference = 60_000;

function refusalOf({ status, clockDifference }: HookAnswer): Judgement {
  if (status !== 401 && status !== 403) {
    return ['FAIL', `The shop answers ${String(status)}. See its log.`];
  }
  if (clockDifference !== null && Math.abs(clockDifference) > mostClockDifference) {
    const seconds = String(Math.round(Math.abs(clockDifference) / 1000));
    const direction = clockDifference > 0 ? 'ahead' : 'behind';
    const text = `The shop answers ${String(status)}: the clock of the shop is ${seconds} s ${direction}. Set both by NTP.`;
    return ['FAIL', text];
  }
  const remedy = 'Give the shop the same secret, and verify the raw body.';
  return ['FAIL', `The shop answers ${String(status)}. ${remedy}`];
}
