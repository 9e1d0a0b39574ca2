import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A web server as shops have one: built files from a folder, and `/wallet` from the merchant's server. */
export async function servePage(
  folder: string,
  port: number,
  backendPort: number,
): Promise<AsyncDisposable> {
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming;
    if (url.startsWith('/wallet/')) {
      const forwardRequest = request(
        { host: 'localhost', port: backendPort, path: url, method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      forwardRequest.on('error', () => response.writeHead(502).end());
      incoming.pipe(forwardRequest);
      return;
    }
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      response.end(readFileSync(file));
    }
  }).listen(port);
  await once(server, 'listening');
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
