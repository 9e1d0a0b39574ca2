import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerSession, OperationName, RecordedCall, Sandbox } from '../index.ts';
import { hasValue } from '../service/wire/call-log.ts';
import { expect, Finding } from './finding.ts';

/** Looks until something holds. @returns whether it did within so many milliseconds */
export async function holdsWithin(
  milliseconds: number,
  holds: () => boolean | Promise<boolean>,
  pause = 20,
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await sleep(pause);
  }
  return true;
}

/** One order as the payment service sees it since a check began. */
export class OrderAtService {
  readonly #service: Sandbox;
  readonly #order: string;
  readonly #isOneOfMany: boolean;
  readonly #before: ReadonlySet<string>;
  readonly #lastCall: number;

  /** @param isOneOfMany whether other orders are paid at the same time */
  constructor(service: Sandbox, order: string, isOneOfMany: boolean) {
    this.#service = service;
    this.#order = order;
    this.#isOneOfMany = isOneOfMany;
    this.#before = new Set(this.#named().map(({ id }) => id));
    this.#lastCall = service.calls().at(-1)?.id ?? 0;
  }

  /** The sessions that the backend opened for this order. */
  sessions(): readonly LedgerSession[] {
    return this.#named().filter(({ id }) => !this.#before.has(id));
  }

  /** Without a name a session may be of any order that is paid at the time. */
  #named(): readonly LedgerSession[] {
    if (this.#isOneOfMany) return this.#service.ledger({ order: this.#order }).sessions;
    return this.#service
      .ledger()
      .sessions.filter(({ external_id: name }) => name === null || name === this.#order);
  }

  /** The last session in which a token arrived. */
  session(): LedgerSession {
    const session = this.sessions().findLast(({ attempts }) => attempts.length > 0);
    if (session === undefined) throw new Finding('no pay-token call reached the payment service');
    return session;
  }

  /** The number of charges and holds. */
  charges(): number {
    return this.sessions().reduce((sum, session) => sum + session.charges, 0);
  }

  /** @throws Finding unless the number of charges is exactly this */
  expectCharges(count: number): void {
    const charges = this.charges();
    expect(charges === count, `${charges} charges, not ${count}`);
  }

  /** @throws Finding if more than one token, or none, was sent for this order */
  expectOneToken(): void {
    const tokens = this.ownCalls('payToken').length;
    expect(tokens === 1, `${tokens} tokens were sent`);
  }

  /** @throws Finding unless exactly this was taken, in major units */
  expectTaken(amount: string): void {
    const takenAmount = this.sessions().reduce((sum, { charged }) => sum + Number(charged), 0);
    expect(takenAmount === Number(amount), `${takenAmount} was charged, not ${amount}`);
  }

  /** The calls of one operation since the check began, of every order. */
  calls(name: OperationName): readonly Readonly<RecordedCall>[] {
    return this.#service.calls(this.#lastCall).filter(({ operation }) => operation === name);
  }

  /** The calls of one operation about this order. */
  ownCalls(name: OperationName): readonly Readonly<RecordedCall>[] {
    if (this.#isOneOfMany) {
      const calls = this.#service.calls(this.#lastCall, this.#order);
      return calls.filter(({ operation }) => operation === name);
    }
    const ids = this.sessions().flatMap(({ id, operations }) => [
      id,
      ...operations.map((payment) => payment.id),
    ]);
    const names = [this.#order, ...ids];
    return this.calls(name).filter(({ body }) => names.some((one) => hasValue(body, one)));
  }
}
