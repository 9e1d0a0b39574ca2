/** The response to a call: the answer, or its broken form by the scenario. */
import type { Call } from '../operations/row.ts';
import { defaultScenario, type Scenario } from '../payment/scenario.ts';
import { misleadingAnswer } from './misleading-answer.ts';

/** An answer, ready to be sent. */
export interface Answer {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The connection is destroyed before the first byte, or after half of the body. */
  readonly cut?: 'before' | 'half';
}

const errorStatuses: Readonly<Partial<Record<Scenario['answer'], number>>> = {
  error403: 403,
  error429: 429,
  error500: 500,
  error503: 503,
};

/** The call that is answered. */
export interface Answered {
  /** For a redirect to itself. */
  readonly path: string;
  readonly requestId: string;
  readonly call: Call;
}

/**
 * The answer as the scenario wants it.
 *
 * @param scenario undefined if it is about another call
 * @param reply the real answer; absent if the call was not processed
 */
export function answerOf(
  scenario: Pick<Scenario, 'answer' | 'answerStatus' | 'answerCode'> | undefined,
  reply: { readonly body: unknown } | undefined,
  context: Answered,
): Answer {
  const { answer: kind, answerStatus, answerCode } = scenario ?? defaultScenario;
  const answer = spoilt({ answer: kind, answerCode }, reply, context);
  return answerStatus === 0 ? answer : { ...answer, httpStatus: answerStatus };
}

function spoilt(
  scenario: Pick<Scenario, 'answer' | 'answerCode'>,
  reply: { readonly body: unknown } | undefined,
  { path, requestId, call }: Answered,
): Answer {
  const { answer: kind } = scenario;
  const httpStatus = errorStatuses[kind];
  if (httpStatus !== undefined) {
    const headers = { 'content-type': 'text/plain', 'retry-after': '1' };
    return { httpStatus, headers, body: httpStatus === 403 ? 'forbidden' : 'overloaded' };
  }
  if (kind === 'html') {
    const body = '<!doctype html><title>Maintenance</title>';
    return { httpStatus: 200, headers: { 'content-type': 'text/html' }, body };
  }
  if (kind === 'empty') return { ...jsonAnswer(200, ''), body: '' };
  // 307 keeps method, body and signature: a client that follows it pays twice.
  if (kind === 'redirect') return { httpStatus: 307, headers: { location: path }, body: '' };
  const misleading = misleadingAnswer(scenario, reply?.body, call, requestId);
  if (misleading !== undefined) return jsonAnswer(misleading.httpStatus, misleading.body);
  if (kind === 'cut' || reply === undefined) return { ...jsonAnswer(200, null), cut: 'before' };
  if (reply.body instanceof Uint8Array) {
    const pdf = {
      httpStatus: 200,
      headers: { 'content-type': 'application/pdf' },
      body: reply.body,
    };
    return kind === 'truncated' ? { ...pdf, cut: 'half' } : pdf;
  }
  if (kind === 'truncated') return { ...jsonAnswer(200, reply.body), cut: 'half' };
  // Written with blanks: who parses a merchant session and writes it again sends other bytes.
  return jsonAnswer(200, reply.body, call.operation === 'validateMerchant' ? 1 : 0);
}

/** Any JSON; `null` is a body too. */
export function jsonAnswer(httpStatus: number, body: unknown, indent = 0): Answer {
  const text = JSON.stringify(body, null, indent);
  return { httpStatus, headers: { 'content-type': 'application/json' }, body: text };
}
