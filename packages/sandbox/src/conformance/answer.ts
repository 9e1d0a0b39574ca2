import { expect, Finding } from './finding.ts';
import { oneLine } from './transcript.ts';

/** What the merchant's backend answered. */
export interface Answer {
  readonly status: number;
  /** `content-type` in small letters, without its parameters. */
  readonly type: string;
  readonly text: string;
  /** The text's members, if it is a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Status and text, cut to a line. */
  readonly seen: string;
  /** Text and headers, whole. */
  readonly all: string;
}

/** No answer came. */
export class NoAnswer extends Finding {
  /** The backend closed the connection, rather than let it wait. */
  readonly isClosed: boolean;

  constructor(request: string, error: unknown) {
    super(`${request} was not answered: ${reason(error)}`);
    this.isClosed = closings.includes(codeOf(error));
  }
}

const timeout = 40_000;

/**
 * Sends a request on a connection of its own, unless a header says otherwise: a backend may close a kept one at the moment
 * at which it is used again.
 *
 * @throws NoAnswer saying which request had none, and why
 */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      ...(method !== 'GET' && { body }),
    });
    const text = await response.text();
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    const observation = `${response.status} ${oneLine(text)}`.trim();
    const mediaType = type.trim().toLowerCase();
    return {
      status: response.status,
      type: mediaType,
      text,
      body: members(text),
      seen: observation,
      all: [text, ...[...response.headers].map((header) => header.join(': '))].join('\n'),
    };
  } catch (error) {
    throw new NoAnswer(`${method} ${new URL(url).pathname}`, error);
  }
}

function members(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A connection that was closed while the request was still being sent, or before its answer. */
const closings = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  EPIPE: 'the backend closed the connection (EPIPE)',
  ECONNRESET: 'the backend closed the connection (ECONNRESET)',
  UND_ERR_SOCKET: 'the backend closed the connection',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  TimeoutError: `nothing came for ${timeout / 1000} seconds`,
};

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const { cause } = error;
  const name = codeOf(error);
  const detail = cause instanceof Error ? cause.message : error.message;
  return reasons[name] ?? `${detail} (${name})`;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}

/** @throws Finding unless the answer has one of these outcomes, and a status */
export function expectOutcome(answer: Answer, ...outcomes: readonly string[]): void {
  const { outcome, status } = answer.body;
  expect(
    outcomes.includes(String(outcome)),
    `outcome is not ${outcomes.join(' or ')}: ${answer.seen}`,
  );
  expect(typeof status === 'string', `status is missing: ${answer.seen}`);
}

/** @throws Finding unless the answer is a problem document of its own HTTP status */
export function expectProblem({ status, type, body, seen }: Answer, description: string): void {
  expect(type === 'application/problem+json', `${description}: content-type is "${type}"`);
  const { code, title, status: bodyStatus } = body;
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  expect(isText(code), `${description}: no code in the answer`);
  expect(isText(title), `${description}: no title in the answer`);
  expect(bodyStatus === status, `${description}: its status is not ${status}: ${seen}`);
}

/** @throws Finding if the answer has this outcome */
export function expectNot({ body, seen }: Answer, outcome: string, context = ''): void {
  expect(body['outcome'] !== outcome, context === '' ? seen : `${context}: ${seen}`);
}
