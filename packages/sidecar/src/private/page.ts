import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Reply } from './reply.ts';

/** The built page of the desk, beside the built program. */
export const builtDesk = new URL('../../dist/desk/', import.meta.url);

/** The page loads nothing but its own two files, and speaks with nothing but its own server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const files = {
  '/desk/': ['index.html', 'text/html; charset=utf-8'],
  '/desk/desk.js': ['desk.js', 'text/javascript; charset=utf-8'],
  '/desk/desk.css': ['desk.css', 'text/css; charset=utf-8'],
  '/desk/icon.svg': ['icon.svg', 'image/svg+xml'],
} as const;

/** Answers with a file of the page; `null` for another path. */
export type ServePage = (path: string, request: Request) => Reply | null;

/** @param folder of the built page; without it, only a sentence that says what to do is served. */
export function pageIn(folder: URL): ServePage {
  const read = (name: string): { readonly body: string; readonly etag: string } | null => {
    try {
      const body = readFileSync(new URL(name, folder), 'utf8');
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
      return { body, etag };
    } catch {
      return null;
    }
  };
  const pages = new Map(
    Object.entries(files).map(([path, [name, type]]) => [path, { type, file: read(name) }]),
  );
  return (path, request) => {
    // An address without the slash would take the page's files from the folder above.
    if (path === '/desk') return { ...text(308, ''), headers: { location: 'desk/' } };
    const page = pages.get(path);
    if (!page) return null;
    const { type, file } = page;
    if (!file) return text(503, 'The desk is not built: build @wallet-buttons/sidecar.');
    const { etag, body } = file;
    const headers = {
      etag,
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    };
    const isKnown = request.headers.get('if-none-match') === etag;
    return { status: isKnown ? 304 : 200, type, body: isKnown ? '' : body, headers };
  };
}

function text(status: number, body: string): Reply {
  return { status, type: 'text/plain; charset=utf-8', body };
}
