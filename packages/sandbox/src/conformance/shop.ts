import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LedgerSession,
  OperationName,
  RecordedCall,
  Sandbox,
  ScenarioFields,
} from '../index.ts';
import { post, type Answer } from './answer.ts';
import { expect, Finding } from './finding.ts';
import { tokenFor, type TokenRequest } from './payer.ts';

/** What the run knows of the backend that it checks. */
export interface Subject {
  /** Base URL of the merchant's endpoints, such as `http://localhost:8080/wallet`. */
  readonly backend: string;
  /** A running sandbox, which nothing else uses. */
  readonly service: Sandbox;
  /** The merchant's id at the service. */
  readonly merchantId: string;
  /** What every order of the run costs: a decimal string, and ISO 4217. */
  readonly amount: string;
  readonly currency: string;
  /** The domain of the checkout page. */
  readonly domain: string;
  /** Milliseconds in which the backend finds out by itself how a payment ended. */
  readonly timeout: number;
  /** Shorter in tests of the run itself. */
  readonly waits?: Waits;
}

/** How long the checks wait that show what a backend does in time, in milliseconds. */
export interface Waits {
  /** An order whose token was refused can be paid again by then; default 30000. */
  readonly freed: number;
  /** An answer that was lost is asked about by then, without a request of the page; default 60000. */
  readonly asked: number;
}

/** How one request to `pay-token` differs from a right one. */
export interface PayOptions extends Partial<TokenRequest> {
  readonly key?: string;
  readonly token?: string;
  readonly shown?: { readonly amount: string; readonly currency: string };
}

/** The merchant's backend with one order in it, and the service behind it. */
export class Shop {
  readonly order: string;
  readonly subject: Subject;
  readonly waits: Waits;
  readonly #before: ReadonlySet<string>;
  readonly #lastCall: number;
  readonly #isOneOfMany: boolean;

  /** @param isOneOfMany whether other checks run at the same time */
  constructor(subject: Subject, order: string, isOneOfMany = false) {
    this.subject = subject;
    this.order = order;
    this.waits = subject.waits ?? { freed: 30_000, asked: 60_000 };
    this.#isOneOfMany = isOneOfMany;
    this.#before = new Set(subject.service.ledger().sessions.map(({ id }) => id));
    this.#lastCall = subject.service.calls().at(-1)?.id ?? 0;
  }

