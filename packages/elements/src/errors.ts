/** Who has to act. `payment` is the payment itself: the bank, the card, the order. */
export type WalletErrorOrigin = 'integration' | 'provider' | 'payer' | 'network' | 'payment';

/** Every code: its origin, whether the same press may work later, and what to do. */
const table = {
  config: ['integration', false, 'Set what the message names.'],
  'script-load': ['network', true, 'Allow it in the CSP, then reload().'],
  gesture: ['integration', true, 'Let the payer press.'],
  provider: ['provider', true, 'See cause.'],
  'merchant-account': ['provider', false, 'Check the account at the provider.'],
  'payer-account': ['payer', false, 'Offer another way to pay.'],
  'popup-blocked': ['payer', true, 'Let the payer allow the window.'],
  'validation-url': ['provider', false, 'Load the script from its own address.'],
  refused: ['payment', true, 'See the code of cause.'],
  unreachable: ['network', true, 'Ask for the status first.'],
  busy: ['payer', true, 'Finish or abort() the open payment.'],
  'busy-elsewhere': ['payer', true, 'Close the other tab.'],
  'redirect-url': ['integration', false, 'Answer an absolute https acs_url.'],
  'redirect-blocked': ['integration', false, 'Show the payer a link to cause.url.'],
} as const satisfies Record<string, readonly [WalletErrorOrigin, boolean, string]>;

/** Stable, for programs: a closed set, of which the README has a table. */
export type WalletErrorCode = keyof typeof table;

/** The one error of this package. Neither message nor cause ever holds a token. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  /** What happened, for programs. */
  readonly code: WalletErrorCode;
  /** Who has to act. */
  readonly origin: WalletErrorOrigin;
  /** Whether the same press may work another time. */
  readonly retryable: boolean;
  /** What to do about it, in a sentence. */
  readonly suggestion: string;

  constructor(code: WalletErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    [this.origin, this.retryable, this.suggestion] = table[code];
  }

  /** The error as it is, or one of code `provider` around whatever a provider threw. */
  static from(thrown: unknown): WalletError {
    if (thrown instanceof WalletError) return thrown;
    return new WalletError('provider', String((thrown as Error | null)?.message ?? thrown), thrown);
  }
}

/** The tag lacks something, or has what the wallet does not take. */
export function misconfigured(attribute: string): WalletError {
  return new WalletError('config', `Set ${attribute} to a value the wallet takes.`);
}

/** How a sheet ends when the payer, or `abort()`, closes it. Not an error. */
export class PaymentCancelled {
  /** The provider's own word where it has one. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
