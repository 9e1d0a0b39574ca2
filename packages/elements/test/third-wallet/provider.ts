import type {
  ButtonLook,
  PaymentSheet,
  SheetPage,
  WalletProvider,
} from '../../src/providers/provider.ts';
import type { SheetRequest } from '../../src/sheet/data.ts';
import { openSheet } from './sheet.ts';

/** The tag's own attributes. */
interface WalletCConfig {
  readonly card: string;
}

/** An invented wallet that needs no script: its sheet is a dialog of the page. */
export class WalletC implements WalletProvider {
  readonly wallet = 'wallet-c';
  readonly validates = false;
  readonly apiVersion = '1.0';
  readonly key = Symbol.for('wallet-c');
  readonly #config: WalletCConfig;

  constructor(config: WalletCConfig) {
    this.#config = config;
  }

  /** There is no script. */
  readonly script = undefined;

  async unavailable(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  button({ style }: ButtonLook, press: () => void, previous?: HTMLElement | null): HTMLElement {
    const button = previous ?? document.createElement('button');
    if (!previous) button.addEventListener('click', press);
    button.textContent = 'Pay with C';
    button.dataset['style'] = style;
    return button;
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    return openSheet(this.#config.card, request, page);
  }
}
