import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built site. */
export const dist = fileURLToPath(new URL('../.vitepress/dist', import.meta.url));

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
};

/** Serves the built site as a host of static pages does: without `.html`, and with its own page for a 404. */
export async function serveSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const path = join(dist, pathname.endsWith('/') ? `${pathname}index` : pathname);
    const found = [path, `${path}.html`].find(
      (each) => existsSync(each) && statSync(each).isFile(),
    );
    const file = found ?? join(dist, '404.html');
    response
      .writeHead(found === undefined ? 404 : 200, {
        'content-type': types[extname(file)] ?? 'text/plain',
      })
      .end(readFileSync(file));
  });
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${String(port)}`, close: () => void server.close() };
}
