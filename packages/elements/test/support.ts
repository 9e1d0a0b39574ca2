import type { WalletAButton, WalletBButton, WalletButtonEventMap } from '@wallet-buttons/elements';
import '@wallet-buttons/elements/sheet.js';
import '@wallet-buttons/elements/wallet-a-button.js';
import '@wallet-buttons/elements/wallet-b-button.js';
import '@wallet-buttons/sandbox/wallet-a.js';
import '@wallet-buttons/sandbox/wallet-b.js';
import { buttonEvents } from '@wallet-buttons/protocol/testing/events.js';
import type { WalletCall } from '@wallet-buttons/sandbox/profiles';
import { fixture } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { html, type TemplateResult } from 'lit';
import { becomes, type ReceivedEvent } from './fresh-page.ts';
import { waitUntil } from './wait-until.ts';

/** A node in a failed assertion cannot be sent to the runner, which would wait for the result for ever. */
afterEach(function () {
  const failure = this.currentTest?.err as { actual?: unknown; expected?: unknown } | undefined;
  if (failure?.actual instanceof Node) failure.actual = failure.actual.nodeName;
  if (failure?.expected instanceof Node) failure.expected = failure.expected.nodeName;
});

export const walletA = html`<wallet-a-button
  order="A-1001"
  amount="199.90"
  currency="UAH"
  country="UA"
  label="Honey shop"
></wallet-a-button>`;

export const walletB = html`<wallet-b-button
  order="A-1001"
  amount="199.90"
  currency="UAH"
  country="UA"
  label="Honey shop"
  gateway="examplegateway"
  gateway-merchant-id="exampleMerchant"
></wallet-b-button>`;

export interface Rendered {
  readonly tag: WalletAButton | WalletBButton;
  readonly events: ReceivedEvent[];
}

/** A tag whose button can be pressed. */
export async function ready(template: TemplateResult): Promise<Rendered> {
  const { tag, events } = await render(template);
  await eventOf(events, 'wallet-ready');
  // What an earlier test left of the order is forgotten a moment later.
  if ('state' in tag) await becomes(tag, 'ready');
  return { tag, events };
}

/** A tag on a page of a browser that has never met its order. */
export async function render(template: TemplateResult): Promise<Rendered> {
  localStorage.clear();
  return renderAgain(template);
}

/** Renders a tag and notes every event of it, as a listener far outside would. */
export async function renderAgain(template: TemplateResult): Promise<Rendered> {
  // What the page knew of the order goes a moment after its last button.
  await Promise.resolve();
  const events: ReceivedEvent[] = [];
  const container = document.createElement('div');
  for (const name of buttonEvents)
    container.addEventListener(name, (event) => events.push(event as ReceivedEvent));
  document.body.append(container);
  const tag = await fixture<Rendered['tag']>(template, { parentNode: container });
  return { tag, events };
}

/** The first event of that name, awaited. */
export async function eventOf<K extends keyof WalletButtonEventMap>(
  events: readonly ReceivedEvent[],
  name: K,
): Promise<WalletButtonEventMap[K]> {
  const isNamed = (event: Event): event is WalletButtonEventMap[K] => event.type === name;
  await waitUntil(
    () => events.some(isNamed),
    () => `${name}, and received ${events.map(({ type }) => type).join(', ')}`,
  );
  const match: Event | undefined = events.find(({ type }) => type === name);
  if (!match || !isNamed(match)) throw new Error(`no ${name}`);
  return match;
}

/** A press as a payer does it: trusted, in the middle of the tag. */
export async function press(tag: HTMLElement): Promise<void> {
  const { left, top, width, height } = tag.getBoundingClientRect();
  const frame = tag.ownerDocument === document ? null : tag.ownerDocument.defaultView?.frameElement;
  const frameBox = frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
  await sendMouse({
    type: 'click',
    position: [
      Math.round(frameBox.left + left + width / 2),
      Math.round(frameBox.top + top + height / 2),
    ],
  });
}

/** The merchant's backend: answers by the last part of the path, and what it was asked. */
export interface FakeBackend {
  readonly asked: {
    path: string;
    body: Record<string, unknown>;
    headers: Headers;
    request: Request;
  }[];
  /** What it was asked at that endpoint. */
  to(path: string): FakeBackend['asked'];
  /** The reports that it received. They are in none of the lists above. */
  readonly reports: Record<string, unknown>[];
  /** The parsed answers, in the same order. */
  readonly answered: unknown[];
  readonly restore: () => void;
}

export function fakeBackend(
  answers: Record<string, (body: Record<string, unknown>) => Response | Promise<Response>>,
  page: Window & typeof globalThis = window,
): FakeBackend {
  const real = page.fetch.bind(page);
  const requests: FakeBackend['asked'] = [];
  const bodies: unknown[] = [];
  const reports: FakeBackend['reports'] = [];
  page.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { url, headers } = request;
    const path = url.split('/').at(-1) ?? '';
    if (path === 'report' && typeof init?.body === 'string') {
      reports.push(JSON.parse(init.body) as Record<string, unknown>);
      return new Response(null, { status: 204 });
    }
    const answer = answers[path];
    if (!answer || typeof init?.body !== 'string') return real(input, init);
    const body = JSON.parse(init.body) as Record<string, unknown>;
    requests.push({ path, body, headers, request });
    const response = await Promise.race([answer(body), givenUp(init.signal)]);
    const text = await response.clone().text();
    bodies.push(/^[[{]/.test(text) ? JSON.parse(text) : text);
    return response;
  };
  return {
    asked: requests,
    to: (path) => requests.filter((request) => request.path === path),
    answered: bodies,
    reports,
    restore: () => {
      page.fetch = real;
    },
  };
}

/** Fetch rejects when its signal says so, whatever the other side does. */
async function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

export function problem(status: number, code: string, more: object = {}): Response {
  return json({ type: 'about:blank', title: code, status, code, ...more }, status);
}

/** The recorded calls into a wallet's API, by the provider's name for them. */
export function calls(api: string): readonly WalletCall[] {
  return (window.walletSandbox?.calls ?? []).filter((call) => call.api === api);
}

/** A merchant session as the provider gives one: fresh for every call. */
export function merchantSession(): Response {
  return json({
    epochTimestamp: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    merchantSessionIdentifier: crypto.randomUUID(),
    nonce: 'a1b2c3d4',
    merchantIdentifier: 'hash',
    domainName: location.hostname,
    displayName: 'Honey shop',
    signature: '3080',
  });
}
