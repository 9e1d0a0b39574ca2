import { expect, type APIRequestContext } from '@playwright/test';
import type { LedgerSession, RecordedCall } from '@wallet-buttons/sandbox';
import type { Ledger } from '../ledger.ts';
import { Store } from '../store.ts';
import type { Shop } from './shop.ts';
import type { Walk } from './walk.ts';

/** A payment in the shop's back office. */
export interface Payment {
  readonly order: string;
  readonly sessionId: string;
  readonly state: string;
  readonly outcome: string;
  readonly amounts: Readonly<Record<'charged' | 'refunded', string>>;
}

/** `soon`: within a minute. `in the end`: once the grace period is over for everything. */
export type When = 'soon' | 'in the end';

const outcomes: Readonly<Record<string, string>> = {
  paid: 'succeeded',
  paid_off: 'succeeded',
  holded: 'authorized',
  hold_confirmed: 'authorized',
  voided: 'cancelled',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
};
/** The outcomes after which no other payment of the order can begin. */
const takesOrder = /^(succeeded|authorized|pending|unknown)$/;
const returned = /^(cancelled|refunded)$/;

/** The ledger of the service, the shop's book of payments, and its table of orders. */
export class Books {
  readonly store: Store;
  readonly log: string;
  readonly #walk: Walk;
  readonly #ledger: Ledger;
  readonly #request: APIRequestContext;
  readonly #shop: Shop;

  constructor(walk: Walk, ledger: Ledger, request: APIRequestContext, shop: Shop) {
    this.#walk = walk;
    this.#ledger = ledger;
    this.#request = request;
    this.#shop = shop;
    this.store = new Store(shop.data);
    this.log = shop.log;
  }

