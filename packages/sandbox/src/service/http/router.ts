/** Which part of the emulator answers a request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { decide, showBankPage } from '../bank/bank.ts';
import type { HtmlAnswer } from '../bank/bank-page.ts';
import { payHosted, showHostedPage } from '../bank/hosted-page.ts';
import { type BuiltFile, readBuiltFile } from '../../built-files.ts';
import type { Service } from '../service.ts';
import { answerSignedCall, isServicePath, type SignedCalls } from '../wire/signed-call.ts';
import { controls } from './control.ts';
import { readBody, send, sendJson, whenAnswered } from './http.ts';

/** Answers any request. */
export async function route(
  calls: SignedCalls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '' } = request;
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/control/')) return control(calls, request, response, path);
  if (path.startsWith('/bank/')) {
    sendPage(response, await bank(calls.service, request, path.slice(6)));
    return;
  }
  if (path === '/pay') {
    sendPage(response, await hosted(calls.service, request, url.slice(path.length)));
    return;
  }
  const isPage = method === 'GET' || method === 'HEAD';
  // A call whose base URL is wrong is logged like any other.
  if (!isPage || isServicePath(calls, path))
    return answerSignedCall(calls, request, response, path);
  const file = await readBuiltFile(path);
  if (file !== undefined) {
    sendFile(response, path, file);
    return;
  }
  if (path === '/healthz') {
    sendJson(response, 200, { ok: true });
    return;
  }
  sendJson(response, 404, { error: 'not found' });
}

async function control(
  calls: SignedCalls,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { method = '', url = '' } = request;
  if (!isOwnHost(request.headers.host ?? '', calls.service.publicUrl)) {
    sendJson(response, 403, { error: 'this host is not the sandbox’s: set publicUrl to its URL' });
    return;
  }
  const handler = controls.get(`${method} ${path}`);
  if (handler === undefined) {
    const error = `no such control; there are ${[...controls.keys()].join(', ')}`;
    sendJson(response, 404, { error });
    return;
  }
  const type = request.headers['content-type'] ?? '';
  // A page of another origin can post text without asking, but not JSON.
  if (method === 'POST' && !/^application\/json\b/.test(type)) {
    sendJson(response, 415, { error: 'expected content-type: application/json' });
    return;
  }
  try {
    const query = Object.fromEntries(new URLSearchParams(url.slice(path.length)));
    const raw = await readBody(request);
    if (raw === undefined) {
      sendJson(response, 413, { error: 'the body is larger than a megabyte' });
      return;
    }
    const body: unknown = method === 'GET' ? query : readJson(raw);
    sendJson(response, 200, await handler(calls, body));
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

/** A page of another site can point its own name to this machine, but not an address or a name without a dot. */
function isOwnHost(host: string, publicUrl: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (!hostname.includes('.') || hostname.endsWith('.localhost')) return true;
  return URL.canParse(publicUrl) && new URL(publicUrl).hostname === hostname;
}

/** The body; `{}` for an empty one. @throws SyntaxError */
function readJson(raw: Uint8Array): unknown {
  return raw.length === 0 ? {} : JSON.parse(Buffer.from(raw).toString('utf8'));
}

async function bank(
  service: Service,
  request: IncomingMessage,
  attemptId: string,
): Promise<HtmlAnswer> {
  if (request.method !== 'POST') return showBankPage(service, attemptId);
  const raw = (await readBody(request)) ?? new Uint8Array();
  const form = new URLSearchParams(Buffer.from(raw).toString('utf8'));
  return decide(service, attemptId, form.get('decision'));
}

async function hosted(
  service: Service,
  request: IncomingMessage,
  query: string,
): Promise<HtmlAnswer> {
  const sessionId = new URLSearchParams(query).get('sid') ?? '';
  if (request.method !== 'POST') return showHostedPage(service, sessionId);
  await readBody(request);
  return payHosted(service, sessionId);
}

function sendPage(
  response: ServerResponse,
  { httpStatus, headers, html, after }: HtmlAnswer,
): void {
  if (after) whenAnswered(response, after);
  send(response, httpStatus, headers, html);
}

function sendFile(response: ServerResponse, path: string, { type, body }: BuiltFile): void {
  // A page may load the providers' scripts with `crossorigin`.
  response.setHeader('access-control-allow-origin', '*');
  if (body !== undefined) {
    send(response, 200, { 'content-type': type }, body);
    return;
  }
  const text = `${path} is not built yet: run "pnpm build", then load the page again.\n`;
  send(response, 503, { 'content-type': 'text/plain; charset=utf-8' }, text);
}
