/** Delivers signed webhooks to the session's callback_url until one answers 2xx. */
import { type KeyObject, randomUUID } from 'node:crypto';
import type { Clockwork } from '../clockwork.ts';
import type { Session, WebhookRecord } from '../control-api.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Scenario } from '../payment/scenario.ts';
import { signBytes } from '../wire/signature.ts';
import type { Wire } from '../wire/wire.ts';
import { webhookBodies } from './body.ts';
import { encoded, written } from './form.ts';

/** Waits in milliseconds before the second, third … try; short, for tests. */
export const defaultRetries: readonly number[] = [
  200, 400, 800, 1600, 3000, 5000, 10_000, 20_000, 30_000, 60_000,
];

/** After this time without an acknowledgement the webhook has failed. */
const timeoutMs = 10_000;

/** The days from which newer formats are sent; ISO 8601 dates. */
export interface WebhookTransitions {
  readonly v2?: string;
  readonly v3?: string;
}

/** The content of a webhook, and the number of copies. */
export interface WebhookOrder {
  readonly version: WebhookRecord['version'];
  /** The session status to report. */
  readonly status: string;
  /** How many times the same bytes are delivered. */
  readonly copies: number;
  readonly form: Scenario['webhookForm'];
  /** Milliseconds before the first try; default 0. */
  readonly delay?: number;
}

/** What a sender works with. */
export interface SenderOptions {
  readonly key: KeyObject;
  /** Waits in milliseconds before the second, third … try. */
  readonly retries: readonly number[];
  readonly transitions: WebhookTransitions;
  readonly ledger: Ledger;
  readonly clockwork: Clockwork;
  readonly wire: Wire;
}

/** Signs, posts, retries, and records the results. */
export class WebhookSender {
  readonly #options: SenderOptions;
  /** Whose webhook it is. */
  readonly #sessions = new WeakMap<WebhookRecord, Session>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** The version of a scenario; `auto` is the one that the dates of transition have reached. */
  versionOf(version: Scenario['webhookVersion']): WebhookRecord['version'] {
    if (version !== 'auto') return version;
    const { transitions, clockwork } = this.#options;
    const today = new Date(clockwork.now()).toISOString();
    if (transitions.v3 !== undefined && today >= transitions.v3) return 'v3';
    return transitions.v2 !== undefined && today >= transitions.v2 ? 'v2' : 'v1';
  }

  /**
   * Writes webhooks down, so that a restart sends what was not sent.
   *
   * @returns them, to be sent: none without a callback_url
   */
  prepare(session: Session, order: WebhookOrder): readonly WebhookRecord[] {
    const url = session.callback_url;
    if (url === null) return [];
    const { wire, clockwork, ledger } = this.#options;
    const dueAt = clockwork.now() + (order.delay ?? 0);
    const records = webhookBodies(session, order, wire).flatMap((body) =>
      Array.from({ length: order.copies }, () => newRecord(url, body, order, dueAt)),
    );
    session.webhooks.push(...records);
    for (const record of records) this.#sessions.set(record, session);
    ledger.saveSession(session);
    return records;
  }

  /** Resolves when each webhook was tried once; retries go on in the background. */
  async send(records: readonly WebhookRecord[]): Promise<void> {
    await Promise.all(records.map((record) => this.#begin(record)));
  }

  /** The header that signs the exact bytes of a webhook, by its name. */
  sign(bytes: Uint8Array): Readonly<Record<string, string>> {
    const { wire, key } = this.#options;
    return { [wire.webhookScheme.header]: signBytes(bytes, key, wire.webhookScheme) };
  }

  /** Resumes the undelivered webhooks of a stopped sandbox. */
  resume(session: Session): void {
    for (const record of session.webhooks.filter((one) => !one.delivered)) {
      this.#sessions.set(record, session);
      this.#options.clockwork.run(() => this.#retry(record));
    }
  }

  async #begin(record: WebhookRecord): Promise<void> {
    await this.#post(record);
    if (!record.delivered) this.#options.clockwork.run(() => this.#retry(record));
  }

  async #retry(record: WebhookRecord): Promise<void> {
    const { clockwork, retries } = this.#options;
    while (!record.delivered && !clockwork.signal.aborted) {
      const untilDue = record.due_at - clockwork.now();
      const pause = record.attempts === 0 ? untilDue : retries[record.attempts - 1];
      if (pause === undefined) return;
      await clockwork.wait(pause);
      await this.#post(record);
    }
  }

  async #post(record: WebhookRecord): Promise<void> {
    const { wire, clockwork } = this.#options;
    const { bytes, headers } = encoded(record);
    try {
      const response = await fetch(record.url, {
        method: 'POST',
        headers: {
          ...headers,
          'user-agent': 'wallet-buttons-sandbox',
          ...this.sign(bytes),
        },
        body: bytes,
        redirect: 'manual',
        signal: AbortSignal.any([clockwork.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await response.text();
      const { body: expectedText } = wire.profile.webhook.answer;
      record.last_answer = response.status;
      record.delivered = response.ok && (expectedText === '' || text === expectedText);
    } catch (error) {
      // The next start makes the try that the closing cut off.
      if (clockwork.signal.aborted) return;
      record.last_answer = errorName(error);
    }
    record.attempts += 1;
    const session = this.#sessions.get(record);
    if (session) this.#options.ledger.saveSession(session);
  }
}

function newRecord(url: string, body: string, order: WebhookOrder, dueAt: number): WebhookRecord {
  return {
    id: randomUUID(),
    version: order.version,
    status: order.status,
    url,
    body: written(body, order.form),
    form: order.form,
    due_at: dueAt,
    attempts: 0,
    delivered: false,
    last_answer: null,
  };
}

/** `ECONNREFUSED`, `TimeoutError` …: the reason without the address. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') {
    return cause.code;
  }
  return error.name;
}
