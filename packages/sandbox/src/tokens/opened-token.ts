/** Ids of tokens that were opened; a `Set` is one. */
export type UsedTokens = Pick<Set<string>, 'has' | 'add'>;

/** What a processor learns from a token. */
export interface OpenedToken {
  readonly wallet: 'wallet-a' | 'wallet-b';
  /** `transactionId` of wallet A, `messageId` of wallet B. */
  readonly id: string;
  /** Number of the card, or of the device in its place. */
  readonly pan: string;
  /** `YYMM`. */
  readonly expiry: string;
  readonly auth: 'PAN_ONLY' | 'CRYPTOGRAM_3DS';
  /** Wallet A only: the total in minor units, and its ISO 4217 code. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /** Wallet B only, of a token for a gateway. */
  readonly gatewayMerchantId?: string;
  /** Everything that was encrypted. */
  readonly content: Readonly<Record<string, unknown>>;
}