  /** An order is taken once. Returns whether it is taken now. */
  async checkTaken(order: string): Promise<boolean> {
    const taken = (await this.#ledger.sessions(order)).filter(isTaken);
    for (const { charges } of taken) expect(charges, order).toBeLessThanOrEqual(1);
    const isBack = await this.#cameBack(order);
    const known = taken.filter(({ id }) => !isBack(id));
    const returns = this.#walk.mayDrop(order) ? await this.#ledger.calls(order, 'void') : [];
    // A payment that was given back, and is charged again, may be beside the one that came after it.
    expect(known.length, `${order} is taken once`).toBeLessThanOrEqual(1 + returns.length);
    return known.length > 0;
  }

  /** Each session of the ledger is in the shop's book as it is, and so is the order in the shop's table. */
  async expectAgreement(order: string, when: When): Promise<void> {
    const sessions = await this.#ledger.sessions(order);
    const payments = (await this.payments(order)).filter(({ state }) => state !== 'created');
    const calls = await this.#ledger.allCalls(order);
    const isSoon = when === 'soon';
    for (const payment of payments) {
      const session = sessions.find(({ id }) => id === payment.sessionId);
      const own = calls.filter(({ body }) => body.includes(payment.sessionId));
      if (!session || !isTried(session)) expectUnpaid(payment, own, when);
      else if (!isSoon || !this.#isAwaited(order, own)) {
        expectSame(payment, session, when, this.#walk.mayDrop(order));
      }
    }
    for (const { id } of sessions.filter(isTried)) {
      expect(payments.map(({ sessionId }) => sessionId)).toContain(id);
    }
    const taking = payments.filter(({ outcome }) => takesOrder.test(outcome));
    const known = (taking.length > 0 ? taking : payments).map(({ outcome }) => outcome);
    // A token that is on its way is no change of the order yet.
    if (known.every((outcome) => outcome === 'unknown')) return;
    expect(known, 'onStatusChange has reported it').toContain(this.store.order(order));
  }

  /** Each operation is sent once, and the same one again only after the one before was refused. */
  async expectNothingTwice(order: string): Promise<void> {
    const operations = this.store.operations(order);
    for (const session of new Set(operations.map((each) => each.session))) {
      const own = operations.filter((each) => each.session === session);
      const calls = [
        ...(await this.#ledger.calls(order, 'void')),
        ...(await this.#ledger.calls(order, 'complete-hold')),
      ].filter(({ body }) => body.includes(session));
      expect(calls.length, 'each operation is sent once').toBeLessThanOrEqual(own.length);
      for (const key of new Set(own.map((each) => each.key))) {
        const open = own.filter((each) => each.key === key && each.state !== 'refused');
        expect(open.length, `${key} is done once`).toBeLessThanOrEqual(1);
      }
    }
  }

  /** Money first, then the newest payment that a token was sent for. */
  async counting(order: string): Promise<Payment | undefined> {
    const own = (await this.payments(order)).filter(({ state }) => state !== 'created');
    return own.find(({ outcome }) => takesOrder.test(outcome)) ?? own[0];
  }

  /** After a press that sent no token, the server tells nothing of the payment that failed before it. */
  async shown(order: string): Promise<string> {
    const book = await this.counting(order);
    const isOpen = (await this.payments(order)).some(({ state }) => state === 'created');
    return !book || (isOpen && !takesOrder.test(book.outcome)) ? 'none' : book.outcome;
  }

  async payments(order: string): Promise<readonly Payment[]> {
    const answer = await this.#request.get(`${this.#shop.urls[0] ?? ''}/shop/payments`);
    const { payments } = (await answer.json()) as { readonly payments: readonly Payment[] };
    return payments.filter((each) => each.order === order);
  }

  /** Whether the shop does not know yet that the service has dropped the return of a payment. */
  async #cameBack(order: string): Promise<(session: string) => boolean> {
    if (!this.#walk.mayDrop(order)) return () => false;
    const payments = await this.payments(order).catch(() => []);
    const back = payments.filter(({ outcome }) => returned.test(outcome));
    return (session) => back.some(({ sessionId }) => sessionId === session);
  }

  /** Whether only the grace period, or a question an hour later, shows what became of the money. */
  #isAwaited(order: string, calls: readonly RecordedCall[]): boolean {
    if (this.#walk.isInCabinet(order)) return true;
    const operations = calls.filter(({ path }) => /\/(void|complete-hold)$/.test(path));
    const isUnclear = operations.some(({ answerBody }) => answerBody !== 'null');
    return isUnclear || (operations.length > 0 && this.#walk.mayDrop(order));
  }
}

/** No charge of this session can be. */
function expectUnpaid(payment: Payment, calls: readonly RecordedCall[], when: When): void {
  const { outcome } = payment;
  // The service said of a token that it never processed that it was at work: a review has to end that.
  const isSaid = calls.some(({ answerBody }) =>
    /"status":"(processing|under_review)"/.test(answerBody ?? ''),
  );
  const isRefused = calls.some(isTokenRefusal);
  const unpaid = ['failed', 'expired', ...(isSaid ? ['pending'] : [])];
  // Only the grace period ends a token without an answer.
  if (when === 'soon' && !isRefused) unpaid.push('unknown');
  expect(unpaid, JSON.stringify(payment)).toContain(outcome);
}

/** Refused in the service's own words: the order is free within half a minute. */
function isTokenRefusal({ path, answer, answerBody }: RecordedCall): boolean {
  const isRefusal = typeof answer === 'number' && [400, 401, 403, 404].includes(answer);
  return path.endsWith('/pay-token') && isRefusal && (answerBody ?? '').includes('RefusedError');
}

function expectSame(payment: Payment, session: LedgerSession, when: When, mayDrop: boolean): void {
  const { status, attempts, charged, refunded } = session;
  const isSettled = attempts.some(({ bank }) => bank === 'waiting') || status in outcomes;
  expect(isSettled, `${session.id} is settled: ${status}`).toBe(true);
  if (mayDrop && status === 'voided' && Number(charged) === 0) {
    // The refund of a dropped capture has released the hold: the shop knows that all of the capture is back.
    expect(payment.amounts.charged, session.id).toBe(payment.amounts.refunded);
  } else {
    expect(payment.amounts, session.id).toMatchObject({ charged, refunded });
  }
  const possible = [outcomes[status] ?? 'pending'];
  // The session of a payment that failed expires, too: the shop has the one or the other.
  if (status === 'expired' && attempts.at(-1)?.status === 'failed') possible.push('failed');
  // The shop has the amounts of an accepted operation, and without a webhook its status an hour later.
  if (when === 'soon' && isUnreported(session)) possible.push('succeeded', 'authorized');
  expect(possible, session.id).toContain(payment.outcome);
}

/** Money was captured, released or given back, and no webhook that the shop can read has said so. */
function isUnreported({ status, attempts, webhooks }: LedgerSession): boolean {
  const isChanged = attempts.some(({ charged, status: paid }) => charged && paid !== status);
  return (
    isChanged &&
    !webhooks.some((one) => one.status === status && one.delivered && one.form === 'json')
  );
}

function isTried({ attempts }: LedgerSession): boolean {
  return attempts.length > 0;
}

/** A token of this session took money, or may still take it. */
function isTaken({ attempts, status }: LedgerSession): boolean {
  const isOver = ['failed', 'expired', 'voided', 'refunded'].includes(status);
  return !isOver && attempts.some((attempt) => attempt.status !== 'failed');
}
