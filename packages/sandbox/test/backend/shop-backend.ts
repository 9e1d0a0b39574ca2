/** A merchant's backend as small as can be, in memory with a disk. Each step is a method, so that a mutant overrides one. */
import { verify } from 'node:crypto';
import { type Attempt, isOpen, outcomes, ranks } from './attempt.ts';
import type { Disk } from './disk.ts';
import { Problem, readJson, type Json } from './problem.ts';
import {
  callService,
  isRefusal,
  Refused,
  type ServiceAnswer,
  type ServiceOptions,
} from './service-calls.ts';

export interface BackendOptions extends ServiceOptions {
  /** PEM. */
  readonly webhookPublicKey: string;
  /** What the header `authorization` of a page has to be; default: anything. */
  readonly authorization?: string;
  /** How long the first webhook takes, in milliseconds. */
  readonly firstWebhook?: number;
  /** Milliseconds between the two looks at a status that free an order; default 10000. */
  readonly looksApart?: number;
}

/** A request as it came. */
export interface Received {
  readonly method: string;
  /** Below the base URL, such as `/pay-token`. */
  readonly path: string;
  readonly type: string;
  readonly key: string | undefined;
  readonly signature: string;
  readonly authorization: string | undefined;
  readonly raw: Buffer;
}

/** HTTP status, and JSON, a text, or no body. */
export type Reply = readonly [status: number, body: Json | string | null];

/** A press on a button, read from a request. */
export interface Press {
  readonly order: string;
  readonly key: string;
  readonly token: string;
  readonly wallet: string;
  readonly amount: string;
}

/** The attempt of a press, and whether this press is the one that pays. */
export interface Claim {
  readonly attempt: Attempt;
  readonly isNew: boolean;
}

/** One process of the backend, from its start to its end. */
export class ShopBackend {
  readonly attempts = new Map<string, Attempt>();
  readonly sessions = new Map<string, string>();
  readonly #options: BackendOptions;
  readonly #url: string;
  readonly #disk: Disk;
  readonly #stopped = new AbortController();
  #job: NodeJS.Timeout | undefined;
  readonly #asked = new Set<Attempt>();

  /** @param url of its endpoints */
  constructor(options: BackendOptions, url: string, disk: Disk) {
    this.#options = options;
    this.#url = url;
    this.#disk = disk;
    const state = disk.read();
    for (const attempt of state.attempts) this.attempts.set(attempt.order, attempt);
    for (const [order, session] of state.sessions) this.sessions.set(order, session);
  }

