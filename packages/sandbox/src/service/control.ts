/** What tests and the demo see and steer: unsigned JSON, on loopback only. */
import type { CallLog } from './call-log.ts';
import type { Service } from './context.ts';
import { externalIdOf } from './ledger.ts';
import type { Session, SessionStatus } from './ledger.ts';
import { readScenario } from './scenario.ts';
import type { Scenario } from './scenario.ts';
import { change } from './session-end.ts';
import { scenarioOf } from './settlement.ts';

/** A session, named by its own id or by the payment's external_id (then the newest one). */
export interface SessionName {
  readonly session_id?: string;
  readonly external_id?: string;
}

/** A webhook out of turn. It claims what it is told to and changes nothing in the ledger. */
export interface WebhookRequest extends SessionName {
  /** Default: the scenario's. */
  readonly version?: Scenario['webhookVersion'];
  /** Default: the session's status. Any word is allowed. */
  readonly status?: string;
  /** How many times the same bytes are delivered; default 1. */
  readonly count?: number;
}

/** A change of the truth itself, such as a refund by the bank. The scenario's webhook tells of it. */
export interface StatusRequest extends SessionName {
  readonly status: SessionStatus;
}

/** Answers one control request with JSON. @throws TypeError for a request that says nothing sensible */
export type ControlHandler = (service: Service, log: CallLog, body: unknown) => unknown;

/** Method and path to handler. */
export const CONTROL: ReadonlyMap<string, ControlHandler> = new Map<string, ControlHandler>([
  ['GET /control/ledger', (service) => ({ sessions: service.ledger.view() })],
  ['GET /control/calls', (_, log) => ({ calls: log.view() })],
  ['POST /control/scenario', (service, _, body) => setScenario(service, body)],
  [
    'POST /control/webhook',
    async (service, _, body) => ({ sent: await sendWebhook(service, readWebhook(body)) }),
  ],
  [
    'POST /control/status',
    async (service, _, body) => {
      await setStatus(service, readStatus(body));
      return { done: true };
    },
  ],
]);

/** @returns how many webhooks were tried, after the first try of each */
export async function sendWebhook(service: Service, request: WebhookRequest): Promise<number> {
  const session = named(service, request);
  return service.webhooks.send(session, {
    version: request.version ?? scenarioOf(service, session).webhookVersion,
    status: request.status ?? session.status,
    copies: request.count ?? 1,
  });
}

/** Changes a session's status for good and tells the merchant as the scenario says. */
export async function setStatus(service: Service, request: StatusRequest): Promise<void> {
  const { after } = await change(service, named(service, request), request.status);
  after();
}

function setScenario(service: Service, body: unknown): unknown {
  const request = readScenario(body);
  service.scenarios.set(request);
  const externalId = request.external_id ?? null;
  return { external_id: externalId, scenario: service.scenarios.resolve({ externalId }) };
}

function named(service: Service, name: SessionName): Session {
  const session =
    name.session_id === undefined
      ? [...service.ledger.sessions].findLast((one) => externalIdOf(one) === name.external_id)
      : service.ledger.find(name.session_id);
  if (session === undefined) throw new TypeError('no session has this session_id or external_id');
  return session;
}

const VERSIONS: readonly Scenario['webhookVersion'][] = ['v1', 'v2', 'v3'];
const STATUSES: readonly SessionStatus[] = [
  'created',
  'processing',
  'holded',
  'paid',
  'failed',
  'expired',
  'voided',
  'refunded',
];

function readWebhook(body: unknown): WebhookRequest {
  const fields = known(body, ['session_id', 'external_id', 'version', 'status', 'count']);
  const { status, count } = fields;
  const version = VERSIONS.find((one) => one === fields['version']);
  if ('version' in fields && version === undefined) throw expected('version', VERSIONS);
  if (status !== undefined && (typeof status !== 'string' || status === '')) {
    throw new TypeError('status: expected a word');
  }
  if (count !== undefined && !isCount(count)) throw new TypeError('count: expected 1 to 100');
  return {
    ...readName(fields),
    ...(version && { version }),
    ...(status && { status }),
    ...(count && { count }),
  };
}

function readStatus(body: unknown): StatusRequest {
  const fields = known(body, ['session_id', 'external_id', 'status']);
  const status = STATUSES.find((one) => one === fields['status']);
  if (status === undefined) throw expected('status', STATUSES);
  return { ...readName(fields), status };
}

function readName(fields: Readonly<Record<string, unknown>>): SessionName {
  const { session_id: sessionId, external_id: externalId } = fields;
  if (typeof sessionId === 'string') return { session_id: sessionId };
  if (typeof externalId === 'string') return { external_id: externalId };
  throw new TypeError('session_id or external_id: one of them is required');
}

function known(body: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null) throw new TypeError('expected a JSON object');
  const stranger = Object.keys(body).find((name) => !names.includes(name));
  if (stranger !== undefined) {
    throw new TypeError(`${stranger}: no such field; there are ${names.join(', ')}`);
  }
  return { ...body };
}

function expected(name: string, words: readonly string[]): TypeError {
  return new TypeError(`${name}: expected one of ${words.join(', ')}`);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100;
}
