import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookVersion } from '../index.ts';
import { post, type Answer } from './answer.ts';
import { createContext } from './check-context.ts';
import { expect, Finding } from './finding.ts';
import { type PayOptions, tokenFor, type TokenRequest } from './payer.ts';
import { holdsWithin } from './order-at-service.ts';
import { ScriptedService } from './scripted-service.ts';
import { defaultWaits, type Subject, type Waits } from './subject.ts';
import { shownBody } from './transcript.ts';

/** The connection stays open for the next request. */
const kept = { connection: 'keep-alive' };

/** The merchant's backend with one order in it, and the service behind it. */
export class Shop extends ScriptedService {
  readonly waits: Waits;
  readonly #spare: readonly string[];

  /**
   * @param orders references: the order of this shop, then those for `another`
   * @param context default: the check runs alone
   */
  constructor(
    subject: Subject,
    [order = '', ...spare]: readonly string[],
    context = createContext(),
  ) {
    super(subject, order, context);
    this.waits = subject.waits ?? defaultWaits;
    this.#spare = spare;
  }

  /** The same backend with the next order. */
  another(): Shop {
    if (this.#spare.length === 0) throw new TypeError('The check has no order left: see `orders`.');
    return new Shop(this.subject, this.#spare, this.context);
  }

  /** Sends JSON to an endpoint, as a page does or, to `/webhook`, the service; a text is sent unchanged. */
  async post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    method = 'POST',
  ): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const requestLine = `${method} ${path} ${shownBody(text)}`.trim();
    const ofPage = path.startsWith('/webhook') ? {} : this.subject.headers;
    return this.#send(requestLine, async () =>
      post(this.subject.backend + path, text, { ...ofPage, ...headers }, method),
    );
  }

  /** The same request from a browser that has no header of a payer. */
  async postAsStranger(path: string, body: unknown, key?: string): Promise<Answer> {
    const text = JSON.stringify(body);
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.#send(`POST ${path} ${shownBody(text)}, without the headers`, async () =>
      post(this.subject.backend + path, text, headers),
    );
  }

  async #send(requestLine: string, send: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await send();
      this.note(`${requestLine} → ${answer.seen}`);
      this.context.tokens.search(answer.all, `${requestLine} → ${answer.status}`);
      return answer;
    } catch (error) {
      this.note(`${requestLine} → no answer`);
      throw error;
    }
  }

  /**
   * A press: a new token under a new key, unless `options` name them. After a 202 the token may still be in a queue: the
   * service has answered it by the time this returns.
   */
  async pay(options: PayOptions = {}): Promise<Answer> {
    const answer = await this.#press(options, options.token ?? (await this.token(options)));
    const isAnswered = (): boolean =>
      this.ownCalls('payToken').some(({ answer: serviceAnswer }) => serviceAnswer !== null);
    // A queue that could open no session sends no token, and frees the order.
    const isOver = async (): Promise<boolean> =>
      isAnswered() || (await this.status()).body['code'] === 'no_payment';
    if (answer.status !== 202 || (await holdsWithin(1000, isAnswered))) return answer;
    await this.holds(isOver);
    return answer;
  }

  /** A press, and what comes of it: after a 202 `status` says the outcome, or the bank's address. */
  async payDecided(options: PayOptions = {}): Promise<Answer> {
    let answer = await this.pay(options);
    const isOpen = ({ body: { outcome, acs_url: url } }: Answer): boolean =>
      url === undefined && (outcome === 'pending' || outcome === 'unknown');
    if (answer.status !== 202 || !isOpen(answer)) return answer;
    const isDecided = async (): Promise<boolean> => {
      answer = await this.status();
      return !isOpen(answer);
    };
    await this.holds(isDecided);
    return answer;
  }

  /** Presses at the same moment: every token is there and every connection is open before the first leaves. */
  async pressTogether(presses: readonly PayOptions[]): Promise<readonly Answer[]> {
    const press = await this.preparePresses(presses);
    return press();
  }

  /** Makes tokens and opens connections for presses at the same moment. @returns what sends them */
  async preparePresses(presses: readonly PayOptions[]): Promise<() => Promise<readonly Answer[]>> {
    const tokens = await Promise.all(
      presses.map(async (press) => press.token ?? this.token(press)),
    );
    await Promise.all(presses.map(async () => this.post('/status', { order: this.order }, kept)));
    return async () =>
      Promise.all(
        presses.map(async (press, index) => this.#press(press, tokens[index] ?? '', kept)),
      );
  }

  /** A press whose request names the order in another way. */
  async payAs(order: string): Promise<Answer> {
    return this.#press({}, await this.token(), {}, order);
  }

  async #press(
    options: PayOptions,
    token: string,
    headers: Readonly<Record<string, string>> = {},
    order = this.order,
  ): Promise<Answer> {
    const { amount, currency } = this.subject;
    const wallet = options.wallet ?? 'wallet-b';
    const price = options.shown ?? { amount, currency };
    const body = { order, wallet, token, shown: price, ...options.extra };
    const key = { 'idempotency-key': options.key ?? randomUUID() };
    return this.post('/pay-token', body, { ...key, ...headers });
  }

  /** A token for the order's price. */
  async token(request: Partial<TokenRequest> = {}): Promise<string> {
    const defaults = { wallet: 'wallet-b', card: 'visa-approve' } as const;
    const token = await tokenFor({ ...defaults, ...this.subject, ...request });
    this.context.tokens.add(token);
    return token;
  }

  async status(): Promise<Answer> {
    return this.post('/status', { order: this.order });
  }

  /** Asks for the status until it is `outcome`. @throws Finding with the last answer */
  async until(outcome: string): Promise<Answer> {
    let answer = await this.status();
    const isThere = async (): Promise<boolean> => {
      if (answer.body['outcome'] === outcome) return true;
      answer = await this.status();
      return answer.body['outcome'] === outcome;
    };
    if (await this.holds(isThere)) return answer;
    const seconds = this.subject.timeout / 1000;
    throw new Finding(`status is ${answer.seen} after ${seconds} s, not ${outcome}`);
  }

  /** Waits until the order is charged, then until it is paid. @throws Finding if it was charged more than once */
  async paidOnce(): Promise<void> {
    await this.waitFor(() => this.charges() > 0, 'the order was never charged');
    await this.until('succeeded');
    this.expectCharges(1);
    this.expectTaken(this.subject.amount);
  }

  /** Waits until the backend asks about a payment that has ended, although no page does. @throws Finding if it does not */
  async expectAskedUnprompted(statusLag = 0): Promise<void> {
    const { asked } = this.waits;
    const startTime = Date.now() + statusLag;
    // An earlier question is answered with an old status: it is asked again.
    const isAsked = (): boolean =>
      this.ownCalls('getStatus').some(({ at }) => Date.parse(at) > startTime);
    await holdsWithin(statusLag + asked, isAsked, asked / 100);
    // What the backend asked has to be kept: this question of the page is answered by no other.
    this.play({ statusAnswer: 'cut' });
    // The page may have had its answer so late that an earlier question had the outcome.
    const isPaid = (await this.status()).body['outcome'] === 'succeeded';
    expect(isAsked() || isPaid, `the service was not asked for ${asked / 1000} s`);
    await this.paidOnce();
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
      const answer = await this.pay();
      if (isOver() || press === 5) return answer;
    }
  }

  /** Waits until something holds. @returns whether it did, in the time that the backend has */
  async holds(check: () => boolean | Promise<boolean>, pause = 150): Promise<boolean> {
    return holdsWithin(this.subject.timeout, check, pause);
  }

  /** Waits until something holds, for as long as the backend has. @throws Finding naming what did not come */
  async waitFor(holds: () => boolean | Promise<boolean>, description: string): Promise<void> {
    if (!(await this.holds(holds, 20))) throw new Finding(description);
  }

  /** Waits until the service was asked for the status once more. */
  async asked(): Promise<void> {
    const previousCount = this.ownCalls('getStatus').length;
    const isAsked = async (): Promise<boolean> => {
      await this.status();
      await sleep(100);
      return this.ownCalls('getStatus').length > previousCount;
    };
    await this.waitFor(isAsked, 'the service was never asked for the status');
  }

  /** Sends a webhook's text to `webhook/{version}`, with its signature, or with these headers in place of it. */
  async deliver(
    body: string,
    version: WebhookVersion = 'v1',
    type = 'application/json',
    signature = this.subject.service.signWebhook(body),
  ): Promise<Answer> {
    return this.post(`/webhook/${version}`, body, { ...signature, 'content-type': type });
  }

  /** Kills the backend, starts it again, and waits until it answers. */
  async restart(): Promise<void> {
    this.note('the backend is killed and started again');
    await this.subject.restart?.();
    const body = JSON.stringify({ order: this.order });
    const answers = async (): Promise<boolean> =>
      post(`${this.subject.backend}/status`, body, this.subject.headers).then(
        () => true,
        () => false,
      );
    await this.waitFor(answers, 'the backend does not answer once it was started again');
  }
}
