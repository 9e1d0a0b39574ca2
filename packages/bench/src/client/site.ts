import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { bundlePage } from './bundle.ts';
import type { Contender } from './contenders.ts';
import { walletAScript, walletBScript } from './page/providers.ts';

export const providerHosts = { A: 'applepay.cdn-apple.com', B: 'pay.google.com' } as const;
export const shop = 'https://shop.example';

/**
 * The whole internet of the benchmark on one loopback port: the shop, both providers and the peers' own
 * services. Each answer waits the same `delay`, so that steps in series show in the time.
 */
export class Site {
  /** In ms, for every answer. */
  delay = 0;
  /** Hosts that answer the next request with an error, once. */
  readonly failing = new Set<string>();
  /** What was asked since the last `forget()`, host and path. */
  readonly asked: string[] = [];
  readonly #files = new Map<string, string>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(contenders: readonly Contender[]): Promise<Site> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'bench' }], {
      keyType: 'ec',
    });
    const site = new Site(createServer({ key, cert }));
    for (const source of new Set(contenders.map((each) => each.source))) {
      site.#files.set(`/js/${source}.js`, (await bundlePage(source)).script);
    }
    const adyen = fileURLToPath(import.meta.resolve('@adyen/adyen-web/styles/adyen.css'));
    site.#files.set('/js/adyen.css', readFileSync(adyen, 'utf8'));
    for (const each of contenders) {
      site.#files.set(`/${each.id}`, site.#html(each));
      site.#files.set(`/${each.id}/empty`, site.#html({ ...each, markup: '' }));
    }
    site.#files.set('/bare', bare);
    site.#answer();
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(): void {
    this.#server.on('request', (request, response) => {
      const { host = '', origin = '*' } = request.headers;
      const [path = ''] = (request.url ?? '').split('?');
      const [name = ''] = host.split(':');
      this.asked.push(name + path);
      const body = name === 'shop.example' ? this.#files.get(path) : elsewhere(name + path);
      const status = this.failing.delete(name) ? 503 : body === undefined ? 204 : 200;
      setTimeout(() => {
        response.writeHead(status, {
          'content-type': types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? types[path] ?? 'text/html',
          'cache-control': 'max-age=600',
          'access-control-allow-origin': origin,
          'access-control-allow-headers': '*',
          // Isolated pages have clocks of 5 instead of 100 microseconds.
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-resource-policy': 'cross-origin',
        });
        response.end(status === 200 ? body : undefined);
      }, this.delay);
    });
  }

  /** The shop's page: text above and below the box, so that a button that pushes is seen to push. */
  #html({ source, markup = '', head = [], inline }: Contender): string {
    const file = `/js/${source}.js`;
    const script = inline
      ? `<script type="module">${(this.#files.get(file) ?? '').replaceAll('</script', '<\\/script')}</script>`
      : '';
    const lines = inline ? head : [`<script type="module" src="${file}"></script>`, ...head];
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>shop</title>
<link rel="icon" href="data:,">${lines.join('\n')}
<h1>Levada seed house</h1><p>Twelve kinds of beans.</p>
<div id="pay">${markup}</div>
<p>${'All seeds are open-pollinated. '.repeat(40)}</p>${script}</html>`;
  }
}

/** A page that loads nothing, for measures that do it themselves. */
const bare =
  '<!doctype html><html lang="en"><title>shop</title><link rel="icon" href="data:,"><div id="pay"></div></html>';

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '/merchants/bench/client_api/v1/configuration': 'application/json',
};

const gatewayApi = 'api.sandbox.braintreegateway.com/merchants/bench/client_api';

/** Providers and peers' services. What is not listed, such as telemetry, gets an empty answer. */
function elsewhere(url: string): string | undefined {
  if (url === `${providerHosts.B}/gp/p/js/pay.js`) return `(${walletBScript.toString()})()`;
  if (url.startsWith(providerHosts.A)) return `(${walletAScript.toString()})()`;
  if (url !== `${gatewayApi}/v1/configuration`) return undefined;
  return JSON.stringify({
    environment: 'sandbox',
    clientApiUrl: `https://${gatewayApi}`,
    assetsUrl: 'https://assets.braintreegateway.com',
    merchantId: 'bench',
    creditCards: {},
    androidPay: {
      supportedNetworks: ['visa', 'mastercard'],
      googleAuthorizationFingerprint: 'bench',
    },
    applePayWeb: {
      countryCode: 'UA',
      currencyCode: 'UAH',
      merchantIdentifier: 'bench',
      supportedNetworks: ['visa', 'mastercard'],
    },
  });
}
