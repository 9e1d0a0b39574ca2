/** Delivers signed webhooks to the session's callback_url until one answers 2xx. */
import { randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Background } from './background.ts';
import type { Ledger, Session, WebhookRecord } from './ledger.ts';
import type { Scenario } from './scenario.ts';
import { signWebhook } from './signature.ts';
import { webhookBodies } from './webhook-body.ts';

/** Waits in milliseconds before the second, third … try; short, since nobody sleeps through a test. */
export const DEFAULT_RETRIES: readonly number[] = [
  200, 400, 800, 1600, 3000, 5000, 10_000, 20_000, 30_000, 60_000,
];

/** A merchant that takes longer to acknowledge counts as silent. */
const PATIENCE = 10_000;

/** What a webhook says, and how often. */
export interface WebhookOrder {
  readonly version: Scenario['webhookVersion'];
  /** The session status to report. */
  readonly status: string;
  /** How many times the same bytes are delivered. */
  readonly copies: number;
}

/** Signs, posts, retries, and writes down what happened. */
export class WebhookSender {
  readonly #key: KeyObject;
  readonly #retries: readonly number[];
  readonly #ledger: Ledger;
  readonly #background: Background;

  constructor(key: KeyObject, retries: readonly number[], ledger: Ledger, background: Background) {
    this.#key = key;
    this.#retries = retries;
    this.#ledger = ledger;
    this.#background = background;
  }

  /**
   * Resolves when each webhook was tried once; retries go on in the background.
   *
   * @returns how many were begun: none without a callback_url
   */
  async send(session: Session, order: WebhookOrder): Promise<number> {
    const url = session.callback_url;
    if (url === null) return 0;
    const bodies = webhookBodies(session, order.version, order.status);
    const records = bodies.flatMap((body) =>
      Array.from({ length: order.copies }, () => newRecord(url, body, order)),
    );
    session.webhooks.push(...records);
    this.#ledger.save();
    await Promise.all(records.map((record) => this.#begin(record)));
    return records.length;
  }

  /** Takes up what a stopped sandbox left undelivered. */
  resume(session: Session): void {
    for (const record of session.webhooks.filter((one) => !one.delivered)) {
      this.#background.run(() => this.#retry(record));
    }
  }

  async #begin(record: WebhookRecord): Promise<void> {
    await this.#post(record);
    if (!record.delivered) this.#background.run(() => this.#retry(record));
  }

  async #retry(record: WebhookRecord): Promise<void> {
    while (!record.delivered) {
      const pause = record.attempts === 0 ? 0 : this.#retries[record.attempts - 1];
      if (pause === undefined) return;
      await this.#background.wait(pause);
      await this.#post(record);
    }
  }

  async #post(record: WebhookRecord): Promise<void> {
    const bytes = Buffer.from(record.body);
    record.attempts += 1;
    try {
      const response = await fetch(record.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'wallet-buttons-sandbox',
          'x-sign-v2': signWebhook(bytes, this.#key),
        },
        body: bytes,
        redirect: 'manual',
        signal: AbortSignal.any([this.#background.signal, AbortSignal.timeout(PATIENCE)]),
      });
      await response.body?.cancel();
      record.last_answer = response.status;
      record.delivered = response.ok;
    } catch (error) {
      record.last_answer = errorName(error);
    }
    this.#ledger.save();
  }
}

function newRecord(url: string, body: string, order: WebhookOrder): WebhookRecord {
  return {
    id: randomUUID(),
    version: order.version,
    status: order.status,
    url,
    body,
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
