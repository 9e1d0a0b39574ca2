import type { Amount, Wallet, WalletToken } from '@wallet-buttons/protocol';
import type { PaymentCancelled } from '../errors.ts';
import type { PayerData, UnavailableReason } from '../events.ts';

/** The seam to a wallet: what the tags need of one. A third wallet is one more file like these. */
export interface WalletProvider {
  readonly wallet: Wallet;
  /** What readiness depends on; another key means asking again. */
  readonly key: string;
  /** Whether the sheet asks for merchant validation, in which the backend opens the payment. */
  readonly validates: boolean;
  /** The attribute at fault, if a part of the wallet's own configuration is. */
  readonly fault: string | undefined;
  /** Loads the provider's script, unless the page has its API already. */
  load(): Promise<void>;
  /** Resolves to the reason why this payer cannot use the wallet, or to nothing. */
  unavailable(): Promise<UnavailableReason | undefined>;
  /** The provider's own button; the one given before, changed in place, where that is possible. */
  button(look: ButtonLook, press: () => void, before?: HTMLElement): HTMLElement;
  /** The node inside that takes focus and `disabled`. */
  control(button: HTMLElement): HTMLButtonElement | null;
  /** Opens the sheet. Synchronous, because both providers want the task of the press itself. */
  open(request: SheetRequest, page: SheetPage): PaymentSheet;
}

export interface ButtonLook {
  readonly type: string;
  readonly style: 'black' | 'white' | 'outline';
  /** BCP 47, `''` for the browser's own. */
  readonly locale: string;
  /** Pixels, where the page set it. */
  readonly radius: number | undefined;
  readonly root: ShadowRoot;
}

/** What the sheet shows and asks for, read at the press. */
export interface SheetRequest {
  /** As the provider wants it: no more than two decimals. */
  readonly shown: Amount;
  readonly country: string;
  readonly label: string;
  readonly estimated: boolean;
  readonly items: readonly SheetItem[];
  /** `name email phone shipping-address billing-address`. */
  readonly asks: readonly string[];
  /** Merged into the provider's own request last. */
  readonly extra: object | undefined;
}

export interface SheetItem {
  readonly label: string;
  readonly amount: string;
  readonly pending?: boolean;
}

/** What the page does for an open sheet. */
export interface SheetPage {
  /** Wallet A: asks the merchant's backend for a merchant session. */
  validateMerchant(validationUrl: string): Promise<object>;
  /** Posts the token. Never rejects; the sheet shows success exactly for true. */
  authorize(authorization: Authorization): Promise<boolean>;
}

/** What the payer agreed to. The token leaves this object for the backend and nowhere else. */
export interface Authorization extends PayerData {
  readonly token: WalletToken;
}

export interface PaymentSheet {
  /** How the sheet ended; rejects with a WalletError when the provider failed. */
  readonly closed: Promise<PaymentCancelled | undefined>;
  /** Closes the sheet, harmless at any time; absent where the provider offers no way. */
  abort?(): void;
}