  start(): void {
    this.#job = setInterval(() => {
      this.job();
    }, 500);
  }

  /** Ends at once, like a process that is killed: nothing is sent or stored any more. */
  stop(): void {
    clearInterval(this.#job);
    this.#stopped.abort();
  }

  /** The job that asks about open payments, although no page does. */
  job(): void {
    for (const attempt of this.attempts.values()) {
      // On a busy machine the questions would come faster than their answers.
      if (this.#asked.has(attempt)) continue;
      this.#asked.add(attempt);
      void this.look(attempt).finally(() => this.#asked.delete(attempt));
    }
  }

  save(): void {
    if (this.#stopped.signal.aborted) return;
    this.#disk.write({ attempts: [...this.attempts.values()], sessions: [...this.sessions] });
  }

  async answer(request: Received): Promise<Reply> {
    const { path, raw } = request;
    this.checkRequest(request);
    if (this.isWebhook(path)) return this.webhook(request);
    if (!this.isPayer(request)) throw new Problem(401, 'unauthorized');
    const body = readJson(raw.toString());
    if (path === '/pay-token') return this.payToken(this.pressOf(body, request.key));
    if (path === '/status') return this.status(this.orderOf(body));
    if (path === '/validate-merchant') return this.validate(body);
    if (path === '/prepare') return this.prepare(this.orderOf(body));
    throw new Problem(404, 'not_found');
  }

  checkRequest({ method, type, raw }: Received): void {
    if (method !== 'POST') throw new Problem(405, 'method_not_allowed');
    if (raw.length > 65_536) throw new Problem(413, 'too_large');
    if (type.split(';')[0]?.trim() !== 'application/json') throw new Problem(415, 'not_json');
  }

  isPayer({ authorization }: Received): boolean {
    const expected = this.#options.authorization;
    return expected === undefined || authorization === expected;
  }

  /** Whether a body of this length is refused, and its connection closed, before it has come. */
  refusesUnread(_length: number): boolean {
    return false;
  }

  orderOf({ order }: Json): string {
    if (typeof order !== 'string' || order.trim() !== order) {
      throw new Problem(400, 'invalid_request');
    }
    if (!order.startsWith('conformance-')) throw new Problem(404, 'order_not_found');
    return order;
  }

  priceOf(_order: string, _shownPrice: string): string {
    return '199.90';
  }

  isCurrency(currency: unknown): boolean {
    return currency === 'UAH';
  }

  pressOf(body: Json, key: string | undefined): Press {
    const order = this.orderOf(body);
    const { token, wallet } = body;
    const { amount, currency } = (body['shown'] ?? {}) as Json;
    if (key === undefined) throw new Problem(400, 'idempotency_key_missing');
    if (typeof token !== 'string' || token === '') throw new Problem(400, 'invalid_request');
    if (wallet !== 'wallet-a' && wallet !== 'wallet-b') throw new Problem(400, 'invalid_request');
    if (typeof amount !== 'string') throw new Problem(400, 'invalid_request');
    if (!this.isCurrency(currency)) throw new Problem(409, 'amount_changed');
    const price = this.priceOf(order, amount);
    if (!this.isPrice(amount, price)) throw new Problem(409, 'amount_changed');
    return { order, key, token, wallet, amount: price };
  }

  isPrice(shownPrice: string, price: string): boolean {
    return shownPrice === price;
  }

  async prepare(order: string): Promise<Reply> {
    await this.open(order, this.priceOf(order, ''));
    return [204, null];
  }

  async payToken(press: Press): Promise<Reply> {
    const { attempt, isNew } = await this.claim(press);
    if (!isNew) return this.replyTo(attempt);
    try {
      attempt.session = await this.open(press.order, press.amount);
    } catch {
      this.attempts.delete(press.order);
      throw new Problem(502, 'service_unreachable');
    }
    this.saveIntent();
    await this.send(attempt, press).catch((error: unknown) => this.lose(attempt, error, press));
    this.save();
    return this.replyTo(attempt);
  }

  /** Only one press of an order is let through. @throws Problem for every other one */
  async claim({ order, key }: Press): Promise<Claim> {
    const previousAttempt = this.attempts.get(order);
    if (previousAttempt?.key === key) return { attempt: previousAttempt, isNew: false };
    if (previousAttempt && !this.isFree(previousAttempt)) {
      throw new Problem(409, 'order_busy', answerOf(previousAttempt));
    }
    if (previousAttempt) this.sessions.delete(order);
    const attempt: Attempt = { order, key, session: '', status: '', outcome: 'unknown' };
    this.attempts.set(order, attempt);
    return Promise.resolve({ attempt, isNew: true });
  }

  /** Whether an order may be paid anew. */
  isFree({ outcome }: Attempt): boolean {
    return ['failed', 'expired', 'cancelled', 'refunded'].includes(outcome);
  }

  /** Before the token leaves. */
  saveIntent(): void {
    this.save();
  }

  async send(attempt: Attempt, { token, wallet }: Press): Promise<void> {
    const answer = await this.ask('pay-token', {
      session_id: attempt.session,
      token: this.tokenSent(token),
      paytype: this.paytypeOf(wallet),
      redirect_url: 'http://localhost/return',
    });
    if (!this.isAbout(attempt, answer)) throw new Error('The answer is about another payment.');
    if (typeof answer['acs_url'] === 'string') attempt.acsUrl = answer['acs_url'];
    this.applyAnswer(attempt, String(answer['status']));
  }

  /** Whether all that an answer names is the attempt's own. */
  isAbout(attempt: Attempt, answer: Json): boolean {
    const { id, session_id: session = id, external_id: order = attempt.order } = answer;
    return (session ?? attempt.session) === attempt.session && order === attempt.order;
  }

  tokenSent(token: string): string {
    return token;
  }

  paytypeOf(wallet: string): string {
    return wallet === 'wallet-a' ? 'apple_pay' : 'google_pay';
  }

  /** The token was refused, or its answer was lost. */
  lose(attempt: Attempt, error: unknown, _press: Press): Promise<void> | void {
    if (error instanceof Refused) attempt.refused = {};
  }

  replyTo(attempt: Attempt): Reply {
    const isWaiting = isOpen(attempt) && attempt.acsUrl === undefined;
    return [isWaiting ? 202 : 200, answerOf(attempt)];
  }

  /** The order's session with its payment, opened once. */
  async open(order: string, amount: string): Promise<string> {
    const existingSession = this.sessions.get(order);
    if (existingSession !== undefined) return existingSession;
    const { id } = await this.ask('session', { callback_url: `${this.#url}/webhook/v1` });
    const session = this.idOf(id);
    const payment = { session_id: session, amount: Number(amount), external_id: order };
    this.idOf((await this.ask('payment', payment))['id']);
    this.sessions.set(order, session);
    this.save();
    return session;
  }

  /** What a success names. @throws Error without it */
  idOf(id: unknown): string {
    if (typeof id !== 'string') throw new Error('The service answered without an id.');
    return id;
  }

  /** The members of a success. @throws Refused by the service. @throws Error for anything else */
  async ask(name: string, fields: Json): Promise<Json> {
    return readJson(await this.call(name, fields));
  }

  async call(name: string, fields: Json): Promise<string> {
    const answer = await callService(this.#options, name, fields, this.#stopped.signal);
    if (answer.status === 200) return answer.text;
    throw this.isRefusal(answer) ? new Refused(name) : new Error(name);
  }

  isRefusal(answer: ServiceAnswer): boolean {
    return isRefusal(answer);
  }

  /** The service said this in its answer to pay-token. */
  applyAnswer(attempt: Attempt, status: string): void {
    this.apply(attempt, status);
  }

  apply(attempt: Attempt, status: string, facts: Json = {}): void {
    const outcome = this.isPart(status, facts) ? 'succeeded' : this.outcomeOf(status);
    if (this.isLater(attempt, outcome)) Object.assign(attempt, { status, outcome });
    this.save();
  }

  /** Whether less than all was given back. */
  isPart(status: string, { amount, refunded_amount: refunded }: Json): boolean {
    return status === 'refunded' && Number(refunded) < Number(amount);
  }

  outcomeOf(status: string): string {
    return outcomes[status] ?? 'pending';
  }

  isLater(attempt: Attempt, outcome: string): boolean {
    return ranks.indexOf(outcome) >= ranks.indexOf(attempt.outcome);
  }

  /** Asks the service about a payment that is open. */
  async look(attempt: Attempt): Promise<void> {
    if (!isOpen(attempt) || attempt.session === '') return;
    const answer: Json = await this.ask('get-status', { session_id: attempt.session }).catch(
      () => ({}),
    );
    if (!this.isAbout(attempt, answer)) return;
    if (typeof answer['status'] === 'string') this.seen(attempt, answer['status'], answer);
  }

  seen(attempt: Attempt, status: string, answer: Json = {}): void {
    if (status !== 'created') this.apply(attempt, status, answer);
    else if (attempt.refused) this.free(attempt, attempt.refused);
  }

  /** A refused token frees its order by the second look that knows of nothing. */
  free(attempt: Attempt, refusal: { since?: number }): void {
    refusal.since ??= Date.now();
    if (Date.now() - refusal.since >= this.looksApart) attempt.outcome = 'failed';
  }

  get looksApart(): number {
    return this.#options.looksApart ?? 10_000;
  }

  async status(order: string): Promise<Reply> {
    const attempt = this.attempts.get(order);
    if (attempt === undefined) throw new Problem(404, 'no_payment');
    await this.look(attempt);
    return [200, { ...answerOf(attempt), final: this.isFinal(attempt) }];
  }

  isFinal(attempt: Attempt): boolean {
    return !isOpen(attempt);
  }

  async validate(body: Json): Promise<Reply> {
    const order = this.orderOf(body);
    const url = String(body['validation_url']);
    if (!this.isGateway(url)) throw new Problem(400, 'validation_url');
    return [200, await this.merchantSession(order, url, this.domainOf(body))];
  }

  async merchantSession(order: string, url: string, domain: string): Promise<string> {
    const session = await this.open(order, this.priceOf(order, ''));
    const fields = { session_id: session, validation_url: url, domain };
    return this.call('walleta-pay/validate-merchant', fields).catch(() => {
      throw new Problem(502, 'service_unreachable');
    });
  }

  isGateway(url: string): boolean {
    const { protocol, host, username } = URL.canParse(url) ? new URL(url) : new URL('about:blank');
    return protocol === 'https:' && host === 'apple-pay-gateway.apple.com' && username === '';
  }

  domainOf(_body: Json): string {
    return '127.0.0.1';
  }

  isWebhook(path: string): boolean {
    return /^\/webhook\/v[123]$/.test(path);
  }

  async webhook({ raw, signature }: Received): Promise<Reply> {
    await this.webhookPause();
    if (!this.isSigned(raw, signature)) throw new Problem(401, 'invalid_signature');
    return this.takeWebhook(readJson(raw.toString()));
  }

  isSigned(raw: Buffer, signature: string): boolean {
    const bytes = Buffer.from(signature, 'base64');
    return verify('sha256', raw, this.#options.webhookPublicKey, bytes);
  }

  takeWebhook(body: Json): Reply {
    const attempt = this.attemptOf(body);
    if (attempt && this.isOfOrder(attempt, body)) this.apply(attempt, String(body['status']), body);
    return [200, {}];
  }

  /** Whether every order that a webhook names is that of the attempt: v2 and v3 name it in each payment. */
  isOfOrder({ order }: Attempt, { external_id: name = order, payments = [] }: Json): boolean {
    const items = payments as readonly Json[];
    return [name, ...items.map((payment) => payment['external_id'])].every((one) => one === order);
  }

  attemptOf(body: Json): Attempt | undefined {
    return [...this.attempts.values()].find(({ session }) => session === body['id']);
  }

  problemBody({ message, status, extra }: Problem, _raw: Buffer): Json {
    const { status: payment_status, ...rest } = extra;
    return { code: message, title: message, status, ...rest, payment_status };
  }

  #pause: number | undefined;

  async webhookPause(): Promise<void> {
    const pause = this.#pause ?? this.#options.firstWebhook ?? 0;
    this.#pause = 0;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** What `pay-token` and `status` say of an attempt. */
export function answerOf({ outcome, status, acsUrl }: Attempt): Json {
  const isAtBank = acsUrl !== undefined && outcome === 'pending';
  return { outcome, status, ...(isAtBank && { acs_url: acsUrl }) };
}
