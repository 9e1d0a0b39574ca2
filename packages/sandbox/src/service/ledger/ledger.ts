/**
 * What the service knows: sessions, their payments, every attempt to pay one, every webhook, payments
 * to recipients, exports, scenarios. With a file it survives a restart: each change is on disk, whole, before the
 * call that made it is answered.
 */
import type {
  Attempt,
  ExportRecord,
  LedgerView,
  Operation,
  Payout,
  ScenarioFields,
  Session,
  SessionStatus,
} from '../control-api.ts';
import { minorFromText, sumOf, textFromMinor } from '../../money.ts';
import { type LedgerEntry, LedgerFile } from './ledger-file.ts';
import { StatusHistory } from './status-history.ts';

/** What the merchant has at the service before any payment. */
interface Opening {
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units. */
  readonly minor: number;
}

/** Everything, in the order of its creation. */
export class Ledger {
  /** By order; `''` is every payment. */
  readonly scenarios: Map<string, ScenarioFields>;
  readonly #sessions = new Map<string, Session>();
  readonly #byAttempt = new Map<string, Session>();
  readonly #tokens = new Set<string>();
  readonly #payouts = new Map<string, Payout>();
  readonly #exports: ExportRecord[] = [];
  readonly #opening: Opening;
  readonly #file: LedgerFile | undefined;
  readonly #history: StatusHistory;
  #operations = 0;
  #version = 0;
  /** The version in which each session changed last; none since the start if it has not. */
  readonly #versions = new Map<string, number>();

