/** The little of HTTP that the service needs. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** No call of the service is larger. */
const mostBytes = 1024 * 1024;

/** The body's bytes, or undefined when there are too many. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    // A request without an encoding yields buffers.
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size <= mostBytes) chunks.push(bytes);
  }
  return size <= mostBytes ? Buffer.concat(chunks) : undefined;
}

/** Answers with JSON; `null` is a body too. */
export function sendJson(response: ServerResponse, httpStatus: number, body: unknown): void {
  send(response, httpStatus, { 'content-type': 'application/json' }, JSON.stringify(body));
}

/** Answers with text or bytes of any type. */
export function send(
  response: ServerResponse,
  httpStatus: number,
  headers: Readonly<Record<string, string>>,
  text: string | Uint8Array,
): void {
  response.writeHead(httpStatus, { 'cache-control': 'no-store', ...headers });
  response.end(text);
}

/** Runs a task once the answer is sent or the connection closed. */
export function whenAnswered(response: ServerResponse, task: () => void): void {
  if (response.destroyed || response.writableFinished) task();
  else response.once('close', task);
}
