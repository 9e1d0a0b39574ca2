import type { IncomingMessage } from 'node:http';
import type { OperationResult, PayResult, WalletServer } from '@wallet-buttons/server';
import { SidecarError } from '../errors.ts';
import type { Role } from './access.ts';
import { listQueryOf } from './list-query.ts';
import { json, problem, type Reply } from './reply.ts';
import { callerOf, idempotencyKey, isOperation, isPayment, isReview, readBody } from './request.ts';

/** A request of the API. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  /** The last variable part of the path: an order or an attempt. */
  readonly subject: string;
}

/** An operation of the API. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly role: Role;
  readonly answer: (wallet: WalletServer, asked: Asked) => Promise<Reply>;
}

/** The operations of the API, as openapi.yaml describes them. */
export const routes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/payments', role: 'read' },
    answer: async (wallet, { query }) => json(200, await wallet.list(listQueryOf(query))),
  },
  {
    ...{ method: 'POST', path: '/payments', role: 'operate' },
    answer: async (wallet, { request }) => {
      const key = idempotencyKey(request);
      const payment = await readBody(request, isPayment);
      return paid(await wallet.pay({ ...payment, key, request: callerOf(request) }));
    },
  },
  {
    ...{ method: 'GET', path: '/payments/:subject', role: 'read' },
    answer: async (wallet, { query, subject }) => {
      const payment = await wallet.find(subject, { fresh: query.get('fresh') === 'true' });
      if (!payment) throw new SidecarError('no_payment', 'This order has no payment.');
      return json(200, payment);
    },
  },
  operation('capture'),
  operation('void'),
  operation('refund'),
  {
    ...{ method: 'POST', path: '/reviews/:subject', role: 'operate' },
    answer: async (wallet, { request, subject }) => {
      const { outcome, ...options } = await readBody(request, isReview);
      return json(200, await wallet.resolve(subject, outcome, options));
    },
  },
];

/** As to a page: 202 while the outcome is open and the payer has nothing to do. */
function paid(result: PayResult): Reply {
  const isOpen = result.outcome === 'unknown' || result.outcome === 'pending';
  return json(isOpen && result.acs_url === undefined ? 202 : 200, result);
}

/** Each is one operation of the order, named by its Idempotency-Key: a call that is repeated changes nothing. */
function operation(kind: 'capture' | 'void' | 'refund'): Route {
  return {
    ...{ method: 'POST', path: `/payments/:subject/${kind}`, role: 'operate' },
    answer: async (wallet, { request, subject }) => {
      const key = idempotencyKey(request);
      const options = await readBody(request, isOperation);
      return operated(await wallet[kind](subject, { ...options, key }));
    },
  };
}

/** `unknown` is 202: the service did not answer, and the payment shows the outcome later. */
function operated(result: OperationResult): Reply {
  if (result.state !== 'refused') return json(result.state === 'done' ? 200 : 202, result);
  const text = 'The payment service refused the operation.';
  return problem(new SidecarError('operation_refused', text), { operation: result });
}
