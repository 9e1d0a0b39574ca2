/** Answers that do not arrive as they should. */
import type { ServerResponse } from 'node:http';
import { send, sendJson } from './http.ts';
import type { Scenario } from './scenario.ts';

/** What was to be answered; absent when the call was not processed, so that nothing true can be said. */
export interface TrueAnswer {
  readonly body: unknown;
}

const ERRORS: Readonly<Partial<Record<Scenario['answer'], number>>> = {
  error429: 429,
  error500: 500,
  error503: 503,
};

/** Sends the answer as the scenario wants it. @param path the call's own, for a redirect to itself */
export function sendAnswer(
  response: ServerResponse,
  kind: Scenario['answer'],
  answer: TrueAnswer | undefined,
  path: string,
): void {
  const httpStatus = ERRORS[kind];
  if (httpStatus !== undefined) {
    send(response, httpStatus, { 'content-type': 'text/plain', 'retry-after': '1' }, 'overloaded');
    return;
  }
  if (kind === 'html') {
    send(
      response,
      200,
      { 'content-type': 'text/html' },
      '<!doctype html><title>Maintenance</title>',
    );
  } else if (kind === 'empty') {
    send(response, 200, { 'content-type': 'application/json' }, '');
  } else if (kind === 'redirect') {
    // 307 keeps method, body and signature: a client that follows it pays twice.
    send(response, 307, { location: path }, '');
  } else if (kind === 'cut' || answer === undefined) {
    response.destroy();
  } else if (kind === 'truncated') {
    truncate(response, JSON.stringify(answer.body));
  } else {
    sendJson(response, 200, kind === 'normal' ? answer.body : withUnknownStatus(answer.body));
  }
}

function truncate(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function withUnknownStatus(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, status: 'under_review' } : body;
}
