import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import {
  type Answer as ServiceAnswer,
  merchantKey,
  serviceKey,
  type ServiceStub,
  signAsService,
  startServiceStub,
} from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  type RecordRow,
  recordsQuery,
  type StoredAttempt,
  storedAttempts,
  type StoredEvent,
  storedEvents,
} from '../stored-records.ts';

/** What came back on a connection. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The code of a problem document; `undefined` for every other answer. */
  readonly code: string | undefined;
}

/** One process of a real server, what it is connected to, and what it leaves. */
export interface Target {
  readonly service: ServiceStub;
  /** Each line of its log; also where it connected to, and what names it resolved. */
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  /** `shop` and `hasty`, with short timeouts, verify webhooks; `unverified` has no key for them; the others only from listed addresses. */
  readonly ports: Readonly<Record<Door, number>>;
  /** Its process, as it reports it. */
  readonly ask: () => Promise<{ readonly pid: number; readonly memory: number }>;
  readonly pid: number | undefined;
  /** Sends these bytes, one piece after another, and reads until the connection ends. */
  readonly send: (bytes: Bytes | Iterable<Bytes>, door?: Door) => Promise<Answer>;
  /** A whole POST; a header may stand in it twice. */
  readonly post: (
    path: string,
    body: Bytes,
    headers?: readonly string[],
    door?: Door,
  ) => Promise<Answer>;
  readonly pay: (order: string, said?: object, more?: PayOptions) => Promise<Answer>;
  readonly webhook: (message: object | string, version?: string, door?: Door) => Promise<Answer>;
  /** Attempts as they are stored, oldest first. */
  readonly attempts: (file?: string) => readonly StoredAttempt[];
  readonly attemptOf: (order: string, file?: string) => StoredAttempt;
  /** The history as it is stored, oldest line first. */
  readonly events: (file?: string) => readonly StoredEvent[];
  readonly file: (name?: string) => string;
  readonly close: () => Promise<void>;
}

export interface PayOptions {
  readonly key?: string;
  readonly fields?: object;
  readonly headers?: readonly string[];
  readonly door?: Door;
}

export type Bytes = string | Uint8Array;
export type Door = 'shop' | 'hasty' | 'unverified' | 'direct' | 'proxied';

/** Part of bad input; it must be in no answer and no log. */
export const marker = 'NEVER-ECHO-ME';

/** A request's head: the lines of a good one, and those of the test. */
export function head(
  start: string,
  headers: readonly string[] = ['content-type: application/json'],
): string {
  return [start, 'host: shop.example', 'connection: close', ...headers, '', ''].join('\r\n');
}

