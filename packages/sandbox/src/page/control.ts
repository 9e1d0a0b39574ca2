import type {
  LedgerView,
  RecordedCall,
  ScenarioFields,
  SessionStatus,
  Setup,
} from '../service/control-api.ts';

/** Everything that the page shows. */
export interface Snapshot {
  readonly setup: Setup;
  readonly ledger: LedgerView;
  readonly calls: readonly RecordedCall[];
}

/** Reads setup, ledger and calls. */
export async function readSnapshot(): Promise<Snapshot> {
  const [setup, ledger, calls] = await Promise.all([
    get<Setup>('setup'),
    get<LedgerView>('ledger'),
    get<{ readonly calls: readonly RecordedCall[] }>('calls'),
  ]);
  return { setup, ledger, calls: calls.calls };
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
