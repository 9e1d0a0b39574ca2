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
}

const timeout = 40_000;

/** @throws Finding saying which request had no answer, and why */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
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
    };
  } catch (error) {
    throw new Finding(`${method} ${new URL(url).pathname} was not answered: ${reason(error)}`);
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

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ECONNRESET: 'the backend closed the connection (ECONNRESET)',
  UND_ERR_SOCKET: 'the backend closed the connection',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  TimeoutError: `nothing came for ${timeout / 1000} seconds`,
};

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const name = typeof code === 'string' ? code : error.name;
  const detail = cause instanceof Error ? cause.message : error.message;
  return reasons[name] ?? `${detail} (${name})`;
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

/** Whether a text has the token in it. A token is JSON, and JSON in JSON is written with backslashes. */
export function hasToken(text: string, token: string): boolean {
  return text.replaceAll('\\', '').includes(token.replaceAll('\\', '').slice(0, 60));
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
