// A merchant's server by hand, to measure ours against: the same requests and the same durability, and nothing else. It
// has no limits, no rules and no time-outs, and it never asks the service again.
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { ServiceGiven } from '../merchant-options.ts';
import { attend, handedOver, listen } from './attend.ts';

export interface HandWrittenGiven extends ServiceGiven {
  readonly store: { readonly file: string };
}

interface Reply {
  readonly status: number;
  readonly body?: string | Buffer | undefined;
}

interface Payment {
  readonly session: string;
  readonly status: string;
}

/** A change of the database that waits for the next commit. */
interface Write {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

type Route = (bytes: Buffer, headers: IncomingMessage['headers']) => Promise<Reply>;

const outcomes: Readonly<Record<string, string>> = { paid: 'succeeded', processing: 'pending' };

const { service, webhookKey, store } = handedOver() as HandWrittenGiven;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const serviceKey = createPublicKey(webhookKey);
const signBytes = promisify(sign);
const agent = new Agent({ keepAlive: true, scheduling: 'lifo' });

const db = new DatabaseSync(store.file);
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE payment (order_ref TEXT PRIMARY KEY, session TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL, key TEXT) STRICT`);
const statements = {
  find: db.prepare('SELECT session, status FROM payment WHERE order_ref = ?'),
  findSession: db.prepare('SELECT session, status FROM payment WHERE session = ?'),
  open: db.prepare("INSERT INTO payment VALUES (?, ?, 'created', NULL) ON CONFLICT DO NOTHING"),
  intend: db.prepare(`UPDATE payment SET status = 'sending', key = ?
    WHERE order_ref = ? AND status = 'created'`),
  settle: db.prepare("UPDATE payment SET status = ? WHERE order_ref = ? AND status = 'sending'"),
  change: db.prepare('UPDATE payment SET status = ? WHERE session = ?'),
};

const routes: Readonly<Record<string, Route>> = {
  '/wallet/prepare': async (bytes) => {
    await opened(read(bytes)['order'] ?? '');
    return { status: 204 };
  },
  '/wallet/validate-merchant': async (bytes) => {
    const { order = '', validation_url, domain } = read(bytes);
    const { session: session_id } = await opened(order);
    const body = { merchant_id: '1', session_id, validation_url, domain };
    return { status: 200, body: await call('/v1/walleta-pay/validate-merchant', body) };
  },
  '/wallet/pay-token': async (bytes, headers) => {
    const { order = '', token } = read(bytes);
    const { session: session_id } = await opened(order);
    const key = String(headers['idempotency-key']);
    const { changes } = await write(() => statements.intend.run(key, order));
    // A token of the order was sent before.
    if (changes === 0) return paymentReply(find(order));
    const redirect_url = `https://shop.example/return?order=${order}`;
    const body = { merchant_id: '1', session_id, token, paytype: 'wallet-b', redirect_url };
    const { status = '' } = read(await call('/v1/pay-token', body));
    await write(() => statements.settle.run(status, order));
    return paymentReply({ session: session_id, status });
  },
  '/wallet/webhook/v1': async (bytes, headers) => {
    const signature = Buffer.from(String(headers['x-sign-v2']), 'base64');
    if (!verify('sha256', bytes, serviceKey, signature)) return { status: 401 };
    const { session_id = '', status = '' } = read(bytes);
    const payment = statements.findSession.get(session_id) as Payment | undefined;
    if (payment && payment.status !== status) {
      await write(() => statements.change.run(status, session_id));
    }
    return { status: 200, body: 'OK' };
  },
  '/wallet/status': async (bytes) => {
    const { status, body } = paymentReply(find(read(bytes)['order'] ?? ''));
    return Promise.resolve({ status: status === 202 ? 200 : status, body });
  },
};

const port = await listen(serve);
attend({ port: () => port, drain: () => undefined });

function serve(incoming: IncomingMessage, response: ServerResponse): void {
  const route = routes[incoming.url ?? ''];
  const answer = async (): Promise<Reply> =>
    route ? route(await bodyOf(incoming), incoming.headers) : { status: 404 };
  answer()
    .catch(() => ({ status: 500, body: '' }))
    .then(({ status, body = '' }: Reply) => {
      const length = { 'content-length': Buffer.byteLength(body) };
      response.writeHead(status, {
        'cache-control': 'no-store',
        ...(body.length > 0 && { 'content-type': 'application/json', ...length }),
      });
      response.end(body);
    })
    .catch(() => response.destroy());
}

/** The order's payment, with its session and payment at the service. */
async function opened(order: string): Promise<Payment> {
  const storedPayment = find(order);
  if (storedPayment) return storedPayment;
  const session = { merchant_id: '1', callback_url: 'https://shop.example/wallet/webhook/v1' };
  const { id = '' } = read(await call('/v1/session', session));
  const payment = { merchant_id: '1', session_id: id, amount: 199.9, external_id: order };
  await call('/v1/payment', payment);
  await write(() => statements.open.run(order, id));
  return find(order) ?? { session: id, status: 'created' };
}

function find(order: string): Payment | undefined {
  return statements.find.get(order) as Payment | undefined;
}

function paymentReply(payment: Payment | undefined): Reply {
  if (!payment) return { status: 404 };
  const { status } = payment;
  const body = JSON.stringify({ outcome: outcomes[status] ?? 'unknown', status });
  return { status: status === 'paid' ? 200 : 202, body };
}

/** A signed call. */
async function call(path: string, fields: object): Promise<Buffer> {
  const body = Buffer.from(JSON.stringify(fields));
  const signature = await signBytes('sha256', body, privateKey);
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-sign': signature.toString('base64'),
    };
    const target = { agent, host: '127.0.0.1', port: service, path, method: 'POST', headers };
    const clientRequest = request(target, (answer) => void bodyOf(answer).then(resolve, reject));
    clientRequest.on('error', reject).end(body);
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    message.on('error', reject);
  });
}

function read(bytes: Buffer): Readonly<Record<string, string>> {
  return JSON.parse(bytes.toString()) as Readonly<Record<string, string>>;
}

let waiting: Write[] = [];

/** Simultaneous writes share a commit, and so one sync. */
async function write<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (waiting.push({ work, resolve, reject }) === 1) setImmediate(commit);
  });
}

function commit(): void {
  const batch = waiting;
  waiting = [];
  try {
    db.exec('BEGIN IMMEDIATE');
    const results = batch.map(({ work }) => work());
    db.exec('COMMIT');
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as never);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    for (const { reject } of batch) reject(error);
  }
}