export async function startTarget(): Promise<Target> {
  const service = await startServiceStub();
  service.on('/v1/pay-token', asTheTokenSays);
  const folder = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
  const program = fileURLToPath(new URL('server.ts', import.meta.url));
  const keys = [merchantKey, serviceKey].map((pem) => Buffer.from(pem).toString('base64'));
  const child = spawn(
    process.execPath,
    ['--conditions=@wallet-buttons/source', program, folder, service.baseUrl, ...keys],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const logs: Record<string, unknown>[] = [];
  lines.on('line', (line) => void logs.push(JSON.parse(line) as (typeof logs)[number]));
  await eventually(() => logs.some((line) => 'shop' in line));
  // Before it listened, it resolved its own address.
  const [said] = logs.splice(0).slice(-1);
  const ports = said as Target['ports'] | undefined;
  if (!ports) throw new Error('The server did not start.');
  const file = (name = 'payments.db'): string => join(folder, name);
  const rows = (name: string | undefined, sql: string): readonly unknown[] => {
    using db = closing(new DatabaseSync(file(name), { readOnly: true }));
    return db.database.prepare(sql).all();
  };
  const send: Target['send'] = async (bytes, door = 'shop') => {
    const pieces = typeof bytes === 'string' || bytes instanceof Uint8Array ? [bytes] : bytes;
    return readAnswer(ports[door], pieces);
  };
  const post: Target['post'] = async (
    path,
    body,
    headers = ['content-type: application/json'],
    door,
  ) => {
    const length = `content-length: ${String(Buffer.byteLength(body))}`;
    return send([head(`POST ${path} HTTP/1.1`, [length, ...headers]), body], door);
  };
  const attempts: Target['attempts'] = (name) =>
    storedAttempts(rows(name, `${recordsQuery} ORDER BY rowid`) as readonly RecordRow[]);
  let presses = 0;
  return {
    service,
    logs,
    ports,
    ask: async () => {
      child.stdin.write('\n');
      const answer = logs.length;
      await eventually(() => logs.slice(answer).some((line) => 'pid' in line));
      return logs.findLast((line) => 'pid' in line) as { pid: number; memory: number };
    },
    pid: child.pid,
    send,
    post,
    pay: async (order, say = { status: 'paid' }, { key, fields = {}, headers = [], door } = {}) => {
      presses += 1;
      const token = JSON.stringify({ say, press: presses });
      const shownAmount = { amount: '199.90', currency: 'UAH' };
      const body = JSON.stringify({
        order,
        wallet: 'wallet-b',
        token,
        shown: shownAmount,
        ...fields,
      });
      const keyHeader = `idempotency-key: ${key ?? `key-${String(presses)}`}`;
      const all = ['content-type: application/json', keyHeader, ...headers];
      return post('/wallet/pay-token', body, all, door);
    },
    webhook: async (message, version = 'v1', door) => {
      const body = typeof message === 'string' ? message : JSON.stringify(message);
      const signature = `x-sign-v2: ${signAsService(body)}`;
      return post(`/wallet/webhook/${version}`, body, [signature], door);
    },
    attempts,
    attemptOf: (order, name) =>
      attempts(name).find((attempt) => attempt.order === order) ??
      assert.fail(`There is no attempt of ${order}.`),
    events: (name) => storedEvents(rows(name, recordsQuery) as readonly RecordRow[]),
    file,
    close: async () => {
      const exit = once(child, 'exit');
      child.stdin.end();
      await exit;
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * A refusal: this status, a problem document with this code, nothing of the input in it, nothing sent to
 * the service, nothing changed in the store. Without a code the refusal is Node's own, which has no body.
 */
export async function refused(
  target: Target,
  answer: () => Promise<Answer>,
  status: number,
  code?: string,
): Promise<Answer> {
  const tracesBefore = traces(target);
  const response = await answer();
  assert.equal(response.status, status);
  assert.equal(response.code, code);
  if (code !== undefined)
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
  assert.ok(!response.body.includes(marker));
  assert.ok(response.body.length < 700);
  assert.deepEqual(traces(target), tracesBefore);
  return response;
}

/** The stand-in answers what the token holds. */
export const asTheTokenSays: ServiceAnswer = ({ body }, response) => {
  const { say } = JSON.parse(String(body['token'])) as { readonly say: { readonly http?: number } };
  if (say.http === undefined) return say;
  response.writeHead(say.http).end(JSON.stringify(say));
  return null;
};

/** Waits for something that another process does. */
export async function eventually(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'It did not happen within 30 s.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function traces({ service, attempts, events }: Target): object {
  return { calls: service.calls.length, attempts: attempts(), events: events() };
}

function closing(database: DatabaseSync): Disposable & { readonly database: DatabaseSync } {
  return {
    database,
    [Symbol.dispose]: () => {
      database.close();
    },
  };
}

async function readAnswer(port: number, pieces: Iterable<Bytes>): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  // A server that has refused the rest of a request may reset the connection.
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => void parts.push(part));
  const close = new Promise((resolve) => socket.once('close', resolve));
  Readable.from(pieces).pipe(socket, { end: false });
  await close;
  return parse(Buffer.concat(parts).toString());
}

function parse(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...fields] = text.slice(0, end).split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon), field.slice(colon + 1).trim()];
    }),
  );
  const rest = text.slice(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest;
  const isProblem = body !== '' && headers.get('content-type') === 'application/problem+json';
  const code = isProblem ? (JSON.parse(body) as { readonly code: string }).code : undefined;
  return { status: Number(start.split(' ')[1]), headers, body, code };
}

function unchunked(text: string): string {
  const [, size = '0', rest = ''] = /^([\da-f]+)\r\n([\s\S]*)$/i.exec(text) ?? [];
  const length = Number.parseInt(size, 16);
  return length === 0 ? '' : rest.slice(0, length) + unchunked(rest.slice(length + 2));
}
