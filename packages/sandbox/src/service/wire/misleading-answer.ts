/** Answers that are complete and not what happened: another status, another session, an error, “in progress”. */
import { randomUUID } from 'node:crypto';
import type { SessionStatus } from '../control-api.ts';
import { statusBody } from '../operations/get-status.ts';
import type { OperationName } from '../operations/names.ts';
import { type Call, textOf } from '../operations/row.ts';
import { scenarioOf } from '../payment/notify.ts';
import type { Scenario } from '../payment/scenario.ts';
import { isContainer, putAt } from './place.ts';
import { processingRefusal } from './refusal.ts';
import { isList } from './wire.ts';

/** A status and a JSON body. */
export interface MisleadingAnswer {
  readonly httpStatus: number;
  readonly body: unknown;
}

const underWay: Readonly<Partial<Record<OperationName, SessionStatus>>> = {
  void: 'processing_void',
  completeHold: 'processing_hold_completion',
};

const finalStatuses: Readonly<Partial<Record<OperationName, SessionStatus>>> = {
  payToken: 'paid',
  void: 'voided',
  completeHold: 'paid',
  expire: 'expired',
};

/**
 * The answer of such a kind; undefined for every other kind.
 *
 * @param scenario what kind it is, and the code of a refusal
 * @param body of the real answer; undefined if the call was not processed
 * @param requestId of the call
 */
export function misleadingAnswer(
  { answer: kind, answerCode }: Pick<Scenario, 'answer' | 'answerCode'>,
  body: unknown,
  call: Call,
  requestId: string,
): MisleadingAnswer | undefined {
  const { service, operation } = call;
  const { wire } = service;
  const refusal = (ownCode: string, message: string): MisleadingAnswer => {
    const code = answerCode === 'auto' ? ownCode : answerCode;
    return { httpStatus: 400, body: wire.refusal(processingRefusal(code, message), requestId) };
  };
  const withStatus = (status: string | undefined): MisleadingAnswer => {
    const changedBody: Record<string, unknown> = isContainer(body) ? structuredClone(body) : {};
    putAt(changedBody, placeOf('status', call) ?? 'status', status);
    return { httpStatus: 200, body: changedBody };
  };
  switch (kind) {
    case 'unknown-status':
      return withStatus('under_review');
    case 'failed-status':
      return withStatus(wire.status('failed'));
    case 'pending-status':
      return withStatus(wire.status(underWay[operation] ?? 'processing'));
    case 'no-status':
      return withStatus(undefined);
    case 'success-false': {
      const failedBody = {};
      putAt(failedBody, wire.profile.errors.success[0] ?? 'success', false);
      return { httpStatus: 200, body: failedBody };
    }
    case 'other-session':
      return { httpStatus: 200, body: aboutAnother('sessionId', randomUUID(), body, call) };
    case 'other-order':
      return { httpStatus: 200, body: aboutAnother('externalId', 'another-order', body, call) };
    case 'refused':
      return refusal('RefusedError', 'refused by the scenario');
    case 'in-progress': {
      const [code = 'InProgressError'] = wire.profile.errors.inProgress;
      return refusal(code, 'the session is being processed');
    }
    default:
      return undefined;
  }
}

/** A success as it is, but for the session or order that it names. */
function aboutAnother(
  name: 'sessionId' | 'externalId',
  id: string,
  body: unknown,
  call: Call,
): unknown {
  const { wire } = call.service;
  const ownAnswer: unknown = isContainer(body) ? structuredClone(body) : statusOf(call);
  const changedAnswer: Record<string, unknown> = isContainer(ownAnswer) ? ownAnswer : {};
  const status = finalStatuses[call.operation];
  const statusPlace = placeOf('status', call);
  if (status !== undefined && statusPlace) putAt(changedAnswer, statusPlace, wire.status(status));
  const place = placeOf(name, call);
  if (place !== undefined) putAt(changedAnswer, place, id);
  const { answer, payment } = wire.profile.operations.getStatus;
  const items = changedAnswer[answer['payments']?.[0] ?? ''];
  const itemPlace = payment?.[name]?.[0];
  if (itemPlace === undefined || !isList(items)) return changedAnswer;
  for (const item of items) putAt(item, itemPlace, id);
  return changedAnswer;
}

/** What get-status says of the session; only pay-token has an answer of its own. */
function statusOf(call: Call): unknown {
  const { service, operation, body } = call;
  const session = service.ledger.find(textOf(body.named, 'sessionId') ?? '');
  if (session === undefined || operation === 'payToken') return {};
  return statusBody(service, session, scenarioOf(service, session, call));
}

/** The operation’s own place of a value, or that of get-status. */
function placeOf(name: string, { service, operation }: Call): string | undefined {
  const { operations } = service.wire.profile;
  return operations[operation].answer[name]?.[0] ?? operations.getStatus.answer[name]?.[0];
}
