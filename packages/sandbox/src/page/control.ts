import type {
  LedgerChanges,
  LedgerSession,
  ProfileRequest,
  RecordedCall,
  ScenarioRequest,
  Setup,
  StatusRequest,
  WebhookRequest,
} from '../service/control-api.ts';

/** What the page is to show. */
export interface Selection {
  readonly tab: string;
  /** The session to show; if it is not known, the newest of the list. */
  readonly sessionId: string;
  /** The list has only sessions with this text in an id, a status or an amount. */
  readonly text: string;
  /** The list has at most so many sessions: the newest. */
  readonly most: number;
}

/** Everything that the page shows. */
export interface Snapshot {
  readonly setup: Setup;
  readonly ledger: LedgerChanges;
  /** The latest signed calls. */
  readonly calls: readonly RecordedCall[];
  readonly session: LedgerSession | undefined;
  /** The signed calls about the session's order, or about a session without one. */
  readonly sessionCalls: readonly RecordedCall[];
}

interface Calls {
  readonly calls: readonly RecordedCall[];
}

/** The body of each request that changes something. */
export interface Changes {
  /** A webhook out of turn. */
  readonly webhook: WebhookRequest;
  /** Another status of a session; its webhook follows. */
  readonly status: StatusRequest;
  /** Another scenario of every order. */
  readonly scenario: ScenarioRequest;
  /** Another wire profile of the service. */
  readonly profile: ProfileRequest;
}

/** How many calls the page shows at most. */
const mostCalls = 200;

/** Reads what is selected. */
export async function readSnapshot({ tab, sessionId, text, most }: Selection): Promise<Snapshot> {
  const [setup, ledger, { calls }] = await Promise.all([
    get<Setup>('setup'),
    get<LedgerChanges>(`ledger?find=${encodeURIComponent(text)}&last=${most}`),
    get<Calls>(`calls?last=${tab === 'calls' ? mostCalls : 1}`),
  ]);
  const session = (await findSession(sessionId, ledger)) ?? ledger.sessions.at(-1);
  const sessionCalls = session ? await callsAbout(session) : [];
  return { setup, ledger, calls, session, sessionCalls };
}

async function findSession(
  id: string,
  { sessions }: LedgerChanges,
): Promise<LedgerSession | undefined> {
  const session = sessions.find((candidate) => candidate.id === id);
  if (session || id === '') return session;
  return (await get<LedgerChanges>(`ledger?find=${id}&last=1`)).sessions[0];
}

async function callsAbout(session: LedgerSession): Promise<readonly RecordedCall[]> {
  const name = session.external_id ?? session.id;
  return (await get<Calls>(`calls?external_id=${encodeURIComponent(name)}`)).calls;
}

/** Changes something in the sandbox. */
export async function send<Name extends keyof Changes>(
  name: Name,
  body: Changes[Name],
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  await answer(await fetch(`control/${name}`, init));
}

async function get<T>(path: string): Promise<T> {
  // Relative, because the page may be below a path of another site.
  return answer<T>(await fetch(`control/${path}`, { cache: 'no-store' }));
}

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`);
  return body;
}
