import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Orders } from './orders.ts';

/** `POST /shop/orders`, `GET /shop/orders/:id`, `GET /shop/healthz`: what this shop had before wallets. */
export async function answerShop(
  orders: Orders,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, shop, noun, id = ''] = (request.url ?? '').split('/');
  const route = `${request.method ?? ''} /${shop ?? ''}/${noun ?? ''}`;
  if (route === 'GET /shop/healthz') {
    send(response, 200, { pid: process.pid });
    return;
  }
  if (route === 'GET /shop/orders') {
    const order = orders.find(id);
    send(response, order ? 200 : 404, order ?? { error: 'no such order' });
    return;
  }
  if (route === 'POST /shop/orders') {
    const order = orders.open(await readProduct(request));
    send(response, order ? 201 : 400, order ?? { error: 'send {"product": "meadow"}' });
    return;
  }
  send(response, 404, { error: 'not found' });
}

async function readProduct(request: IncomingMessage): Promise<string> {
  const body: unknown = await json(request).catch(() => undefined);
  const product = typeof body === 'object' && body && 'product' in body ? body.product : '';
  return typeof product === 'string' ? product : '';
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