  /** Sends JSON to an endpoint; a text is sent unchanged. */
  async post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    method?: string,
  ): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return post(this.subject.backend + path, text, headers, method);
  }

  /** A press: a new token under a new key, unless `options` name them. */
  async pay(options: PayOptions = {}): Promise<Answer> {
    const { amount, currency } = this.subject;
    const wallet = options.wallet ?? 'wallet-b';
    const token = options.token ?? (await this.token(options));
    const shown = options.shown ?? { amount, currency };
    const key = options.key ?? randomUUID();
    const body = { order: this.order, wallet, token, shown };
    return this.post('/pay-token', body, { 'idempotency-key': key });
  }

  /** A token for the order's price. */
  async token(request: Partial<TokenRequest> = {}): Promise<string> {
    const { amount, currency, merchantId } = this.subject;
    const right = {
      wallet: 'wallet-b',
      card: 'visa-approve',
      amount,
      currency,
      merchantId,
    } as const;
    return tokenFor({ ...right, ...request });
  }

  async status(): Promise<Answer> {
    return this.post('/status', { order: this.order });
  }

  /** Asks for the status until it is `outcome`. @throws Finding with the last answer */
  async until(outcome: string): Promise<Answer> {
    const end = Date.now() + this.subject.timeout;
    for (;;) {
      const answer = await this.status();
      if (answer.body['outcome'] === outcome) return answer;
      if (Date.now() > end) {
        throw new Finding(
          `status is ${answer.seen} after ${String(this.subject.timeout / 1000)} s, not ${outcome}`,
        );
      }
      await sleep(150);
    }
  }

  /** How the service treats every payment, or those of this order, until the check ends. */
  play(scenario: ScenarioFields): void {
    const { service } = this.subject;
    service.scenario(this.#isOneOfMany ? { external_id: this.order, ...scenario } : scenario);
  }

  /** The sessions that the backend opened for this order. */
  sessions(): readonly LedgerSession[] {
    return this.subject.service
      .ledger()
      .sessions.filter(({ id }) => !this.#before.has(id))
      .filter(({ external_id: name }) => name === null || name === this.order);
  }

  /** The one session in which a token arrived. */
  session(): LedgerSession {
    const session = this.sessions().find(({ attempts }) => attempts.length > 0);
    if (session === undefined) throw new Finding('no pay-token call reached the payment service');
    return session;
  }

  /** The number of charges and holds. */
  charges(): number {
    return this.sessions().reduce((sum, session) => sum + session.charges, 0);
  }

  /** @throws Finding unless the number of charges is exactly this */
  expectCharges(count: number): void {
    const seen = this.charges();
    expect(seen === count, `${String(seen)} charges, not ${String(count)}`);
  }

  /** The calls of one operation since the check began. */
  calls(name: OperationName): readonly Readonly<RecordedCall>[] {
    const calls = this.subject.service.calls().filter(({ id }) => id > this.#lastCall);
    return calls.filter(({ operation }) => operation === name);
  }

  /** The questions of the backend about this order: calls of get-status. */
  questions(): readonly Readonly<RecordedCall>[] {
    const names = [this.order, ...this.sessions().map(({ id }) => id)];
    return this.calls('getStatus').filter(({ body }) => names.some((name) => body.includes(name)));
  }

  /**
   * Presses five times more, as a payer does, while the page asks for the status in between. A backend may limit the
   * presses of a minute.
   *
   * @returns the last answer: of the press after which `isOver` holds, or of the one at the end of the time
   */
  async insist(milliseconds: number, isOver: () => boolean): Promise<Answer> {
    for (let press = 1; ; press += 1) {
      for (let question = 0; question < 3; question += 1) {
        await sleep(milliseconds / 15);
        await this.status();
      }
      const pressed = await this.pay();
      if (isOver() || press === 5) return pressed;
    }
  }

  /** Waits until the service was asked for the status once more. */
  async asked(): Promise<void> {
    const before = this.calls('getStatus').length;
    const end = Date.now() + this.subject.timeout;
    while (this.calls('getStatus').length === before) {
      if (Date.now() > end) throw new Finding('the service was never asked for the status');
      await this.status();
      await sleep(100);
    }
  }

  /** The payer's press on the bank's page. */
  async decide(answer: Answer, decision: 'approve' | 'decline'): Promise<void> {
    const { acs_url: url } = answer.body;
    expect(typeof url === 'string' && URL.canParse(url), `no acs_url in ${answer.seen}`);
    const form = new URLSearchParams({ decision });
    await fetch(url, { method: 'POST', body: form, redirect: 'manual' }).catch(() => {
      throw new Finding(`no bank answers at the acs_url ${url}`);
    });
  }

  /** Changes the truth at the service, which then sends its webhook. */
  async settle(status: 'paid' | 'refunded', refunded?: string): Promise<void> {
    const { id } = this.session();
    const part = refunded === undefined ? {} : { refunded };
    await this.subject.service.status({ session_id: id, status, ...part });
  }

  /** A webhook that the service sends out of turn: it changes nothing at the service. */
  async webhook(status: string, version?: 'v1' | 'v2' | 'v3'): Promise<void> {
    const { id } = this.session();
    await this.subject.service.webhook({ session_id: id, status, ...(version && { version }) });
  }

  /** The webhooks of this order, each with its answer, or as they are when the time is up. */
  async answered(): Promise<LedgerSession['webhooks']> {
    const end = Date.now() + this.subject.timeout;
    for (;;) {
      const { webhooks } = this.session();
      const isWaiting = webhooks.some(({ last_answer: answer }) => answer === null);
      if (!isWaiting || Date.now() > end) return webhooks;
      await sleep(50);
    }
  }

  /** The text of a webhook about this order with a `status`, in the form of the service. */
  webhookBody(status: string, version: 'v1' | 'v2' | 'v3' = 'v1'): string {
    const { id, callback_url: url } = this.session();
    expect(url !== null, 'the session has no callback_url for webhooks');
    return this.subject.service.webhookBody({ session_id: id, status, version });
  }

  /** Sends a webhook's text to `webhook/{version}`, with the signature of another text or without one. */
  async deliver(body: string, signed: string | null = body, version = 'v1'): Promise<Answer> {
    const headers = signed === null ? {} : this.subject.service.signWebhook(signed);
    return this.post(`/webhook/${version}`, body, headers);
  }
}
