import { Webhook } from 'standardwebhooks';
import { SidecarError, type SidecarErrorCode } from '../errors.ts';

/** A route of the shop, and how it is called. */
export interface HookOptions {
  readonly name: 'find-order' | 'status-change';
  readonly url: string;
  /** Each signs, so that the shop may know either of two during a rotation. */
  readonly secrets: readonly string[];
  /** In milliseconds. */
  readonly timeout: number;
}

/** One call of a hook. */
export interface HookCall {
  /** The `webhook-id`: the same for each delivery of one message. */
  readonly id: string;
  readonly body: object;
  /** Headers of the payer's request that the configuration lists. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of a shop, whatever its status below 300 or above 399. */
export interface HookAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** The shop's time minus our own, in milliseconds; `null` if the answer has no date. */
  readonly clockDifference: number | null;
}

/** The most that a shop may answer, in bytes. */
const sizeLimit = 64 * 1024;

/**
 * Calls a route of the shop by a signed POST (Standard Webhooks). A redirect is not followed.
 * @throws {SidecarError} `hook_unreachable`, `hook_timeout`, `hook_redirect`, `hook_too_large`; the message never has
 * a part of the answer.
 */
export async function callHook(
  { name, url, secrets, timeout }: HookOptions,
  { id, body, headers = {} }: HookCall,
): Promise<HookAnswer> {
  const payload = JSON.stringify(body);
  const sentAt = new Date();
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, sentAt, payload));
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body: payload,
    });
    const { status } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw failed('hook_redirect', name, `answered with a redirect (${String(status)})`);
    }
    const contentType = response.headers.get('content-type') ?? 'no content type';
    const shopTime = Date.parse(response.headers.get('date') ?? '');
    const clockDifference = Number.isNaN(shopTime) ? null : shopTime - Date.now();
    return { status, contentType, text: await textOf(response, name), clockDifference };
  } catch (error) {
    if (error instanceof SidecarError) throw error;
    throw unanswered(error, name, timeout);
  }
}

/** Whether an answer with 2xx acknowledges a message: it is empty, `ok`, or JSON that repeats the id of the message. */
export function isAcknowledgement({ text }: HookAnswer, id: string): boolean {
  const body = text.trim();
  if (body === '' || body.toLowerCase() === 'ok') return true;
  try {
    return JSON.stringify(JSON.parse(body)) === JSON.stringify({ received: id });
  } catch {
    return false;
  }
}

/** The first line of an answer, for a reader of the log: of an error page it says most. */
export function firstLineOf({ text }: HookAnswer): string {
  const [line = ''] = text.trim().split(/[\r\n]/);
  return line.replaceAll(/\p{Cc}/gu, '').slice(0, 100);
}

/** The error of a hook, for the log: the route, and what it did. */
export function failed(
  code: SidecarErrorCode,
  name: HookOptions['name'],
  text: string,
): SidecarError {
  return new SidecarError(code, `The hook ${name} ${text}.`);
}

async function textOf(response: Response, name: HookOptions['name']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: ReadableStream<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > sizeLimit) throw failed('hook_too_large', name, 'answered with more than 64 KiB');
    chunks.push(chunk);
  }
  // Without a byte order mark, with which an editor may have begun a file of PHP.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function unanswered(error: unknown, name: HookOptions['name'], timeout: number): SidecarError {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return failed('hook_timeout', name, `did not answer within ${String(timeout)} ms`);
  }
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const { code } = Object(cause) as { readonly code?: unknown };
  const reason = typeof code === 'string' && /^\w{1,64}$/.test(code) ? ` (${code})` : '';
  return failed('hook_unreachable', name, `cannot be reached, or broke off${reason}`);
}
