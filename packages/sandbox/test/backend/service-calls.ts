import { type KeyObject, sign } from 'node:crypto';
import { membersOf, type Json } from './problem.ts';

/** The service refused the call, in its own shape. */
export class Refused extends Error {}

/** An answer of the service. */
export interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
}

/** How the backend reaches the payment service. */
export interface ServiceOptions {
  readonly serviceUrl: string;
  readonly merchantId: string;
  readonly merchantKey: KeyObject;
}

/** One signed call. @throws TypeError if no whole answer comes */
export async function callService(
  { serviceUrl, merchantId, merchantKey }: ServiceOptions,
  name: string,
  fields: Json,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const text = JSON.stringify({ merchant_id: merchantId, ...fields });
  const response = await fetch(`${serviceUrl}/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sign': sign('sha256', Buffer.from(text), merchantKey).toString('base64'),
    },
    body: text,
    redirect: 'error',
    signal,
  });
  return { status: response.status, text: await response.text() };
}

/** Whether the service refused, and not because it is at work on the session. */
export function isRefusal({ status, text }: ServiceAnswer): boolean {
  const { type } = membersOf(text) ?? {};
  return status < 500 && type === 'processing' && !isInProgress({ status, text });
}

/** Whether the service says that it is at work on the session. */
export function isInProgress({ status, text }: ServiceAnswer): boolean {
  return (
    [408, 409, 423, 425, 429].includes(status) ||
    ['InProgressError', 'SessionInProgressError', 'SessionLockedError'].includes(
      String(membersOf(text)?.['code']),
    )
  );
}
