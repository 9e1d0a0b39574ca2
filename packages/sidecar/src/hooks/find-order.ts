import { randomUUID } from 'node:crypto';
import type { FindOrder } from '@wallet-buttons/server';
import { callHook, failed, type HookCall, type HookOptions } from './hook.ts';
import { readOrder } from './order-answer.ts';

/**
 * `findOrder` of the server, answered by the shop. An unusable answer is an error, and nothing is paid.
 * @param headers the headers of the payer's request that the shop gets, in lower case.
 */
export function findOrderBy(options: HookOptions, headers: readonly string[]): FindOrder {
  return async (order, { request, ...choices }) => {
    const headerEntries = headers.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const call = questionOf(order, choices);
    const answer = await callHook(options, { ...call, headers: Object.fromEntries(headerEntries) });
    if (answer.status === 404) return null;
    if (answer.status !== 200) {
      throw failed('hook_refused', options.name, `answered with ${String(answer.status)}`);
    }
    return readOrder(order, answer);
  };
}

/** The question about an order. */
export function questionOf(
  order: string,
  choices: Omit<Parameters<FindOrder>[1], 'request'>,
): HookCall {
  return {
    id: `msg_${randomUUID()}`,
    body: {
      order,
      // JSON leaves out undefined members.
      choices: {
        shipping_option: choices.shippingOption,
        shipping_address: choices.shippingAddress,
        coupon_code: choices.couponCode,
        payer: choices.payer,
        billing_address: choices.billingAddress,
      },
    },
  };
}
