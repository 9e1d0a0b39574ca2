import type { APIRequestContext } from '@playwright/test';
import type {
  LedgerSession,
  LedgerView,
  RecordedCall,
  ScenarioFields,
  StatusRequest,
  WebhookRequest,
} from '../index.ts';

/** The running sandbox, seen from a test. An order is named by the payment's `external_id`. */
export interface SandboxService {
  /** Says how the service and the bank treat an order; cleared when the test ends. */
  scenario(order: string, fields: ScenarioFields): Promise<void>;
  /** The sessions of an order, oldest first. */
  sessions(order: string): Promise<readonly LedgerSession[]>;
  /**
   * How often money was taken or held for an order since this worker of the test run started: more than
   * 1 is a double charge. Other workers do not count, because an earlier try of the same test is one of
   * them; `sessions` has their payments too.
   */
  charges(order: string): Promise<number>;
  /** The signed calls for an order, oldest first; `name` is the end of the path, such as `pay-token`. */
  calls(order: string, name?: string): Promise<readonly RecordedCall[]>;
  /** Sends an extra webhook, which changes nothing in the ledger. @returns the number of sent webhooks */
  webhook(request: WebhookRequest): Promise<number>;
  /** Changes the status of a session, such as to `refunded`; its webhook follows. */
  status(request: StatusRequest): Promise<void>;
}

/** The service of one test, and the function that releases it. */
export interface ServiceLease {
  readonly service: SandboxService;
  /** Clears the scenarios that the test set. */
  readonly release: () => Promise<void>;
}

/** @param url the address of `npx @wallet-buttons/sandbox` */
export function leaseService(request: APIRequestContext, url: string): ServiceLease {
  const orders = new Set<string>();
  const ask = async <T>(method: 'GET' | 'POST', name: string, data?: unknown): Promise<T> => {
    const address = `${url.replace(/\/$/, '')}/control/${name}`;
    const answer = await request
      .fetch(address, { method, data, timeout: 10_000 })
      .catch((cause: unknown) => {
        throw noSandboxAt(url, cause);
      });
    // A page, such as that of a development server, answers with HTML.
    const { 'content-type': type } = answer.headers();
    if (!type?.startsWith('application/json')) throw noSandboxAt(url, type);
    if (!answer.ok()) throw new Error(`${method} /control/${name}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const askOf = async <T>(order: string, name: string): Promise<T> =>
    ask<T>('GET', `${name}?external_id=${encodeURIComponent(order)}`);
  const sessions = async (order: string): Promise<LedgerView['sessions']> =>
    (await askOf<LedgerView>(order, 'ledger')).sessions;
  return {
    service: {
      sessions,
      async scenario(order, fields) {
        orders.add(order);
        await ask('POST', 'scenario', { external_id: order, ...fields });
      },
      async charges(order) {
        const attempts = (await sessions(order)).flatMap((session) => session.attempts);
        // The ledger also has the payments of earlier runs.
        return attempts.filter(
          ({ charged, created_at }) => charged && Date.parse(created_at) >= performance.timeOrigin,
        ).length;
      },
      async calls(order, name = '') {
        const { calls } = await askOf<{ readonly calls: readonly RecordedCall[] }>(order, 'calls');
        return calls.filter(({ path }) => path.endsWith(name));
      },
      async webhook(webhook) {
        return (await ask<{ readonly sent: number }>('POST', 'webhook', webhook)).sent;
      },
      async status(status) {
        await ask('POST', 'status', status);
      },
    },
    async release() {
      for (const order of orders) await ask('POST', 'scenario', { external_id: order });
    },
  };
}

function noSandboxAt(url: string, cause: unknown): Error {
  return new Error(
    `No sandbox answers at ${url}. Start one with "npx @wallet-buttons/sandbox", ` +
      'or name its URL: test.use({ sandboxUrl }).',
    { cause },
  );
}
