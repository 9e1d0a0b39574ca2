import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The built tags of `@wallet-buttons/elements`: one file that defines all three. */
export const builtTags = new URL(import.meta.resolve('@wallet-buttons/elements/cdn/define.js'));

/** Answers with the tags, so that a page in any language needs one `<script type="module">`. */
export type ServeTags = (request: IncomingMessage, response: ServerResponse) => void;

/** Reads the tags once. `null` if they are not built. */
export async function tagsIn(file: URL): Promise<ServeTags | null> {
  const script = await readFile(file).catch(() => null);
  if (!script) return null;
  const etag = `"${createHash('sha256').update(script).digest('base64url')}"`;
  const headers = {
    etag,
    'cache-control': 'public, max-age=300',
    // A page of another origin may load it as a module: it has no secret.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  };
  return ({ method, headers: requestHeaders }, response) => {
    if (requestHeaders['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const length = script.byteLength;
    const type = { 'content-type': 'text/javascript; charset=utf-8', 'content-length': length };
    response.writeHead(200, { ...headers, ...type });
    response.end(method === 'HEAD' ? undefined : script);
  };
}
