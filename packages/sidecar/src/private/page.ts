import { readdirSync } from 'node:fs';
import { servedFile } from '../served-file.ts';
import type { Reply } from './reply.ts';

/** The built page of the desk, beside the built program. */
export const builtDesk = new URL('../../dist/desk/', import.meta.url);

/** The page loads nothing but its own files, and speaks with nothing but its own server. */
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

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Answers with a file of the page; `null` for another path. */
export type ServePage = (path: string, request: Request) => Reply | null;

/** @param folder of the built page; without it, only a sentence that says what to do is served. */
export function pageIn(folder: URL): ServePage {
  const files = new Map(
    namesIn(folder).map((name) => [name, servedFile(new URL(name, folder), headers)] as const),
  );
  return (path, request) => {
    // An address without the slash would take the page's files from the folder above.
    if (path === '/desk') return { ...text(308, ''), headers: { location: 'desk/' } };
    if (!path.startsWith('/desk/')) return null;
    const name = path.slice('/desk/'.length) || 'index.html';
    if (files.size === 0) return text(503, 'The desk is not built: build @wallet-buttons/sidecar.');
    return files.get(name)?.(request) ?? null;
  };
}

function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function text(status: number, body: string): Reply {
  return { status, type: 'text/plain; charset=utf-8', body };
}
