import type {
  LedgerChanges,
  RecordedCall,
  ScenarioFields,
  SessionStatus,
  Setup,
} from '../service/control-api.ts';

/** Everything that the page shows. */
export interface Snapshot {
  readonly setup: Setup;
  readonly ledger: LedgerChanges;
  readonly calls: readonly RecordedCall[];
}

/** Reads setup, ledger and calls: only what has changed since `before`, unless the sandbox was started anew. */
export async function readSnapshot(before?: Snapshot): Promise<Snapshot> {
  const setup = await get<Setup>('setup');
  const known = before?.setup.startedAt === setup.startedAt ? before : undefined;
  const open = known?.calls.find(({ answer }) => answer === null);
  const lastKnown = open === undefined ? (known?.calls.at(-1)?.id ?? 0) : open.id - 1;
  const [ledger, { calls }] = await Promise.all([
    get<LedgerChanges>(
      known === undefined ? 'ledger' : `ledger?after=${String(known.ledger.version)}`,
    ),
    get<{ readonly calls: readonly RecordedCall[] }>(`calls?after=${String(lastKnown)}`),
  ]);
  if (known === undefined) return { setup, ledger, calls };
  return {
    setup,
    ledger: { ...ledger, sessions: merged(known.ledger.sessions, ledger.sessions) },
    calls: merged(known.calls, calls),
  };
}

/** The sandbox keeps no more calls either. */
const mostRecords = 10_000;

/** The records with what has changed: in its place, or at the end. */
function merged<T extends { readonly id: string | number }>(
  known: readonly T[],
  changed: readonly T[],
): readonly T[] {
  if (changed.length === 0) return known;
  const records = new Map(known.map((record) => [record.id, record]));
  for (const record of changed) records.set(record.id, record);
  return [...records.values()].slice(-mostRecords);
}

/** Sends a webhook out of turn. @returns how many were sent */
export async function sendWebhook(
  session: string,
  version: 'v1' | 'v2' | 'v3',
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

async function get<T>(name: string): Promise<T> {
  // Relative, because the page may be below a path of another site.
  return answer<T>(await fetch(`control/${name}`, { cache: 'no-store' }));
}

async function send<T>(name: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return answer<T>(await fetch(`control/${name}`, init));
}

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new Error(body.error ?? `HTTP ${String(response.status)}`);
  return body;
}
