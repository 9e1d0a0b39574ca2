import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '@wallet-buttons/protocol';
import {
  type Call,
  type ServiceStub,
  startServiceStub,
} from '@wallet-buttons/service-client/testing/service-stub.js';
import type { StatusChange } from '../../src/index.ts';

/** What somebody outside the server saw, in the order in which it happened. */
export type Entry =
  /** The service got a token. */
  | {
      readonly kind: 'sent';
      readonly order: string;
      readonly session: string;
      readonly token: string;
    }
  /** The service took money. */
  | { readonly kind: 'charged'; readonly order: string; readonly session: string }
  /** A page got an answer; no outcome in a problem document. */
  | {
      readonly kind: 'answered';
      readonly order: string;
      /** The Idempotency-Key, or `null` for the return page's question. */
      readonly key: string | null;
      readonly status: number;
      readonly outcome: Outcome | null;
    }
  /** The service's webhook was acknowledged. */
  | {
      readonly kind: 'acknowledged';
      readonly order: string;
      readonly session: string;
      readonly status: string;
    }
  /** The merchant's own code received a change. */
  | { readonly kind: 'delivered'; readonly order: string; readonly change: StatusChange };

/** How the service deals with an order's token; `paid` at once where nothing else is said. */
export interface Plan {
  /** Its first word; what is `processing` is decided by `settle`. */
  readonly word?: 'paid' | 'processing' | 'failed';
  /** The connection breaks instead of an answer. */
  readonly cut?: boolean;
  /** A token of a session that is paid is refused, and with this code; charged again otherwise. */
  readonly refusesAgain?: string;
}

/** The payment service's stand-in: not idempotent, and it keeps the books that everything is held against. */
export interface Ledger extends AsyncDisposable {
  readonly stub: ServiceStub;
  readonly entries: Entry[];
  readonly plans: Map<string, Plan>;
  readonly charges: (order: string) => number;
  /** Decides what is still `processing`. */
  readonly settle: (order: string, word?: 'paid' | 'failed') => void;
  /** The service's own word of a session. */
  readonly wordOf: (session: string) => string;
  /** The sessions of an order that a token was sent to. */
  readonly sessionsOf: (order: string) => readonly string[];
}

export async function openLedger(): Promise<Ledger> {
  const stub = await startServiceStub();
  const entries: Entry[] = [];
  const plans = new Map<string, Plan>();
  const orders = new Map<string, string>();
  const charge = (order: string, session: string): void => {
    entries.push({ kind: 'charged', order, session });
    stub.statuses.set(session, { status: 'paid' });
  };
  const wordOf = (session: string): string =>
    ({ status: 'created', ...stub.statuses.get(session) }).status;
  const isCharged = (session: string): boolean =>
    entries.some((entry) => entry.kind === 'charged' && entry.session === session);

  stub.on('/v1/payment', ({ body }) => {
    orders.set(String(body['session_id']), String(body['external_id']));
    return { id: String(orders.size), session_id: body['session_id'] };
  });
  stub.on('/v1/pay-token', ({ body }, response) => {
    const session = String(body['session_id']);
    const order = orders.get(session) ?? '';
    const { word = 'paid', cut = false, refusesAgain } = plans.get(order) ?? {};
    entries.push({ kind: 'sent', order, session, token: String(body['token']) });
    if (refusesAgain !== undefined && isCharged(session)) {
      response.writeHead(400);
      return { code: refusesAgain };
    }
    if (word === 'paid') charge(order, session);
    else stub.statuses.set(session, { status: word });
    if (cut) response.destroy();
    return cut ? null : { status: word };
  });
  stub.on('/delivered', ({ body }) => {
    const change = body as unknown as StatusChange;
    entries.push({ kind: 'delivered', order: change.order, change });
    return {};
  });
  stub.on('/arrived', async ({ body }, response) => {
    while (!response.destroyed && !stub.calls.some((call) => isCall(call, body))) await sleep(2);
    return {};
  });
  const sessionsOf: Ledger['sessionsOf'] = (order) => [
    ...new Set(
      entries.flatMap((entry) =>
        entry.kind === 'sent' && entry.order === order ? [entry.session] : [],
      ),
    ),
  ];
  return {
    stub,
    entries,
    plans,
    charges: (order) =>
      entries.filter((entry) => entry.kind === 'charged' && entry.order === order).length,
    settle: (order, word = 'paid') => {
      for (const session of sessionsOf(order)) {
        if (wordOf(session) !== 'processing') continue;
        if (word === 'paid') charge(order, session);
        else stub.statuses.set(session, { status: word });
      }
    },
    wordOf,
    sessionsOf,
    [Symbol.asyncDispose]: stub.close,
  };
}

function isCall({ path, raw }: Call, question: Call['body']): boolean {
  return (
    path === question['path'] &&
    createHash('sha256').update(raw).digest('hex') === question['sha256']
  );
}
