import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { SidecarError } from '../errors.ts';
import type { Answer } from './back-office.ts';
import { problem, responseOf } from './reply.ts';

/** Answers a request of `node:http` by a function over web requests. */
export async function answerNode(
  handle: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { status, headers, body } = await responseTo(request, handle);
    // The rest of a refused body must not be read as the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(status, [...headers].flat());
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) response.write(chunk);
    response.end();
  } catch {
    response.destroy();
  }
}

/** No web request has the method TRACE or the address `*`. */
async function responseTo(message: IncomingMessage, handle: Answer): Promise<Response> {
  let request;
  try {
    request = webRequest(message);
  } catch {
    const error = new SidecarError('invalid_field', 'The method or the address cannot be used.');
    return responseOf(problem(error), message.method ?? '');
  }
  return handle(request, { clientAddress: message.socket.remoteAddress ?? null });
}

function webRequest(request: IncomingMessage): Request {
  const { method = 'GET', url = '/', headersDistinct } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Request(new URL(url.startsWith('/') ? `http://localhost${url}` : url), {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const }),
  });
}
