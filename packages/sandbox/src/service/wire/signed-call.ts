/** One signed call from bytes to answer: signature, merchant, operation, and the faults of the scenario. */
import { type KeyObject, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordedCall, Session, Setup } from '../control-api.ts';
import { readBody, whenAnswered } from '../http/http.ts';
import { externalIdOf, minorOf } from '../ledger/session-amounts.ts';
import type { OperationName } from '../operations/names.ts';
import { type Call, type OperationRow, type Reply, textOf } from '../operations/row.ts';
import { readScenarioHeader } from '../payment/read-scenario.ts';
import { defaultScenario, kebabCase, type Scenario } from '../payment/scenario.ts';
import type { Service } from '../service.ts';
import { type CallLog, keptHeaders, redact, redactJson } from './call-log.ts';
import { explainMissingPath } from './missing-path.ts';
import type { OperationSet } from './operation-set.ts';
import type { Playback } from './playback.ts';
import { fatalRefusal, processingRefusal, Refusal } from './refusal.ts';
import type { RequestBody } from './request.ts';
import { checkSignature, type SignatureCheck } from './signature.ts';
import { type Answer, type Answered, answerOf, jsonAnswer } from './spoilt-answer.ts';

/** What a signed call is checked against and written to. */
export interface SignedCalls {
  readonly service: Service;
  readonly merchantKey: KeyObject;
  readonly log: CallLog;
  readonly operations: OperationSet;
  readonly playback: Playback;
  /** The settings of the start that the page shows, without those that change. */
  readonly setup: Omit<Setup, 'profile' | 'profiles' | 'scenario'>;
}

/** Whether the profile has an operation at this path, with any method. */
export function isServicePath({ service }: SignedCalls, path: string): boolean {
  const { operations } = service.wire.profile;
  return path.startsWith('/v1/') || Object.values(operations).some((one) => one.path === path);
}

/** Answers any request at a path of the service. */
export async function answerSignedCall(
  calls: SignedCalls,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { service, log } = calls;
  const raw = await readBody(request);
  const query = (request.url ?? '').slice(path.length + 1);
  const method = request.method ?? '';
  const has = (name: string): boolean => request.headers[name.toLowerCase()] !== undefined;
  const candidates = service.wire.candidates(method, path, has);
  const requestId = randomUUID();
  const { requestIdHeader } = service.wire.profile.errors;
  if (requestIdHeader !== null) response.setHeader(requestIdHeader, requestId);
  const signature = check(calls, request, raw ?? new Uint8Array(), query);
  const record = log.add({
    at: new Date(service.clockwork.now()).toISOString(),
    method,
    path,
    operation: candidates[0] ?? null,
    headers: keptHeaders(request.headersDistinct, signature.expected.header),
    body: redact(method === 'GET' ? query : Buffer.from(raw ?? []).toString('utf8')),
    signature,
    answer: null,
    answerBody: null,
    error: null,
  });
  whenAnswered(response, () => {
    record.answer = response.headersSent ? response.statusCode : 'cut';
  });
  if (candidates.length === 0) {
    record.error = explainMissingPath(method, path, service.wire.profile);
    deliver(response, record, jsonAnswer(404, { message: 'Not Found' }));
    return;
  }
  if (raw === undefined) {
    deliver(response, record, jsonAnswer(413, { message: 'Payload Too Large' }));
    return;
  }
  try {
    if (signature.result !== 'valid') {
      throw processingRefusal('InvalidSignError', 'request sign is invalid');
    }
    const payload = method === 'GET' ? Buffer.from(query) : raw;
    const [operation, body] = read(calls, candidates, payload);
    record.operation = operation;
    checkMerchant(service, operation, body.named, request);
    const recordedAnswer = calls.playback.answer(operation, payload);
    if (recordedAnswer !== undefined) {
      deliver(response, record, recordedAnswer);
      return;
    }
    const header = readScenarioHeader(request.headersDistinct['x-sandbox-scenario']);
    const call = { service, operation, body, header };
    const row = calls.operations.rows[operation];
    response.setHeader('x-sandbox-basis', row.basis);
    deliver(response, record, await perform(row, response, { call, path, requestId }));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : fatalRefusal();
    if (!(error instanceof Refusal) && !service.clockwork.signal.aborted) console.error(error);
    record.error = refusal.message;
    deliver(
      response,
      record,
      jsonAnswer(refusal.httpStatus, service.wire.refusal(refusal, requestId)),
    );
  }
}

