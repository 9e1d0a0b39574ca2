import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built site. */
export const dist = fileURLToPath(new URL('../../.vitepress/dist', import.meta.url));

/** The built site on a port of this machine. */
export interface Site {
  readonly url: string;
  readonly close: () => void;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Serves a built site below a path as a host of static pages does: without `.html`, and with its own page for a 404.
 * The address has no slash at its end.
 */
export async function serveSite(folder = dist, base = '/'): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const name = pathname.slice(base.length);
    const path = join(folder, name === '' || name.endsWith('/') ? `${name}index` : name);
    const existing = [path, `${path}.html`].find(
      (each) => pathname.startsWith(base) && existsSync(each) && statSync(each).isFile(),
    );
    const file = existing ?? join(folder, '404.html');
    response
      .writeHead(existing === undefined ? 404 : 200, {
        'content-type': types[extname(file)] ?? 'text/plain',
      })
      .end(readFileSync(file));
  });
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${String(port)}${base.slice(0, -1)}`,
    close: () => void server.close(),
  };
}
