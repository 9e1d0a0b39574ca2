import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Reply } from './private/reply.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Answers a request with a file, or says that the browser has it already. */
export type ServeFile = (request: Request) => Reply;

/** Reads a file once, to serve it; `null` if it is missing. @param headers of each answer. */
export function servedFile(file: URL, headers: Readonly<Record<string, string>>): ServeFile | null {
  let body: string;
  try {
    body = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const type = types[file.pathname.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8';
  return (request) => {
    const isKnown = request.headers.get('if-none-match') === etag;
    return {
      status: isKnown ? 304 : 200,
      type,
      body: isKnown ? '' : body,
      headers: { ...headers, etag },
    };
  };
}
