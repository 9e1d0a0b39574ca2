/**
 * One call of the page into a wallet's API, one event or callback of the wallet (`api: 'event …'`), or
 * the page's answer to a callback (`api: 'answer …'`).
 */
export interface WalletCall {
  readonly wallet: 'wallet-a' | 'wallet-b';
  /** Name as in the provider's documentation, e.g. `ApplePaySession.begin`. */
  readonly api: string;
  /** A copy of the arguments; functions, nodes and tokens are named, not kept. */
  readonly args: readonly unknown[];
  /** Milliseconds of the sandbox clock. */
  readonly at: number;
  /** `navigator.userActivation.isActive` at the call. */
  readonly userActivation: boolean;
  /** Whether the call ran in the same task as a trusted click or key press. */
  readonly sameTask: boolean;
}
