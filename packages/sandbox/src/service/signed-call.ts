/** One signed call from bytes to answer: signature, merchant, operation, and what the scenario spoils. */
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { keptHeaders, redact } from './call-log.ts';
import type { CallLog, RecordedCall } from './call-log.ts';
import type { Service } from './context.ts';
import { readBody, sendJson, whenAnswered } from './http.ts';
import { externalIdOf, minorOf } from './ledger.ts';
import { validateMerchant } from './merchant-session.ts';
import { payToken } from './pay-token.ts';
import { Refusal, fatalRefusal, processingRefusal, validationRefusal } from './refusal.ts';
import { readScenario } from './scenario.ts';
import type { Scenario, ScenarioFields, SpoiltCall } from './scenario.ts';
import { completeHold, expireSession, voidSession } from './session-end.ts';
import { addPayment, createSession, getStatus } from './session.ts';
import type { AfterAnswer } from './settlement.ts';
import { checkSignature } from './signature.ts';
import { sendAnswer } from './spoilt-answer.ts';

interface Reply {
  readonly body: unknown;
  readonly after?: AfterAnswer;
}

interface OperationRow {
  /** The name a scenario's `answerOn` uses; absent when no scenario spoils the call. */
  readonly name?: SpoiltCall;
  run(service: Service, body: unknown, header: ScenarioFields): Reply | Promise<Reply>;
}

/** Path to operation. */
const OPERATIONS: ReadonlyMap<string, OperationRow> = new Map<string, OperationRow>([
  [
    '/v1/session',
    { name: 'session', run: (...call) => ({ body: createSession(call[0], call[1]) }) },
  ],
  ['/v1/payment', { name: 'payment', run: (...call) => ({ body: addPayment(call[0], call[1]) }) }],
  [
    '/v1/walleta-pay/validate-merchant',
    {
      name: 'validate-merchant',
      run: (service, body) => ({ body: validateMerchant(service, body) }),
    },
  ],
  ['/v1/pay-token', { name: 'pay-token', run: payToken }],
  [
    '/v1/get-status',
    { name: 'get-status', run: (...call) => ({ body: getStatus(call[0], call[1]) }) },
  ],
  ['/v1/void', { run: voidSession }],
  ['/v1/complete-hold', { run: completeHold }],
  ['/v1/expire', { run: expireSession }],
]);

/** What a signed call is checked against and written to. */
export interface SignedCalls {
  readonly service: Service;
  readonly merchantKey: KeyObject;
  readonly log: CallLog;
}

/** Answers any request under /v1. */
export async function answerSignedCall(
  { service, merchantKey, log }: SignedCalls,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const raw = await readBody(request);
  const bytes = raw ?? new Uint8Array();
  const signature = checkSignature(request.headersDistinct['x-sign'] ?? [], bytes, merchantKey);
  const call: RecordedCall = {
    at: new Date(service.background.now()).toISOString(),
    method: request.method ?? '',
    path,
    headers: keptHeaders(request.headersDistinct),
    body: redact(bytes),
    signature,
    answer: null,
  };
  log.add(call);
  whenAnswered(response, () => {
    call.answer = response.headersSent ? response.statusCode : 'cut';
  });
  try {
    const operation = OPERATIONS.get(path);
    if (operation === undefined || request.method !== 'POST') {
      sendJson(response, 404, { message: 'Not Found' });
      return;
    }
    if (raw === undefined) {
      sendJson(response, 413, { message: 'Payload Too Large' });
      return;
    }
    if (signature !== 'valid') {
      throw processingRefusal('InvalidSignError', 'request sign is invalid');
    }
    const body = parse(raw);
    checkMerchant(service, body);
    const header = readHeader(request);
    await perform(service, operation, { body, header, path }, response);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : fatalRefusal();
    if (!(error instanceof Refusal) && !service.background.signal.aborted) console.error(error);
    if (!response.headersSent) sendJson(response, refusal.httpStatus, refusal.body);
  }
}

async function perform(
  service: Service,
  operation: OperationRow,
  call: { readonly body: unknown; readonly header: ScenarioFields; readonly path: string },
  response: ServerResponse,
): Promise<void> {
  const before = scenarioFor(service, operation, call.body, call.header);
  await service.background.wait(before?.processDelay ?? 0);
  const skipped = before?.processed === false;
  const reply = skipped ? undefined : await operation.run(service, call.body, call.header);
  const after = scenarioFor(service, operation, call.body, call.header);
  whenAnswered(response, () => reply?.after?.());
  await service.background.wait(after?.answerDelay ?? 0);
  sendAnswer(response, after?.answer ?? 'normal', reply, call.path);
}

/** The scenario, if it is about this call. */
function scenarioFor(
  service: Service,
  operation: OperationRow,
  body: unknown,
  header: ScenarioFields,
): Scenario | undefined {
  const session = service.ledger.find(field(body, 'session_id') ?? '');
  const externalId = (session && externalIdOf(session)) ?? field(body, 'external_id') ?? null;
  const scenario = service.scenarios.resolve({
    externalId,
    header,
    ...(session && { minor: minorOf(session) }),
  });
  return scenario.answerOn === operation.name ? scenario : undefined;
}

function parse(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw validationRefusal([{ message: 'Invalid JSON', code: 'invalid_type', path: '' }]);
  }
}

function checkMerchant(service: Service, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('merchant_id' in body)) return;
  if (String(body.merchant_id) === service.merchant.id) return;
  throw processingRefusal('NotFoundError', 'merchant not found');
}

function readHeader(request: IncomingMessage): ScenarioFields {
  const [value] = request.headersDistinct['x-sandbox-scenario'] ?? [];
  if (value === undefined) return {};
  try {
    const { external_id: _, ...fields } = readScenario(JSON.parse(value));
    return fields;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not a scenario';
    throw validationRefusal([{ message, code: 'invalid_value', path: 'x-sandbox-scenario' }]);
  }
}

function field(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
}
