import type { IncomingMessage, ServerResponse } from 'node:http';
import { type WalletServer, WalletServerError } from '@wallet-buttons/server';
import type { Orders } from './orders.ts';

/** What this shop had before wallets, and the payments beside it. */
interface Shop {
  readonly orders: Orders;
  readonly wallet: WalletServer;
}

/** A sentence for the caller, with its HTTP status. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const bodyLimit = 4096;

/**
 * The shop's own routes: `POST /shop/orders`, `GET /shop/orders/:id`, `GET /shop/healthz`; and its back office:
 * `GET /shop/payments`, `POST /shop/payments/:order/(capture|void|refund)`. A real shop puts its own login
 * before the back office.
 */
export async function answerShop(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    checkOrigin(request);
    send(response, 200, await answer(shop, request));
  } catch (error) {
    const isKnown = error instanceof Refused || error instanceof WalletServerError;
    if (!isKnown) console.error(error);
    send(response, isKnown ? error.status : 500, {
      error: isKnown ? error.message : 'The shop failed.',
    });
  }
}

async function answer({ orders, wallet }: Shop, request: IncomingMessage): Promise<unknown> {
  const [, , noun, id = '', verb = ''] = (request.url ?? '').split('/');
  const isGet = request.method === 'GET';
  if (isGet && noun === 'healthz') return { pid: process.pid };
  if (isGet && noun === 'orders') return orders.find(id) ?? refuse(404, 'There is no such order.');
  if (isGet && noun === 'payments') return wallet.list({ limit: 20 });
  if (request.method !== 'POST') return refuse(404, 'There is nothing here.');
  const body = await readJson(request);
  if (noun === 'orders') {
    return orders.open(text(body, 'product')) ?? refuse(400, 'Send {"product": "meadow"}.');
  }
  if (noun === 'payments' && (verb === 'capture' || verb === 'void' || verb === 'refund')) {
    const amount = text(body, 'amount');
    return wallet[verb](id, amount === '' ? {} : { amount });
  }
  return refuse(404, 'There is nothing here.');
}

/** A form or a script of another site must not move the shop's money. */
function checkOrigin({ method, headers }: IncomingMessage): void {
  if (method === 'GET') return;
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isForeign = origin !== undefined && URL.parse(origin)?.host !== host;
  if (isForeign || site === 'cross-site' || headers['content-type'] !== 'application/json') {
    refuse(403, 'Only the pages of this shop may do that, with JSON.');
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    body += chunk;
    if (body.length > bodyLimit) refuse(413, 'The body is too long.');
  }
  try {
    return JSON.parse(body);
  } catch {
    return refuse(400, 'The body is not JSON.');
  }
}

/**
 * The text of the only field of the body, `''` if it is absent. Anything else is refused: a misspelt amount must
 * not move all of the money.
 */
function text(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse(400, 'Send a JSON object.');
  }
  if (Object.keys(body).some((key) => key !== name)) refuse(400, `Send ${name} alone.`);
  if (!Object.hasOwn(body, name)) return '';
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : refuse(400, `${name} must be a string.`);
}

function refuse(status: number, message: string): never {
  throw new Refused(status, message);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