/** The first operation at the path that fits the body; without one, the faults for the first of them. */
function read(
  { operations }: SignedCalls,
  candidates: readonly OperationName[],
  raw: Uint8Array,
): readonly [OperationName, RequestBody] {
  let first: unknown;
  for (const name of candidates) {
    try {
      return [name, operations.readers[name].read(raw)];
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/** The signed bytes: the body of a POST; for a GET as in the profile. */
function check(
  { service, merchantKey }: SignedCalls,
  request: IncomingMessage,
  raw: Uint8Array,
  query: string,
): SignatureCheck {
  const { get, header, hash, padding, encoding } = service.wire.profile.signing;
  const signedText = { empty: '', query, path: request.url ?? '' }[get];
  const bytes = request.method === 'GET' ? Buffer.from(signedText) : raw;
  const values = request.headersDistinct[header.toLowerCase()] ?? [];
  return checkSignature(values, bytes, merchantKey, { header, hash, padding, encoding });
}

async function perform(
  row: OperationRow,
  response: ServerResponse,
  context: Answered,
): Promise<Answer> {
  const { call } = context;
  const { clockwork, scenarios } = call.service;
  const scenarioBefore = scenarioFor(call);
  const isCounted = scenarioBefore !== undefined && scenarioBefore.times > 0;
  if (isCounted) scenarios.count(orderOf(call));
  if (scenarioBefore?.answer === 'in-progress') {
    if (scenarioBefore.processed) {
      whenAnswered(response, () => {
        clockwork.run(() => performLater(row, call, scenarioBefore.processDelay));
      });
    }
    await clockwork.wait(scenarioBefore.answerDelay);
    return answerOf(scenarioBefore, undefined, context);
  }
  await clockwork.wait(scenarioBefore?.processDelay ?? 0);
  const reply: Reply | undefined =
    scenarioBefore?.processed === false ? undefined : await row.run(call);
  const scenarioAfter = isCounted ? scenarioBefore : scenarioFor(call);
  whenAnswered(response, () => reply?.after?.());
  await clockwork.wait(scenarioAfter?.answerDelay ?? 0);
  return answerOf(scenarioAfter, reply, context);
}

/** What was answered before it was processed cannot be refused any more. */
async function performLater(row: OperationRow, call: Call, delay: number): Promise<void> {
  await call.service.clockwork.wait(delay);
  try {
    const reply = await row.run(call);
    reply.after?.();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function deliver(response: ServerResponse, record: RecordedCall, answer: Answer): void {
  const { httpStatus, headers, body, cut } = answer;
  if (cut === 'before') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  const sentBytes = cut === 'half' ? bytes.subarray(0, bytes.length / 2) : bytes;
  const type = headers['content-type'] ?? '';
  record.answerBody =
    typeof body === 'string'
      ? Buffer.from(redactJson(body) ?? body).toString('utf8', 0, sentBytes.length)
      : `${type}, ${bytes.length} bytes`;
  response.writeHead(httpStatus, {
    'cache-control': 'no-store',
    'content-length': bytes.length,
    ...headers,
  });
  if (cut === 'half') response.write(sentBytes, () => response.destroy());
  else response.end(sentBytes);
}

/** The scenario, if it is about this call. */
function scenarioFor(call: Call): Scenario | undefined {
  const { service, operation, header } = call;
  const session = sessionOf(call);
  const scenario = service.scenarios.resolve({
    externalId: orderOf(call),
    header,
    ...(session && { minor: minorOf(session) }),
  });
  if (scenario.statusAnswer !== 'normal' && isQuestion(operation)) {
    return { ...defaultScenario, answer: scenario.statusAnswer };
  }
  return scenario.answerOn === kebabCase(operation) ? scenario : undefined;
}

function sessionOf({ service, body }: Call): Session | undefined {
  return service.ledger.find(textOf(body.named, 'sessionId') ?? '');
}

function orderOf(call: Call): string | null {
  const session = sessionOf(call);
  return (session && externalIdOf(session)) ?? textOf(call.body.named, 'externalId');
}

/** Both groups have a question of their own. */
function isQuestion(operation: OperationName): boolean {
  return operation === 'getStatus' || operation === 'checkoutStatus';
}

/** The merchant’s id, from the body or from the header that the profile names. */
function checkMerchant(
  { wire, merchant }: Service,
  operation: OperationName,
  fields: Readonly<Record<string, unknown>>,
  request: IncomingMessage,
): void {
  const header = wire.profile.operations[operation].headers.merchantId;
  const inHeader = header === null ? merchant.id : request.headers[header.toLowerCase()];
  const inBody = 'merchantId' in fields ? String(fields['merchantId']) : merchant.id;
  if (inHeader === merchant.id && inBody === merchant.id) return;
  throw processingRefusal('NotFoundError', 'merchant not found');
}
