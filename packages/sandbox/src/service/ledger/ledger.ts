/**
 * What the service knows: sessions, their payments, every attempt to pay one, every webhook, payments
 * to recipients, exports, scenarios. With a file it survives a restart: each change is on disk, whole, before the
 * call that made it is answered.
 */
import type {
  Attempt,
  ExportRecord,
  LedgerSession,
  LedgerView,
  Operation,
  Payout,
  ScenarioFields,
  Session,
  SessionStatus,
} from '../control-api.ts';
import { textFromMinor } from '../../money.ts';
import { Balance, type Opening } from './balance.ts';
import { hasText } from './has-text.ts';
import { type LedgerEntry, LedgerFile } from './ledger-file.ts';
import { amountOf, externalIdOf } from './session-amounts.ts';
import { SessionIndex } from './session-index.ts';
import { StatusHistory } from './status-history.ts';

/** What a view is limited to. */
export interface ViewLimits {
  /** The sessions of this order. */
  readonly order?: string;
  /** What has changed since this version. */
  readonly after?: number;
  /** The sessions that have this text in an id, a status or an amount. */
  readonly find?: string;
  /** At most so many sessions: the newest. */
  readonly last?: number;
}

/** Everything, in the order of its creation. */
export class Ledger {
  /** By order; `''` is every payment. */
  readonly scenarios = new Map<string, ScenarioFields>();
  readonly #sessions = new Map<string, Session>();
  readonly #index = new SessionIndex();
  readonly #payouts = new Map<string, Payout>();
  readonly #exports: ExportRecord[] = [];
  readonly #balance: Balance;
  readonly #file: LedgerFile | undefined;
  readonly #history: StatusHistory;
  /** Each change since the start. */
  readonly #changes: LedgerEntry[] = [];
  #operations = 0;

