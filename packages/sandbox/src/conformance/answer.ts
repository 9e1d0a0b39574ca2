import { Finding } from './finding.ts';

/** What the merchant's backend answered. */
export interface Answer {
  readonly status: number;
  /** `content-type` without its parameters. */
  readonly type: string;
  readonly text: string;
  /** The text's members, if it is a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Status and text, cut to a line. */
  readonly seen: string;
}

const timeout = 40_000;

/** @throws Finding if no answer comes */
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
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    const line = text.replaceAll(/\s+/g, ' ').slice(0, 160);
    const seen = `${String(response.status)} ${line}`.trim();
    return { status: response.status, type, text, body: members(text), seen };
  } catch (error) {
    throw new Finding(`no answer (${reason(error)})`);
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

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
