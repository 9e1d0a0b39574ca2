import type { Problem } from '@wallet-buttons/protocol';
import { suggestionFor } from '#development';

/** Who has to act. `payment` stands for the payment itself: the bank, the card, the order. */
export type WalletErrorOrigin = 'integration' | 'provider' | 'payer' | 'network' | 'payment';

/** Each code with its origin, and whether the same press may work later. */
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

/** The code of a backend's refusal after which no press pays the order: it has failed too often. */
export const closedCode = 'too_many_attempts';

/** Stable, for programs. The set is closed; the guide has a table of it. */
export type WalletErrorCode = keyof typeof table;

/** The one error of this package. Neither message nor cause ever holds a token. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  /** The kind of error, for programs. */
  declare readonly code: WalletErrorCode;
  /** Who has to act. */
  declare readonly origin: WalletErrorOrigin;
  /** Whether the same press may work later. */
  declare readonly retryable: boolean;
  /** What to do about it, in a sentence; `''` in a production build, which has no developer texts. */
  declare readonly suggestion: string;

  /** @param about The message: the subject of the error, or the provider's own text. */
  constructor(code: WalletErrorCode, about: string = code, cause?: unknown) {
    super(about, { cause });
    this.code = code;
    const [origin, isRetryable] = table[code];
    this.origin = origin;
    this.retryable = isRetryable && (cause as Partial<Problem> | undefined)?.code !== closedCode;
    this.suggestion = suggestionFor(code);
  }

  /** A `WalletError` itself; anything else becomes the cause of an error with that code. */
  static from(cause: unknown, code: WalletErrorCode = 'provider'): WalletError {
    if (cause instanceof WalletError) return cause;
    const message = (cause as { readonly message?: unknown } | undefined)?.message ?? cause;
    return new WalletError(code, typeof message === 'string' ? message : undefined, cause);
  }
}
