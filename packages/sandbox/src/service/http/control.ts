/** What tests and the demo see and change: unsigned JSON, on loopback only. Its types are in control-api.ts. */
import type {
  LedgerChanges,
  OperationView,
  ProfileRequest,
  RecordedCall,
  Session,
  SessionRef,
  Setup,
  StatusRequest,
  WebhookRequest,
} from '../control-api.ts';
import { isZero, minorFromText, sumOf, textFromMinor } from '../../money.ts';
import { statedStatus } from '../ledger/attempt-facts.ts';
import type { ViewLimits } from '../ledger/ledger.ts';
import { amountOf } from '../ledger/session-amounts.ts';
import { sessionStatuses } from '../ledger/records.ts';
import { changeStatus } from '../operations/after-payment.ts';
import { operationNames } from '../operations/names.ts';
import { readScenario } from '../payment/read-scenario.ts';
import { scenarioOf } from '../payment/notify.ts';
import type { Service } from '../service.ts';
import { webhookBodies } from '../webhook/body.ts';
import type { WebhookOrder } from '../webhook/sender.ts';
import { webhookVersions } from '../webhook/versions.ts';
import { objectOf, type Reader, reader, wordSchema } from '../wire/schema.ts';
import type { SignedCalls } from '../wire/signed-call.ts';

/**
 * Answers one control request with JSON. Of a `GET` the body is its query.
 * @throws TypeError naming the field that is wrong
 */
export type ControlHandler = (calls: SignedCalls, body: unknown) => unknown;

const reference = { session_id: wordSchema, external_id: wordSchema };
const readQuery = reader(
  'the query',
  objectOf({
    external_id: wordSchema,
    after: { type: 'integer', minimum: 0 },
    find: { type: 'string' },
    last: { type: 'integer', minimum: 1 },
  }),
  true,
) as Reader<ViewLimits & { readonly external_id?: string }>;
const readWebhook = reader(
  'the body',
  objectOf({
    ...reference,
    version: { enum: webhookVersions },
    status: wordSchema,
    count: { type: 'integer', minimum: 1, maximum: 100 },
  }),
) as Reader<WebhookRequest>;
const readProfile = reader(
  'the body',
  objectOf({ name: wordSchema, profile: { type: 'object' } }),
) as Reader<ProfileRequest>;
const readStatus = reader(
  'the body',
  objectOf({ ...reference, status: { enum: sessionStatuses }, refunded: wordSchema }, ['status']),
) as Reader<StatusRequest>;

/** Method and path to handler. */
export const controls: ReadonlyMap<string, ControlHandler> = new Map<string, ControlHandler>([
  ['GET /control/ledger', ({ service }, query) => ledgerOf(service, viewOf(query))],
  ['GET /control/calls', (calls, query) => ({ calls: callsOf(calls, viewOf(query)) })],
  ['GET /control/operations', (calls) => ({ operations: operationsOf(calls) })],
  ['POST /control/scenario', ({ service }, body) => setScenario(service, body)],
  ['GET /control/setup', (calls) => setupOf(calls)],
  ['POST /control/profile', (calls, body) => useProfile(calls, readProfile(body))],
  [
    'POST /control/webhook',
    async ({ service }, body) => ({ sent: await sendWebhook(service, readWebhook(body)) }),
  ],
  [
    'POST /control/status',
    async ({ service }, body) => {
      await setStatus(service, readStatus(body));
      return { done: true };
    },
  ],
]);

function viewOf(query: unknown): ViewLimits {
  const { external_id: order, ...limits } = readQuery(query);
  return { ...limits, ...(order !== undefined && { order }) };
}

function ledgerOf({ ledger }: Service, limits: ViewLimits): LedgerChanges {
  return { ...ledger.view(limits), version: ledger.version, total: ledger.total };
}

/** The calls, or those about one order: they name it, a session of it, or a payment. */
export function callsOf(
  { service, log }: SignedCalls,
  { order, after = 0, last = Infinity }: ViewLimits,
): readonly Readonly<RecordedCall>[] {
  if (order === undefined) return log.since(after, last);
  const names = service.ledger
    .sessionsOf(order)
    .flatMap(({ id, operations }) => [id, ...operations.map((payment) => payment.id)]);
  return log.of([order, ...names], after);
}

