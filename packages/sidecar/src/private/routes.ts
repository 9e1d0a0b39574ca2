import type { OperationResult, PayResult, WalletServer } from '@wallet-buttons/server';
import type { Alarm } from '../alarms.ts';
import { SidecarError } from '../errors.ts';
import type { Role } from './tokens.ts';
import { isFresh, listNames, listQueryOf } from './list-query.ts';
import { readReport } from './reconcile-report.ts';
import { json, problem, type Reply } from './reply.ts';
import { callerOf, idempotencyKey, isOperation, isPayment, isReview, readBody } from './request.ts';

/** What the operations of the API answer from. */
export interface Answering {
  readonly wallet: WalletServer;
  /** The alarms since the start, newest first. */
  readonly alarms: () => readonly Alarm[];
  /** The path of the last report of `wallet-buttons reconcile --out`. */
  readonly reconcileReport: string | null;
}

/** A request of the API. */
export interface Asked {
  readonly request: Request;
  readonly query: URLSearchParams;
  /** The last variable part of the path: an order or an attempt. */
  readonly subject: string;
}

/** An operation of the API. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly role: Role;
  /** The names that its query may have; none by default. */
  readonly queryNames?: readonly string[];
  readonly answer: (context: Answering, question: Asked) => Promise<Reply>;
}

/** The operations of the API, as openapi.yaml describes them. */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/payments',
    role: 'read',
    queryNames: listNames,
    answer: async ({ wallet }, { query }) => json(200, await wallet.list(listQueryOf(query))),
  },
  {
    method: 'POST',
    path: '/payments',
    role: 'operate',
    answer: async ({ wallet }, { request }) => {
      const key = idempotencyKey(request);
      const payment = await readBody(request, isPayment);
      return paid(await wallet.pay({ ...payment, key, request: callerOf(request) }));
    },
  },
  {
    method: 'GET',
    path: '/payments/:subject',
    role: 'read',
    queryNames: ['fresh'],
    answer: async ({ wallet }, { query, subject }) => {
      const payment = await wallet.find(subject, { fresh: isFresh(query) });
      if (!payment) throw new SidecarError('no_payment', 'This order has no payment.');
      return json(200, payment);
    },
  },
  operation('capture'),
  operation('void'),
  operation('refund'),
  {
    method: 'POST',
    path: '/payments/:subject/reopen',
    role: 'operate',
    answer: async ({ wallet }, { subject }) => json(200, await wallet.reopen(subject)),
  },
  {
    method: 'POST',
    path: '/reviews/:subject',
    role: 'operate',
    answer: async ({ wallet }, { request, subject }) => {
      const { outcome, ...options } = await readBody(request, isReview);
      return json(200, await wallet.resolve(subject, outcome, options));
    },
  },
  {
    method: 'GET',
    path: '/undelivered',
    role: 'read',
    answer: async ({ wallet }) => json(200, { orders: await wallet.undelivered({ limit: 100 }) }),
  },
  {
    method: 'GET',
    path: '/alarms',
    role: 'read',
    answer: async ({ alarms }) => Promise.resolve(json(200, { alarms: alarms() })),
  },
  {
    method: 'GET',
    path: '/reconcile-report',
    role: 'read',
    answer: async ({ reconcileReport }) => readReport(reconcileReport),
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
    method: 'POST',
    path: `/payments/:subject/${kind}`,
    role: 'operate',
    answer: async ({ wallet }, { request, subject }) => {
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
