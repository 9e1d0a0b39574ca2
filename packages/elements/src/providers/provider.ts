import type { FieldError, Wallet, WalletToken } from '@wallet-buttons/protocol';
import type { WalletError } from '../errors.ts';
import type { PayerData, UnavailableReason } from '../events.ts';
import type { SheetChange } from '../sheet/events.ts';
import type { SheetRequest, SheetUpdate } from '../sheet/data.ts';

/** The seam to a wallet: what the tags need of one. A third wallet costs one folder. */
export interface WalletProvider {
  readonly wallet: Wallet;
  /**
   * Stands for what readiness depends on; another key means asking again. Undefined while the tag lacks
   * something required: it rests until then.
   */
  readonly key: symbol | undefined;
  /** Whether the sheet asks for merchant validation, in which the backend opens the payment. */
  readonly validates: boolean;
  /** Loads the provider's script, unless the page has its API. Rejects with `script-load`. */
  load(): Promise<void>;
  /** Resolves to the reason why this payer cannot use the wallet, or to nothing. Asked after `load()`. */
  unavailable(): Promise<UnavailableReason | undefined>;
  /**
   * The provider's own button; the one given before, changed in place, where that is possible. Where it
   * throws, the tag becomes unavailable.
   */
  button(look: ButtonLook, press: () => void, before?: HTMLElement | null): HTMLElement;
  /** Opens the sheet. Synchronous, because both providers want the task of the press itself. */
  open(request: SheetRequest, page: SheetPage): PaymentSheet;
  /** Warms the sheet up, where the provider can and the tag says so. */
  prefetch?(request: () => SheetRequest): void;
}

/** How the provider's button is to look, in words that both providers have a translation of. */
export interface ButtonLook {
  readonly type: string;
  readonly style: 'black' | 'white' | 'outline';
  /** BCP 47, `''` for the browser's own. */
  readonly locale: string;
  /** Pixels, where the page set it. */
  readonly radius: number | undefined;
  readonly root: ShadowRoot;
}

/** What the page does for an open sheet. */
export interface SheetPage {
  /** Wallet A: asks the merchant's backend for a merchant session. The page's own domain is `''`. */
  validateMerchant(validationUrl: string, domain: string): Promise<object>;
  /** Asks the page what a choice of the payer changes. Never rejects. */
  change(change: SheetChange): Promise<SheetAnswer>;
  /** Posts the token. Never rejects. */
  authorize(authorization: Authorization): Promise<AuthorizationAnswer>;
  /** The sheet is gone. Only the first call counts. */
  readonly closed: (end?: SheetEnd) => void;
}

/** All that the sheet shows from now on, and what of it is new. */
export interface SheetAnswer {
  readonly request: SheetRequest;
  readonly update: SheetUpdate;
}

/** What became of the token, as far as the sheet is concerned. */
export interface AuthorizationAnswer {
  /** Whether the sheet shows success. */
  readonly success: boolean;
  /** What the payer can put right and agree to again. */
  readonly errors?: readonly FieldError[] | undefined;
}

/** What the payer agreed to. The token leaves this object for the backend and nowhere else. */
export interface Authorization extends PayerData {
  readonly token: WalletToken;
}

/** An open sheet of the provider. */
export interface PaymentSheet {
  /** Closes the sheet where the provider offers a way, harmless at any time. */
  abort(): void;
}

/**
 * How a sheet ended: it was completed, or the payer or `abort()` closed it, which is no error but a reason, in the
 * provider's own word where it has one, or the provider failed.
 */
export type SheetEnd = string | WalletError | undefined;
