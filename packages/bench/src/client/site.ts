import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Contender } from './contenders.ts';
import { walletAScript, walletBScript } from './page/providers.ts';

export const shop = 'https://shop.example';
const providerScripts: Readonly<Record<string, string>> = {
  'pay.google.com': `(${walletBScript.toString()})()`,
  'applepay.cdn-apple.com': `(${walletAScript.toString()})()`,
};

/** The whole network of the benchmark on one loopback port: the shop, and both providers. */
export class Site {
  /** What each answer waits for. */
  network: () => Promise<unknown> = async () => Promise.resolve();
  readonly #files = new Map<string, string>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', ({ headers: { host = '', origin = '*' }, url = '' }, response) => {
      const [path = ''] = url.split('?');
      const [name = ''] = host.split(':');
      const body = name === 'shop.example' ? this.#files.get(path) : providerScripts[name];
      const isScript = body !== undefined && (name !== 'shop.example' || path.endsWith('.js'));
      void this.network().then(() => {
        response.writeHead(body === undefined ? 204 : 200, {
          'content-type': isScript ? 'text/javascript' : 'text/html',
          'cache-control': 'max-age=600',
          'access-control-allow-origin': origin,
          'access-control-allow-headers': '*',
          // Isolated pages have clocks of 5 instead of 100 microseconds.
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-resource-policy': 'cross-origin',
        });
        response.end(body);
      });
    });
  }

  static async open(contenders: readonly Contender[]): Promise<Site> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'bench' }], {
      keyType: 'ec',
    });
    const site = new Site(createServer({ key, cert }));
    for (const contender of contenders) {
      const { id, files } = contender;
      for (const { name, code } of files) {
        site.#files.set(`/${id}/${name}`, code);
        // Vite names what a file imports later by its absolute path.
        site.#files.set(`/${name}`, code);
      }
      site.#files.set(`/${id}/`, page(contender));
    }
    await once(site.#server.listen(0, '127.0.0.1'), 'listening');
    return site;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The shop's page. */
function page({ markup, head, files: [entry] }: Contender): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>shop</title>
<link rel="icon" href="data:,">${head}<script type="module" src="${entry?.name ?? ''}"></script>
<h1>Levada seed house</h1><div id="pay">${markup}</div></html>`;
}
