import type { FieldError, Wallet, WalletToken } from '@wallet-buttons/protocol';
import type { WalletError } from '../errors.ts';
import type { PayerData, UnavailableReason } from '../events.ts';
import type { SheetChange } from '../sheet/events.ts';
import type { Script } from './load-script.ts';
import type { SheetRequest, SheetUpdate } from '../sheet/data.ts';

/** The interface of a wallet to the tags. A third wallet needs only a new folder. */
export interface WalletProvider {
  readonly wallet: Wallet;
  /**
   * Identifies the present settings that readiness depends on: if it changes, readiness is asked again. Undefined while a
   * required setting is missing; the tag then rests, as it does while this throws.
   */
  readonly key: symbol | undefined;
  /** Whether the sheet asks for merchant validation, in which the backend opens the payment. */
  readonly validates: boolean;
  /** The version of the provider's API that is used, if it is known. */
  readonly apiVersion: string | undefined;
  /** Wallet A: whether the browser has the wallet itself, or shows a code that the payer scans. */
  readonly via?: 'native' | 'code';
  /** The provider's script, if the wallet needs one. */
  readonly script: Script | undefined;
  /** Resolves to the reason why this payer cannot use the wallet, if there is one. Called once the script has run. */
  unavailable(): Promise<UnavailableReason | undefined>;
  /**
   * The provider's button, if possible the existing one, changed in place. If it throws, the tag becomes
   * unavailable.
   */
  button(look: ButtonLook, press: () => void, existingButton?: HTMLElement | null): HTMLElement;
  /** Opens the sheet. Synchronous, because both providers require the task of the press. */
  open(request: SheetRequest, page: SheetPage): PaymentSheet;
  /** Prepares the sheet, if the provider can and the tag asks for it. */
  prefetch?(request: () => SheetRequest): void;
}

/** The look of the provider's button, in terms that both providers can express. */
export interface ButtonLook {
  readonly type: string;
  readonly style: 'black' | 'white' | 'outline';
  /** BCP 47, `''` for the browser's own. */
  readonly locale: string;
  /** In pixels, if the page sets it. */
  readonly radius: number | undefined;
  readonly root: ShadowRoot;
}

/** The functions that an open sheet calls. */
export interface SheetPage {
  /** Wallet A: asks the merchant's backend for a merchant session. The page's own domain is `''`. */
  validateMerchant(validationUrl: string, domain: string): Promise<object>;
  /** Asks the page for the effect of a choice of the payer. Never rejects. */
  change(change: SheetChange): Promise<SheetAnswer>;
  /** Posts the token. Never rejects. */
  authorize(authorization: Authorization): Promise<AuthorizationAnswer>;
  /** The sheet is gone. Only the first call counts. */
  readonly closed: (end?: SheetEnd) => void;
}

/** The whole content of the sheet, and the part that has changed. */
export interface SheetAnswer {
  readonly request: SheetRequest;
  readonly update: SheetUpdate;
}

/** The outcome of the token for the sheet. */
export interface AuthorizationAnswer {
  /** Whether the sheet shows success. */
  readonly success: boolean;
  /** The errors that the payer can correct. */
  readonly errors?: readonly FieldError[] | undefined;
}

/** The payer's consent. The token goes from this object only to the backend. */
export interface Authorization extends PayerData {
  readonly token: WalletToken;
}

/** An open sheet of the provider. */
export interface PaymentSheet {
  /** Closes the sheet, if the provider offers a way. Safe at any time. */
  abort(): void;
}

/**
 * How a sheet ended: undefined if it was completed, a reason if the payer or `abort()` closed it, an error if the
 * provider failed. The reason is the provider's own code, if it has one.
 */
export type SheetEnd = string | WalletError | undefined;
