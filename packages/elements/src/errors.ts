import { suggestionFor } from '#development';

/** Who has to act. `payment` is the payment itself: the bank, the card, the order. */
export type WalletErrorOrigin = 'integration' | 'provider' | 'payer' | 'network' | 'payment';

/** Every code: its origin, and whether the same press may work later. */
const table = {
  config: ['integration', false],
  'script-load': ['network', true],
  gesture: ['integration', true],
  provider: ['provider', true],
  'merchant-account': ['provider', false],
  'payer-account': ['payer', false],
  'popup-blocked': ['payer', true],
  'validation-url': ['provider', false],
  refused: ['payment', true],
  unreachable: ['network', true],
  busy: ['payer', true],
  'busy-elsewhere': ['payer', true],
  'redirect-url': ['integration', false],
  'redirect-blocked': ['integration', false],
} as const satisfies Record<string, readonly [WalletErrorOrigin, boolean]>;

/** Stable, for programs: a closed set, of which the guide has a table. */
export type WalletErrorCode = keyof typeof table;

/** The one error of this package. Neither message nor cause ever holds a token. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  /** What happened, for programs. */
  declare readonly code: WalletErrorCode;
  /** Who has to act. */
  declare readonly origin: WalletErrorOrigin;
  /** Whether the same press may work another time. */
  declare readonly retryable: boolean;
  /** What to do about it, in a sentence; `''` in a production build, which has no texts for developers. */
  declare readonly suggestion: string;

  /** @param about What the error is about, or what the provider says of it: the message. */
  constructor(code: WalletErrorCode, about: string = code, cause?: unknown) {
    super(about, { cause });
    this.code = code;
    [this.origin, this.retryable] = table[code];
    this.suggestion = suggestionFor(code);
  }

  /** The error as it is, or one of code `provider` around whatever a provider threw. */
  static from(thrown: unknown): WalletError {
    if (thrown instanceof WalletError) return thrown;
    const message = (thrown as { readonly message?: unknown } | undefined)?.message ?? thrown;
    return new WalletError('provider', typeof message === 'string' ? message : undefined, thrown);
  }
}
