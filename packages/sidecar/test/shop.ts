import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { listen } from './listen.ts';
import { price, secret } from './settings.ts';

/** A call of a hook, as the shop received it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A shop that verifies each call; a test changes its answers. */
export interface Shop {
  readonly url: string;
  readonly received: Received[];
  /** Answers `find-order`, in place of the usual order. */
  findOrder: (response: ServerResponse, order: string) => void;
  /** Answers `status-change`. */
  statusChange: (response: ServerResponse) => void;
}

/** Answers with the order that was asked for, unless its reference begins with `unknown` or is made up. */
export function usual(response: ServerResponse, order: string): void {
  if (/^(unknown|wallet-check)/.test(order)) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ reference: order, ...price }));
}

export async function startShop(test: TestContext, secrets = [secret]): Promise<Shop> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { headers, url: path = '' } = request;
      if (!secrets.some((each) => isSigned(each, text, headers))) {
        response.writeHead(401).end();
        return;
      }
      const body = JSON.parse(text) as Received['body'];
      requests.push({ path, headers, body });
      if (path === '/find-order') shop.findOrder(response, String(body['order']));
      else shop.statusChange(response);
    });
  });
  const url = await listen(test, server);
  const shop: Shop = {
    url,
    received: requests,
    findOrder: usual,
    statusChange: (response) => {
      response.writeHead(204).end();
    },
  };
  return shop;
}

/** As a shop verifies it, by the library of Standard Webhooks. */
function isSigned(key: string, text: string, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(key).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
