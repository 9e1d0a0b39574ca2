import type {
  OperationKind,
  OperationResult,
  OrderPayment,
  PaymentPage,
  Undelivered,
} from '@wallet-buttons/server';

/** The session of the page. */
export interface Session {
  readonly name: string;
  readonly right: 'look' | 'operate' | 'money';
  readonly csrfToken: string;
  readonly hasReport: boolean;
  /** The page of an order in the shop, with `{order}` in it. */
  readonly orderUrl?: string;
}

/** How much waits for a person: each count ends at 500. */
export interface Waiting {
  readonly reviews: number;
  readonly undelivered: number;
}

/** An alarm. */
export interface Alarm {
  readonly code: string;
  readonly at: string;
  readonly order?: string;
}

/** The last report of `wallet-buttons reconcile --out`, with the field names of that command. */
export interface WrittenReport {
  readonly writtenAt: string;
  readonly report: Readonly<Record<string, unknown>>;
}

/** The filters of a list, as the API names them. */
export type ListFilters = Readonly<Record<string, string>>;

/** An error of the API by its code, or `network` if no answer came. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly title: string;
  readonly detail: string;

  constructor(code: string, title = '', detail = '') {
    super(title);
    this.code = code;
    this.title = title;
    this.detail = detail;
  }
}

/** A payment service that is silent takes 30 s. */
const timeout = 45_000;

interface Call {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The private API, which is in the folder above the page. Every method throws a {@link Problem}. */
export class Api {
  readonly #root = new URL('../', document.baseURI);
  #csrfToken = '';

  /** The session of the cookie; `null` without one. */
  async session(): Promise<Session | null> {
    try {
      return this.#opened(await this.#call('GET', 'session'));
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthorized') return null;
      throw error;
    }
  }

  async logIn(token: string): Promise<Session> {
    return this.#opened(await this.#call('POST', 'session', { body: { token } }));
  }

  async logOut(): Promise<void> {
    await this.#call('DELETE', 'session');
  }

  async payments(filters: ListFilters): Promise<PaymentPage> {
    const query = new URLSearchParams(filters).toString();
    return (await this.#call('GET', `payments?${query}`)) as PaymentPage;
  }

  /** @param fresh asks the payment service first. */
  async payment(order: string, fresh = false): Promise<OrderPayment> {
    const path = `payments/${encodeURIComponent(order)}${fresh ? '?fresh=true' : ''}`;
    return (await this.#call('GET', path)) as OrderPayment;
  }

  /** @param key names the operation: a call that is repeated with it moves no money again. */
  async operate(
    kind: OperationKind,
    order: string,
    body: {
      readonly amount?: string;
      readonly left: string;
      readonly attempt: string;
      readonly reason?: string;
    },
    key: string,
  ): Promise<OperationResult> {
    const path = `payments/${encodeURIComponent(order)}/${kind}`;
    const headers = { 'idempotency-key': key };
    return (await this.#call('POST', path, { body, headers })) as OperationResult;
  }

  async resolve(
    attempt: string,
    body: {
      readonly outcome: 'succeeded' | 'failed';
      readonly amount?: string;
      readonly reason?: string;
    },
  ): Promise<void> {
    await this.#call('POST', `reviews/${encodeURIComponent(attempt)}`, { body });
  }

  /** Lets payers try an order again that too many payments failed at. */
  async reopen(order: string): Promise<void> {
    await this.#call('POST', `payments/${encodeURIComponent(order)}/reopen`);
  }

  async undelivered(): Promise<readonly Undelivered[]> {
    const { orders } = (await this.#call('GET', 'undelivered')) as {
      readonly orders: readonly Undelivered[];
    };
    return orders;
  }

  /** Makes the changes of an order due that the shop has not accepted. */
  async deliver(order: string): Promise<void> {
    await this.#call('POST', `undelivered/${encodeURIComponent(order)}/deliver`);
  }

  async waiting(): Promise<Waiting> {
    return (await this.#call('GET', 'waiting')) as Waiting;
  }

  async alarms(): Promise<readonly Alarm[]> {
    const { alarms } = (await this.#call('GET', 'alarms')) as { readonly alarms: readonly Alarm[] };
    return alarms;
  }

  async report(): Promise<WrittenReport> {
    return (await this.#call('GET', 'reconcile-report')) as WrittenReport;
  }

  #opened(answer: unknown): Session {
    const session = answer as Session;
    this.#csrfToken = session.csrfToken;
    return session;
  }

  async #call(method: string, path: string, { body, headers }: Call = {}): Promise<unknown> {
    let response;
    let json: unknown;
    try {
      response = await fetch(new URL(path, this.#root), {
        method,
        signal: AbortSignal.timeout(timeout),
        headers: {
          ...(method !== 'GET' && { 'x-csrf-token': this.#csrfToken }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      json = await response.json();
    } catch {
      throw new Problem('network');
    }
    if (response.ok) return camelCase(json);
    const { code = 'other', title, detail } = json as Partial<Problem>;
    throw new Problem(code, title, detail);
  }
}

/** Names that are not the API's own: the codes of a page's report, and the report of another program. */
const asWritten: readonly string[] = ['report', 'reports'];

/** A value of the wire with the names of the server's types. */
function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      asWritten.includes(key) ? inner : camelCase(inner),
    ]),
  );
}
