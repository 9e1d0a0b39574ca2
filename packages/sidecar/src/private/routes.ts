import type { OperationResult, PayResult, WalletServer } from '@wallet-buttons/server';
import { SidecarError } from '../errors.ts';
import { search } from './search.ts';
import { type Caller, demand } from './access.ts';
import type { DeskRecord } from './desk-record.ts';
import type { Right } from './tokens.ts';
import { isFresh, listNames, listQueryOf } from './list-query.ts';
import { readReport } from './reconcile-report.ts';
import { json, problem, type Reply } from './reply.ts';
import {
  callerOf,
  idempotencyKey,
  isOperation,
  isPayment,
  isReason,
  isReview,
  readBody,
} from './request.ts';

/** What the operations of the API answer from. */
export interface Answering {
  readonly wallet: WalletServer;
  readonly record: DeskRecord;
  /** The path of the last report of `wallet-buttons reconcile --out`. */
  readonly reconcileReport: string | null;
}

/** A request of the API. */
export interface Asked {
  readonly request: Request;
  readonly query: URLSearchParams;
  /** The last variable part of the path: an order or an attempt. */
  readonly subject: string;
  readonly caller: Caller;
}

/** An operation of the API. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly right: Right;
  /** The names that its query may have; none by default. */
  readonly queryNames?: readonly string[];
  readonly answer: (context: Answering, question: Asked) => Promise<Reply>;
}

/** The operations of the API, as openapi.yaml describes them. */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/payments',
    right: 'look',
    queryNames: listNames,
    answer: async ({ wallet }, { query }) => {
      const filters = listQueryOf(query);
      const text = query.get('search') ?? '';
      return json(200, await (text === '' ? wallet.list(filters) : search(wallet, text, filters)));
    },
  },
  {
    method: 'POST',
    path: '/payments',
    right: 'operate',
    answer: async ({ wallet }, { request }) => {
      const key = idempotencyKey(request);
      const payment = await readBody(request, isPayment);
      return paid(await wallet.pay({ ...payment, key, request: callerOf(request) }));
    },
  },
  {
    method: 'GET',
    path: '/payments/:subject',
    right: 'look',
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
    right: 'money',
    answer: async ({ wallet }, { request, subject, caller: { name: by } }) =>
      json(200, await wallet.reopen(subject, { by, ...(await readBody(request, isReason)) })),
  },
  {
    method: 'POST',
    path: '/reviews/:subject',
    right: 'operate',
    answer: async ({ wallet }, { request, subject, caller: { name: by } }) => {
      const { outcome, ...options } = await readBody(request, isReview);
      return json(200, await wallet.resolve(subject, outcome, { by, ...options }));
    },
  },
  {
    method: 'GET',
    path: '/undelivered',
    right: 'look',
    answer: async ({ wallet }) => json(200, { orders: await wallet.undelivered({ limit: 100 }) }),
  },
  {
    method: 'POST',
    path: '/undelivered/:subject/deliver',
    right: 'operate',
    answer: async ({ wallet }, { subject }) => json(200, { due: await wallet.deliver(subject) }),
  },
  {
    method: 'GET',
    path: '/waiting',
    right: 'look',
    answer: async ({ wallet }) => {
      const [{ payments }, orders] = await Promise.all([
        wallet.list({ needsReview: true, limit: 500 }),
        wallet.undelivered({ limit: 500 }),
      ]);
      // The first delivery of a change is under way.
      const undelivered = orders.filter(({ tries }) => tries > 1).length;
      return json(200, { reviews: payments.length, undelivered });
    },
  },
  {
    method: 'GET',
    path: '/alarms',
    right: 'look',
    answer: async ({ record }) => json(200, { alarms: (await record.read()).alarms.toReversed() }),
  },
  {
    method: 'GET',
    path: '/reconcile-report',
    right: 'look',
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
    right: 'operate',
    answer: async ({ wallet }, { request, subject, caller }) => {
      const key = idempotencyKey(request);
      const options = await readBody(request, isOperation);
      if (options.force === true) demand(caller, 'money');
      return operated(await wallet[kind](subject, { by: caller.name, ...options, key }));
    },
  };
}

/** `unknown` is 202: the service did not answer, and the payment shows the outcome later. */
function operated(result: OperationResult): Reply {
  if (result.state !== 'refused') return json(result.state === 'done' ? 200 : 202, result);
  const text = 'The payment service refused the operation.';
  return problem(new SidecarError('operation_refused', text), { operation: result });
}
