/** What stands around a payment in a test: the backend, the payer, the windows and the time. */
import { pressEndings } from '@wallet-buttons/protocol/testing/events.js';
import type { WalletSettings } from '@wallet-buttons/sandbox/profiles';
import type { WalletSandbox } from '@wallet-buttons/sandbox/wallet-a.js';
import type { ReceivedEvent } from './fresh-page.ts';
import { waitUntil } from './wait-until.ts';
import {
  calls,
  fakeBackend,
  json,
  merchantSession,
  walletA,
  walletB,
  type FakeBackend,
} from './support.ts';

export const wallets = [
  {
    wallet: 'wallet-a',
    template: walletA,
    opened: 'ApplePaySession.begin',
    completion: 'ApplePaySession.completePayment',
    success: { status: 0 },
  },
  {
    wallet: 'wallet-b',
    template: walletB,
    opened: 'PaymentsClient.loadPaymentData',
    completion: 'answer onPaymentAuthorized',
    success: { transactionState: 'SUCCESS' },
  },
] as const;

type Does = WalletSettings['payer']['does'];
type Answer = (body: Record<string, unknown>) => Response | Promise<Response>;

export const paid = (): Response => json({ outcome: 'succeeded', status: 'paid' });
export const failed = (): Response => json({ outcome: 'failed', status: 'declined' });
export const bankAt = (acs_url: string) => (): Response =>
  json({ outcome: 'pending', status: 'processing', acs_url });
/** No answer at all. */
export const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
/** An answer that never comes. */
export const silence = (): Promise<Response> => new Promise(() => undefined);

export function typesOf(events: readonly ReceivedEvent[]): string[] {
  return events.map(({ type }) => type);
}

export function isEnding({ type }: Event): boolean {
  return pressEndings.some((ending) => ending === type);
}

export function endingsOf(events: readonly ReceivedEvent[]): string[] {
  return typesOf(events.filter(isEnding));
}

/** The one event that ends a press. */
export async function ended(events: readonly ReceivedEvent[]): Promise<string | undefined> {
  await waitUntil(() => endingsOf(events).length > 0, 'the press to end');
  return endingsOf(events).at(-1);
}

/** The nodes of the provider that a tag shows. */
export function drawn(tag: HTMLElement): readonly Element[] {
  return [...(tag.shadowRoot?.querySelector('[part=button]')?.children ?? [])];
}

/** The button inside, which takes focus and `disabled`. */
export function control(tag: HTMLElement): HTMLButtonElement {
  const box = tag.shadowRoot?.querySelector('[part=button]');
  const button =
    box?.querySelector('button') ?? box?.firstElementChild?.shadowRoot?.querySelector('button');
  if (!button) throw new Error('There is no button.');
  return button;
}

export function sandbox(): WalletSandbox {
  if (!window.walletSandbox) throw new Error('No stand-in is loaded.');
  return window.walletSandbox;
}

export async function sheetIs(state: string): Promise<void> {
  await waitUntil(() => sandbox().sheet.state === state, `the sheet to be ${state}`);
}

/** Wallet B keeps a sheet open after a refusal, and has no way for the page to close it: the payer leaves it. */
export async function payerLeaves(completion: string): Promise<void> {
  const answerCount = calls(completion).length;
  await waitUntil(() => calls(completion).length > answerCount, 'the answer to the sheet');
  if (completion.startsWith('ApplePay')) return;
  await sheetIs('ready');
  sandbox().sheet.cancel();
}

/** Everything the page and the wallets did, by name, oldest first. */
export function apis(): string[] {
  return sandbox().calls.map(({ api }) => api);
}

/** A backend that answers paid, or what the test sets. */
export function payingBackend(
  answers: Readonly<Record<string, Answer>> = {},
  page?: Window & typeof globalThis,
): FakeBackend {
  const usual = {
    'validate-merchant': merchantSession,
    prepare: () => new Response(null, { status: 204 }),
    'pay-token': paid,
  };
  return fakeBackend({ ...usual, ...answers }, page);
}

/** Runs its tests with fresh stand-ins, a payer who pays and a backend that says paid. */
export function scene(): {
  readonly backend: FakeBackend;
  answers(answers: Record<string, Answer>): void;
  payer(does: Does): void;
} {
  let backend = fakeBackend({});
  const payer = (does: Does) => {
    sandbox().configure({ payer: { does }, endState: 0 });
  };
  beforeEach(() => {
    sandbox().reset();
    payer('pays');
    backend = payingBackend();
  });
  afterEach(() => {
    payer('chooses');
    const { sheet } = sandbox();
    if (['waiting', 'ready', 'processing'].includes(sheet.state)) sheet.cancel();
    backend.restore();
  });
  return {
    get backend() {
      return backend;
    },
    answers(answers) {
      backend.restore();
      backend = payingBackend(answers);
    },
    payer,
  };
}
