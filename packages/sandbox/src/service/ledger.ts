/**
 * What the service knows: sessions, their payments, every attempt to pay one, every webhook. With a
 * file it survives a restart: each change is on disk, whole, before the call that made it is answered.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { CardAuth, CardNetwork } from '../cards.ts';
import { minorFromText, textFromMinor } from './money.ts';
import type { Scenario, ScenarioFields } from './scenario.ts';

/** The session's own words, as far as the stand-in gets there by itself. */
export type SessionStatus =
  'created' | 'processing' | 'holded' | 'paid' | 'failed' | 'expired' | 'voided' | 'refunded';

/** A payment added to a session by /v1/payment. */
export interface Operation {
  /** Digits. */
  readonly id: string;
  readonly external_id: string | null;
  /** Decimal string, major units. */
  readonly amount: string;
  readonly use_hold: boolean;
  readonly products: unknown;
  /** Mirrors the session's. */
  status: string;
}

/** One accepted call of /v1/pay-token. */
export interface Attempt {
  /** UUID; names the bank's page. */
  readonly id: string;
  readonly created_at: string;
  readonly paytype: 'apple_pay' | 'google_pay';
  readonly card: {
    readonly id: string;
    readonly network: CardNetwork;
    readonly last4: string;
    readonly auth: CardAuth;
  };
  readonly amount: string;
  readonly currency: string;
  /** The token is never kept; this tells whether one came twice. */
  readonly token_sha256: string;
  readonly redirect_url: string | null;
  /** Scenario fields that came with the call itself. */
  readonly header: ScenarioFields;
  bank: 'none' | 'waiting' | 'approved' | 'declined';
  status: 'processing' | 'paid' | 'holded' | 'failed';
  /** Money was taken or held. */
  charged: boolean;
  /** Milliseconds since the epoch at which a delayed result arrives. */
  due_at: number | null;
}

/** One webhook with everything that became of it. */
export interface WebhookRecord {
  readonly id: string;
  readonly version: Scenario['webhookVersion'];
  /** The session status that it reports. */
  readonly status: string;
  readonly url: string;
  /** The exact text that is signed and posted. */
  readonly body: string;
  /** Tries so far. */
  attempts: number;
  /** Answered with 2xx. */
  delivered: boolean;
  /** Last HTTP status, or the network error's code. */
  last_answer: number | string | null;
}

/** A session with all that belongs to it. */
export interface Session {
  readonly id: string;
  readonly merchant_id: string;
  readonly created_at: string;
  readonly callback_url: string | null;
  readonly success_url: string | null;
  readonly fail_url: string | null;
  readonly client: {
    readonly phone: string | null;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly patronymic: string | null;
    readonly email: string | null;
  };
  readonly metadata: unknown;
  status: SessionStatus;
  readonly operations: Operation[];
  readonly attempts: Attempt[];
  readonly webhooks: WebhookRecord[];
}

/** A session as `GET /control/ledger` shows it. */
export interface LedgerSession extends Readonly<Omit<Session, 'operations' | 'attempts'>> {
  /** Of the first payment that has one. */
  readonly external_id: string | null;
  /** Sum of the payments, decimal string. */
  readonly amount: string;
  readonly operations: readonly Readonly<Operation>[];
  readonly attempts: readonly Readonly<Attempt>[];
  /** How many attempts took or held money: more than one is a double charge. */
  readonly charges: number;
}

/** All sessions, in the order of their creation. */
export class Ledger {
  readonly #sessions = new Map<string, Session>();
  readonly #byAttempt = new Map<string, Session>();
  readonly #tokens = new Set<string>();
  readonly #file: string | undefined;
  #operations = 0;

  /** @throws Error if the file is there and is no ledger */
  constructor(file?: string) {
    this.#file = file;
    for (const session of file === undefined ? [] : readSessions(file)) this.#index(session);
  }

  /** The live records. */
  get sessions(): Iterable<Session> {
    return this.#sessions.values();
  }

  find(sessionId: string): Session | undefined {
    return this.#sessions.get(sessionId);
  }

  findByAttempt(attemptId: string): { session: Session; attempt: Attempt } | undefined {
    const session = this.#byAttempt.get(attemptId);
    const attempt = session?.attempts.find((candidate) => candidate.id === attemptId);
    return session && attempt ? { session, attempt } : undefined;
  }

  /** Whether an attempt was made with this token before. */
  hasToken(sha256: string): boolean {
    return this.#tokens.has(sha256);
  }

  addSession(session: Session): void {
    this.#index(session);
    this.save();
  }

  addOperation(session: Session, operation: Omit<Operation, 'id'>): Operation {
    this.#operations += 1;
    const added = { id: String(120_000_000_000 + this.#operations), ...operation };
    session.operations.push(added);
    this.save();
    return added;
  }

  addAttempt(session: Session, attempt: Attempt): void {
    session.attempts.push(attempt);
    this.#byAttempt.set(attempt.id, session);
    this.#tokens.add(attempt.token_sha256);
    this.save();
  }

  /** Sets the session's word and with it that of all its payments. */
  setStatus(session: Session, status: SessionStatus): void {
    session.status = status;
    for (const operation of session.operations) operation.status = status;
    this.save();
  }

  /** Writes the file, if there is one: first beside it, then in its place, so that it is never half. */
  save(): void {
    if (this.#file === undefined) return;
    const beside = `${this.#file}.new`;
    writeFileSync(beside, JSON.stringify({ sessions: [...this.#sessions.values()] }, null, 1), {
      flush: true,
    });
    renameSync(beside, this.#file);
  }

  /** A copy for tests and the control API. */
  view(): readonly LedgerSession[] {
    return structuredClone([...this.#sessions.values()]).map((session) => ({
      ...session,
      external_id: externalIdOf(session),
      amount: textFromMinor(minorOf(session)),
      charges: session.attempts.filter((attempt) => attempt.charged).length,
    }));
  }

  #index(session: Session): void {
    this.#sessions.set(session.id, session);
    this.#operations += session.operations.length;
    for (const attempt of session.attempts) {
      this.#byAttempt.set(attempt.id, session);
      this.#tokens.add(attempt.token_sha256);
    }
  }
}

/** The merchant's order of a session. */
export function externalIdOf(session: Session): string | null {
  return session.operations.find((operation) => operation.external_id)?.external_id ?? null;
}

/** What a session costs in all, in minor units. */
export function minorOf(session: Session): number {
  return session.operations.reduce(
    (sum, operation) => sum + (minorFromText(operation.amount) ?? 0),
    0,
  );
}

function readSessions(file: string): readonly Session[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const stored: unknown = JSON.parse(text);
  if (typeof stored === 'object' && stored !== null && 'sessions' in stored) {
    // The file is written by `save` alone.
    if (Array.isArray(stored.sessions)) return stored.sessions as Session[];
  }
  throw new Error(`${file} is no ledger of the sandbox; delete it or name another dataFile`);
}