  /**
   * @param opening the merchant's balance before any payment
   * @param now the time in milliseconds since the epoch
   * @throws Error if another sandbox has the file, or it is there and is not a ledger
   */
  constructor(opening: Opening, now: () => number, file?: string) {
    this.#balance = new Balance(opening);
    this.#history = new StatusHistory(now);
    this.#file = file === undefined ? undefined : new LedgerFile(file);
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

  /** The order's sessions, oldest first. */
  sessionsOf(order: string): readonly Session[] {
    return this.#index.by('order', order);
  }

  /** The session with this payment. */
  findByPayment(paymentId: string): Session | undefined {
    return this.#index.by('payment', paymentId)[0];
  }

  findByAttempt(attemptId: string): { session: Session; attempt: Attempt } | undefined {
    const [session] = this.#index.by('attempt', attemptId);
    const attempt = session?.attempts.find((candidate) => candidate.id === attemptId);
    return session && attempt ? { session, attempt } : undefined;
  }

  findPayout(guid: string): Payout | undefined {
    return this.#payouts.get(guid);
  }

  /** Whether an attempt was made with this token before. */
  hasToken(id: string): boolean {
    return this.#index.by('token', id).length > 0;
  }

  addSession(session: Session): void {
    this.#saveState(session);
  }

  addOperation(session: Session, operation: Omit<Operation, 'id'>): Operation {
    this.#operations += 1;
    const newOperation = { id: String(120_000_000_000 + this.#operations), ...operation };
    session.operations.push(newOperation);
    this.#saveState(session);
    return newOperation;
  }

  addAttempt(session: Session, attempt: Attempt): void {
    session.attempts.push(attempt);
    this.#saveState(session);
  }

  addExport(record: ExportRecord): void {
    this.#exports.push(record);
    this.#write([{ export: record }]);
  }

  /** Sets the status of the session and of all its payments, except those that were voided separately. */
  setStatus(session: Session, status: SessionStatus): void {
    session.status = status;
    for (const operation of session.operations) {
      if (operation.status !== 'voided' || status === 'refunded') operation.status = status;
    }
    this.#saveState(session);
  }

  /** The session as it was this many milliseconds ago. */
  asOf(session: Session, lag: number): Session {
    return lag === 0 ? session : this.#history.asOf(session, lag);
  }

  /** Writes down what has changed in a session. */
  saveSession(session: Session): void {
    this.#keepSession(session);
    this.#write([{ session }]);
  }

  /** Writes down these payouts, new or changed: all of it, or nothing. */
  savePayouts(payouts: readonly Payout[]): void {
    for (const payout of payouts) this.#keepPayout(payout);
    this.#write(payouts.map((payout) => ({ payout })));
  }

  /** Another sandbox may have the file now. */
  close(): void {
    this.#file?.close();
  }

  saveScenarios(): void {
    this.#write([{ scenarios: Object.fromEntries(this.scenarios) }]);
  }

  /** What the merchant has at the service, in minor units of the account’s currency: payments in others do not count. */
  get balance(): number {
    return this.#balance.minor;
  }

  /** Rises with each change. */
  get version(): number {
    return this.#changes.length;
  }

  /** How many sessions there are. */
  get total(): number {
    return this.#sessions.size;
  }

  /** A copy for tests and the control API. Unlimited, it costs as much as the ledger is long. */
  view({ order, after, find = '', last = Infinity }: ViewLimits = {}): LedgerView {
    const changes = after === undefined ? undefined : this.#changedSince(after);
    const { sessions, payouts, exports } = changes ?? {
      sessions: [...this.#sessions.values()],
      payouts: [...this.#payouts.values()],
      exports: this.#exports,
    };
    const ofOrder =
      order === undefined
        ? sessions
        : this.sessionsOf(order).filter((session) => !changes || sessions.includes(session));
    const matching = find === '' ? ofOrder : ofOrder.filter((session) => hasText(session, find));
    return structuredClone({
      sessions: matching.slice(-last).map(viewOf),
      payouts,
      exports,
      scenarios: Object.fromEntries(this.scenarios),
      balance: textFromMinor(this.#balance.minor, this.#balance.currency),
    });
  }

  #changedSince(version: number): {
    readonly sessions: Session[];
    readonly payouts: Payout[];
    readonly exports: ExportRecord[];
  } {
    const changes = this.#changes.slice(version);
    return {
      sessions: unique(changes.flatMap((entry) => ('session' in entry ? entry.session : []))),
      payouts: unique(changes.flatMap((entry) => ('payout' in entry ? entry.payout : []))),
      exports: changes.flatMap((entry) => ('export' in entry ? entry.export : [])),
    };
  }

  #saveState(session: Session): void {
    this.#history.remember(session);
    this.saveSession(session);
  }

  #write(entries: readonly LedgerEntry[]): void {
    this.#changes.push(...entries);
    this.#file?.append(entries);
  }

  #restore(entry: LedgerEntry): void {
    if ('session' in entry) {
      this.#operations += entry.session.operations.length;
      this.#keepSession(entry.session);
    } else if ('payout' in entry) this.#keepPayout(entry.payout);
    else if ('export' in entry) this.#exports.push(entry.export);
    else {
      for (const [order, fields] of Object.entries(entry.scenarios)) {
        this.scenarios.set(order, fields);
      }
    }
  }

  #keepSession(session: Session): void {
    this.#sessions.set(session.id, session);
    this.#index.add(session);
    this.#balance.countSession(session);
  }

  #keepPayout(payout: Payout): void {
    this.#payouts.set(payout.guid, payout);
    this.#balance.countPayout(payout);
  }
}

function viewOf(session: Session): LedgerSession {
  return {
    ...session,
    external_id: externalIdOf(session),
    amount: amountOf(session, ({ amount }) => amount),
    charged: amountOf(session, ({ charged }) => charged),
    refunded: amountOf(session, ({ refunded }) => refunded),
    charges: session.attempts.filter((attempt) => attempt.charged).length,
  };
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
