import type {
  LedgerChanges,
  LedgerSession,
  RecordedCall,
  ScenarioFields,
  SessionStatus,
  Setup,
  WebhookVersion,
} from '../service/control-api.ts';

/** Everything that the page shows. */
export interface Snapshot {
  readonly setup: Setup;
  readonly ledger: LedgerChanges;
  readonly calls: readonly RecordedCall[];
}

interface Calls {
  readonly calls: readonly RecordedCall[];
}

/** How many calls the page shows at most. */
const mostCalls = 200;
/** How many sessions it keeps. */
const mostSessions = 10_000;

/**
 * Reads setup, ledger and calls: at first the newest of them, later only what has changed since `lastSnapshot`, unless
 * the sandbox was started anew.
 *
 * @param newest how many sessions are read at first
 */
export async function readSnapshot(newest: number, lastSnapshot?: Snapshot): Promise<Snapshot> {
  const setup = await get<Setup>('setup');
  const snapshot = lastSnapshot?.setup.startedAt === setup.startedAt ? lastSnapshot : undefined;
  const open = snapshot?.calls.find(({ answer }) => answer === null);
  const lastKnown = open === undefined ? (snapshot?.calls.at(-1)?.id ?? 0) : open.id - 1;
  const [ledger, { calls }] = await Promise.all([
    get<LedgerChanges>('ledger', snapshot ? { after: snapshot.ledger.version } : { last: newest }),
    get<Calls>('calls', { after: lastKnown, last: mostCalls }),
  ]);
  if (snapshot === undefined) return { setup, ledger, calls };
  const { sessions, payouts, exports } = snapshot.ledger;
  return {
    setup,
    ledger: {
      ...ledger,
      sessions: merge(sessions, ledger.sessions).slice(-mostSessions),
      payouts: merge(payouts, ledger.payouts, ({ guid }) => guid),
      exports: [...exports, ...ledger.exports],
    },
    calls: merge(snapshot.calls, calls).slice(-mostCalls),
  };
}

/** The newest sessions that have the text in an id, a status or an amount. */
export async function findSessions(text: string, limit: number): Promise<readonly LedgerSession[]> {
  return (await get<LedgerChanges>('ledger', { find: text, last: limit })).sessions;
}

/** The signed calls about an order, or about a session without one. */
export async function callsAbout(session: LedgerSession): Promise<readonly RecordedCall[]> {
  const name = session.external_id ?? session.id;
  return (await get<Calls>('calls', { external_id: name })).calls;
}

/** The records with what has changed: in its place, or at the end. */
export function merge<T extends object>(
  records: readonly T[],
  changes: readonly T[],
  idOf = (record: T): unknown => Reflect.get(record, 'id'),
): readonly T[] {
  if (changes.length === 0) return records;
  return [...new Map([...records, ...changes].map((record) => [idOf(record), record])).values()];
}

/** Sends a webhook out of turn. @returns how many were sent */
export async function sendWebhook(
  session: string,
  version: WebhookVersion,
  status: string,
): Promise<number> {
  const { sent } = await send<{ readonly sent: number }>('webhook', {
    session_id: session,
    version,
    status,
  });
  return sent;
}

/** Changes a session's status; its webhook follows. */
export async function setStatus(session: string, status: SessionStatus): Promise<void> {
  await send('status', { session_id: session, status });
}

/** Replaces the scenario of every order. */
export async function setScenario(fields: ScenarioFields): Promise<void> {
  await send('scenario', fields);
}

/** Switches the wire profile of the service. */
export async function setProfile(name: string): Promise<void> {
  await send('profile', { name });
}

async function get<T>(
  name: string,
  limits: Readonly<Record<string, string | number>> = {},
): Promise<T> {
  const query = new URLSearchParams(
    Object.entries(limits).map(([key, value]) => [key, String(value)]),
  );
  // Relative, because the page may be below a path of another site.
  return answer<T>(await fetch(`control/${name}?${query.toString()}`, { cache: 'no-store' }));
}

async function send<T>(name: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return answer<T>(await fetch(`control/${name}`, init));
}

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`);
  return body;
}