/** @returns how many webhooks were tried, after the first try of each */
export async function sendWebhook(service: Service, request: WebhookRequest): Promise<number> {
  const session = sessionOf(service, request);
  const records = service.webhooks.prepare(session, orderedBy(service, session, request));
  await service.webhooks.send(records);
  return records.length;
}

/** The text of the webhook that a request asks for; of several payments in v1 the first one’s. */
export function webhookBody(service: Service, request: WebhookRequest): string {
  const session = sessionOf(service, request);
  const [body = ''] = webhookBodies(session, orderedBy(service, session, request), service.wire);
  return body;
}

function orderedBy(service: Service, session: Session, request: WebhookRequest): WebhookOrder {
  const scenario = scenarioOf(service, session);
  return {
    version: request.version ?? service.webhooks.versionOf(scenario.webhookVersion),
    status: request.status ?? statedStatus(session, session, scenario),
    form: scenario.webhookForm,
    copies: request.count ?? 1,
  };
}

/** Changes a session’s status and notifies the merchant as the scenario sets it. */
export async function setStatus(service: Service, request: StatusRequest): Promise<void> {
  const session = sessionOf(service, request);
  const { refunded } = request;
  const isGivenBack = request.status === 'refunded' || request.status === 'voided';
  if (refunded !== undefined) giveBack(session, refunded);
  else if (isGivenBack)
    giveBack(
      session,
      amountOf(session, ({ charged }) => charged),
    );
  if (request.status === 'paid') {
    for (const operation of session.operations) {
      if (isZero(operation.charged)) operation.charged = operation.amount;
    }
  }
  const { after } = await changeStatus(service, session, request.status);
  after?.();
}

/** Spreads what was given back in all over the payments. @throws TypeError if it is more than was taken */
function giveBack({ operations, currency }: Session, amount: string): void {
  let rest = minorFromText(amount, currency) ?? Number.NaN;
  const most = sumOf(operations, currency, ({ charged }) => charged);
  if (!(rest <= most)) {
    const maximum = textFromMinor(most, currency);
    throw new TypeError(`refunded: an amount of ${currency}, ${maximum} at most`);
  }
  for (const operation of operations) {
    const minor = Math.min(rest, minorFromText(operation.charged, currency) ?? 0);
    operation.refunded = textFromMinor(minor, currency);
    rest -= minor;
  }
}

function setScenario(service: Service, body: unknown): unknown {
  const request = readScenario(body);
  service.scenarios.set(request);
  const externalId = request.external_id ?? null;
  return { external_id: externalId, scenario: service.scenarios.resolve({ externalId }) };
}

function setupOf({ service, operations, setup }: SignedCalls): Setup {
  return {
    ...setup,
    profile: operations.profileName,
    profiles: Object.keys(operations.profiles),
    scenario: service.scenarios.forAll,
  };
}

function useProfile({ operations }: SignedCalls, { name, profile = {} }: ProfileRequest): unknown {
  operations.use(name ?? profile);
  return { profile: operations.profileName };
}

/** The operations as the profile has them. */
export function operationsOf({ service, operations }: SignedCalls): OperationView[] {
  return operationNames.map((name) => {
    const { group, method, path } = service.wire.profile.operations[name];
    const { answers, basis } = operations.rows[name];
    return { name, group, method, path: path ?? '', answers, basis };
  });
}

function sessionOf(service: Service, ref: SessionRef): Session {
  const { session_id: id, external_id: order } = ref;
  if (id === undefined && order === undefined) {
    throw new TypeError('session_id or external_id: one of them is required');
  }
  const { ledger } = service;
  const session = id === undefined ? ledger.sessionsOf(order ?? '').at(-1) : ledger.find(id);
  if (session === undefined) throw new TypeError('no session has this session_id or external_id');
  return session;
}
