import { randomUUID } from 'node:crypto';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import type { Entry, Ledger } from './ledger.ts';

/** Everybody who talks to the shop's server from outside: payers with an order, and the service. */
export interface Shopper {
  /** Sends a payment's token; the same key is the same request. Answers the status, 0 for none. */
  readonly press: (url: string, order: string, key: string) => Promise<number>;
  /** What the return page asks. */
  readonly ask: (url: string, order: string) => Promise<void>;
  /** What a press of wallet A asks first. */
  readonly validate: (url: string, order: string) => Promise<void>;
  /** A signed webhook about each session that the order has, unless it was acknowledged; the truth by default. */
  readonly notify: (url: string, order: string, word?: string, version?: string) => Promise<void>;
}

/** What it sees goes into the ledger's entries. */
export function openShopper(ledger: Ledger): Shopper {
  const salt = randomUUID();
  const post = async (
    url: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Response | null> => {
    const init = { 'content-type': 'application/json', ...headers };
    return fetch(url, { method: 'POST', headers: init, body }).catch(() => null);
  };
  const note = async (
    order: string,
    key: string | null,
    response: Response | null,
  ): Promise<number> => {
    // A reply that breaks off says nothing.
    const body: unknown = await response?.json().catch(() => null);
    if (!response || typeof body !== 'object' || body === null) return 0;
    const { status } = response;
    const outcome = status < 300 && 'outcome' in body ? body.outcome : null;
    ledger.entries.push({ kind: 'answered', order, key, status, outcome } as Entry);
    return status;
  };
  const isDone = (session: string, status: string): boolean =>
    ledger.entries.some(
      (entry) =>
        entry.kind === 'acknowledged' && entry.session === session && entry.status === status,
    );
  return {
    press: async (url, order, key) => {
      const body = {
        order,
        wallet: 'wallet-b',
        token: `token-${order}-${key}-${salt}`,
        shown: { amount: '199.90', currency: 'UAH' },
      };
      const idempotencyKey = `${order}-${key}`;
      const response = await post(`${url}/wallet/pay-token`, JSON.stringify(body), {
        'idempotency-key': idempotencyKey,
      });
      return note(order, idempotencyKey, response);
    },
    ask: async (url, order) => {
      await note(order, null, await post(`${url}/wallet/status`, JSON.stringify({ order })));
    },
    validate: async (url, order) => {
      const validation_url = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
      const body = JSON.stringify({ order, validation_url, domain: 'shop.example' });
      await post(`${url}/wallet/validate-merchant`, body);
    },
    notify: async (url, order, word, version = 'v1') => {
      const notifications = ledger.sessionsOf(order).map(async (session) => {
        const status = word ?? ledger.wordOf(session);
        if (isDone(session, status)) return;
        const body = JSON.stringify({ session_id: session, status });
        const headers = { 'x-sign-v2': signAsService(body) };
        const response = await post(`${url}/wallet/webhook/${version}`, body, headers);
        if (response?.ok !== true) return;
        ledger.entries.push({ kind: 'acknowledged', order, session, status });
      });
      await Promise.all(notifications);
    },
  };
}