  /**
   * @param opening the merchant's balance before any payment
   * @param now the time in milliseconds since the epoch
   * @throws Error if the file is there and is not a ledger
   */
  constructor(opening: Opening, now: () => number, file?: string) {
    this.#opening = opening;
    this.#history = new StatusHistory(now);
    this.#file = file === undefined ? undefined : new LedgerFile(file);
    this.scenarios = new Map();
    for (const entry of this.#file?.read() ?? []) this.#restore(entry);
  }

  /** The live records. */
  get sessions(): Iterable<Session> {
    return this.#sessions.values();
  }

  get payouts(): Iterable<Payout> {
    return this.#payouts.values();
  }

  find(sessionId: string): Session | undefined {
    return this.#sessions.get(sessionId);
  }

  findByAttempt(attemptId: string): { session: Session; attempt: Attempt } | undefined {
    const session = this.#byAttempt.get(attemptId);
    const attempt = session?.attempts.find((candidate) => candidate.id === attemptId);
    return session && attempt ? { session, attempt } : undefined;
  }

  findPayout(guid: string): Payout | undefined {
    return this.#payouts.get(guid);
  }

  /** Whether an attempt was made with this token before. */
  hasToken(id: string): boolean {
    return this.#tokens.has(id);
  }

  addSession(session: Session): void {
    this.#index(session);
    this.#history.remember(session);
    this.saveSession(session);
  }

  addOperation(session: Session, operation: Omit<Operation, 'id'>): Operation {
    this.#operations += 1;
    const added = { id: String(120_000_000_000 + this.#operations), ...operation };
    session.operations.push(added);
    this.#history.remember(session);
    this.saveSession(session);
    return added;
  }

  addAttempt(session: Session, attempt: Attempt): void {
    session.attempts.push(attempt);
    this.#byAttempt.set(attempt.id, session);
    this.#tokens.add(attempt.token_id);
    this.#history.remember(session);
    this.saveSession(session);
  }

  addPayouts(payouts: readonly Payout[]): void {
    for (const payout of payouts) this.#payouts.set(payout.guid, payout);
    this.savePayouts(payouts);
  }

  addExport(record: ExportRecord): void {
    this.#exports.push(record);
    this.#file?.append([{ export: record }]);
  }

  /** Sets the status of the session and of all its payments, except those that were voided separately. */
  setStatus(session: Session, status: SessionStatus): void {
    session.status = status;
    for (const operation of session.operations) {
      if (operation.status !== 'voided' || status === 'refunded') operation.status = status;
    }
    this.#history.remember(session);
    this.saveSession(session);
  }

  /** The session as it was this many milliseconds ago. */
  asOf(session: Session, lag: number): Session {
    return lag === 0 ? session : this.#history.asOf(session, lag);
  }

  /** Writes down what has changed in a session. */
  saveSession(session: Session): void {
    this.#version += 1;
    this.#versions.set(session.id, this.#version);
    this.#file?.append([{ session }]);
  }

  /** Writes down what has changed in these payouts: all of it, or nothing. */
  savePayouts(payouts: readonly Payout[]): void {
    this.#file?.append(payouts.map((payout) => ({ payout })));
  }

  saveScenarios(): void {
    this.#file?.append([{ scenarios: Object.fromEntries(this.scenarios) }]);
  }

  /** What the merchant has at the service, in minor units of the account’s currency: payments in others do not count. */
  get balance(): number {
    const { minor, currency } = this.#opening;
    const sessions = [...this.#sessions.values()].filter(
      (session) => session.currency === currency,
    );
    const operations = sessions.flatMap((session) => session.operations);
    const payouts = [...this.#payouts.values()].filter(({ status }) => status !== 'refunded');
    return (
      minor +
      sumOf(operations, currency, ({ charged }) => charged) -
      sumOf(operations, currency, ({ refunded }) => refunded) -
      sumOf(payouts, currency, ({ amount }) => amount)
    );
  }

  /** The order's sessions, oldest first. */
  sessionsOf(order: string): readonly Session[] {
    return [...this.#sessions.values()].filter((session) => externalIdOf(session) === order);
  }

  /** Rises with each change of a session. */
  get version(): number {
    return this.#version;
  }

  /**
   * A copy for tests and the control API.
   *
   * @param order limits it to the sessions of this order
   * @param after limits it to the sessions that have changed since that version
   */
  view(order?: string, after?: number): LedgerView {
    const asked = order === undefined ? [...this.#sessions.values()] : this.sessionsOf(order);
    const isAsked = ({ id }: Session): boolean =>
      after === undefined || (this.#versions.get(id) ?? 0) > after;
    const sessions = asked.filter(isAsked).map((session) => ({
      ...session,
      external_id: externalIdOf(session),
      amount: amountOf(session, ({ amount }) => amount),
      charged: amountOf(session, ({ charged }) => charged),
      refunded: amountOf(session, ({ refunded }) => refunded),
      charges: session.attempts.filter((attempt) => attempt.charged).length,
    }));
    const payouts = [...this.#payouts.values()];
    const balance = textFromMinor(this.balance, this.#opening.currency);
    const scenarios = Object.fromEntries(this.scenarios);
    return structuredClone({ sessions, payouts, exports: this.#exports, scenarios, balance });
  }

  #restore(entry: LedgerEntry): void {
    if ('session' in entry) this.#index(entry.session);
    else if ('payout' in entry) this.#payouts.set(entry.payout.guid, entry.payout);
    else if ('export' in entry) this.#exports.push(entry.export);
    else {
      for (const [order, fields] of Object.entries(entry.scenarios)) {
        this.scenarios.set(order, fields);
      }
    }
  }

  #index(session: Session): void {
    this.#sessions.set(session.id, session);
    this.#operations += session.operations.length;
    for (const attempt of session.attempts) {
      this.#byAttempt.set(attempt.id, session);
      this.#tokens.add(attempt.token_id);
    }
  }
}

/** The merchant's order of a session. */
export function externalIdOf(session: Session): string | null {
  return session.operations.find((operation) => operation.external_id)?.external_id ?? null;
}

/** What a session costs in all, in minor units. */
export function minorOf({ operations, currency }: Session): number {
  return sumOf(operations, currency, ({ amount }) => amount);
}

/** The sum over the payments of a session, as a decimal string. @param part of each payment, such as the charge */
export function amountOf(
  { operations, currency }: Session,
  part: (operation: Operation) => string,
): string {
  return textFromMinor(sumOf(operations, currency, part), currency);
}

/** What can still be given back of a payment, in minor units. */
export function leftOf({ charged, refunded }: Operation, currency: string): number {
  return (minorFromText(charged, currency) ?? 0) - (minorFromText(refunded, currency) ?? 0);
}
