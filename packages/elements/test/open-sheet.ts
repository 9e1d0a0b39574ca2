import type { WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import { payingBackend, paid } from './scene.ts';
import {
  calls,
  press,
  ready,
  walletA,
  walletB,
  type FakeBackend,
  type Rendered,
} from './support.ts';
import { waitUntil } from './wait-until.ts';

/** The provider's calls after a choice of the payer. */
export const answers = {
  'wallet-a': (selection: string) =>
    calls(`ApplePaySession.complete${selection}`).map(({ args }) => args[0]),
  'wallet-b': () => calls('answer onPaymentDataChanged').map(({ args }) => args[0]),
};

export const wallets = [
  {
    wallet: 'wallet-a',
    template: walletA,
    completed: 'ApplePaySession.completePayment',
    method: { type: 'credit' },
    elsewhere: 'work',
  },
  {
    wallet: 'wallet-b',
    template: walletB,
    completed: 'answer onPaymentAuthorized',
    method: { network: 'visa' },
    elsewhere: 'boston',
  },
] as const;

export interface SheetScene {
  readonly sheet: NonNullable<typeof window.walletSandbox>['sheet'];
  /** What the backend answers to a token from now on. */
  answer(payToken: () => Response): void;
  isReady(): Promise<void>;
  /** The tokens that the backend got. */
  posted(): FakeBackend['asked'];
  /** The last total that the sheet received. */
  total(wallet: 'wallet-a' | 'wallet-b', selection?: string): unknown;
  /** Presses the button of a tag with those settings, and waits for its sheet. */
  open(
    template: (typeof wallets)[number]['template'],
    set?: Partial<WalletAButton & WalletBButton>,
  ): Promise<Rendered>;
}

/** Runs its tests with a payer who chooses, and a backend that says paid. */
export function sheetScene(): SheetScene {
  let backend: FakeBackend;
  const sheet = () => {
    const { walletSandbox } = window;
    if (!walletSandbox) throw new Error('no stand-in');
    return walletSandbox.sheet;
  };
  const isReady = () => waitUntil(() => sheet().state === 'ready', 'the sheet to be ready');
  beforeEach(() => {
    window.walletSandbox?.reset();
    window.walletSandbox?.configure({ payer: { does: 'chooses' }, endState: 0 });
    backend = payingBackend({ 'pay-token': paid });
  });
  afterEach(() => {
    if (sheet().state === 'ready') sheet().cancel();
    backend.restore();
  });
  return {
    get sheet() {
      return sheet();
    },
    answer(payToken) {
      backend.restore();
      backend = payingBackend({ 'pay-token': payToken });
    },
    isReady,
    posted: () => backend.to('pay-token'),
    total(wallet, selection = 'ShippingContactSelection') {
      const last = answers[wallet](selection).at(-1) as
        | { newTotal?: { amount: string }; newTransactionInfo?: { totalPrice: string } }
        | undefined;
      return last?.newTotal?.amount ?? last?.newTransactionInfo?.totalPrice;
    },
    async open(template, set = {}) {
      const { tag, events } = await ready(template);
      Object.assign(tag, set);
      await press(tag);
      await isReady();
      return { tag, events };
    },
  };
}
