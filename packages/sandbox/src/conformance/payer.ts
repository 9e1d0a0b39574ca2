import { createHash } from 'node:crypto';
import { sandboxToken, testCards } from '../index.ts';

/** What a payer agrees to. */
export interface TokenRequest {
  readonly wallet: 'wallet-a' | 'wallet-b';
  /** The id of a test card. */
  readonly card: string;
  /** Decimal string. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The merchant's id at the service. */
  readonly merchantId: string;
  /** Wallet B: the gateway that opens the token; default `examplegateway`. */
  readonly gateway?: string | undefined;
  /** Wallet B: the merchant's terminal at the gateway; default: the merchant's id. */
  readonly gatewayMerchantId?: string | undefined;
}

/** How one request to `pay-token` differs from a right one. */
export interface PayOptions extends Partial<TokenRequest> {
  readonly key?: string;
  readonly token?: string;
  readonly shown?: { readonly amount: string; readonly currency: string };
  /** Further fields. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A wallet token as the tags send it. */
export async function tokenFor(request: TokenRequest): Promise<string> {
  const { wallet, amount, currency, merchantId } = request;
  const card = testCards.find(({ id }) => id === request.card);
  if (card === undefined) throw new TypeError(`There is no test card "${request.card}".`);
  if (wallet === 'wallet-b') {
    const { gateway = 'examplegateway', gatewayMerchantId = merchantId } = request;
    return sandboxToken({ wallet, card, recipientId: `gateway:${gateway}`, gatewayMerchantId });
  }
  const merchantIdHash = createHash('sha256').update(merchantId).digest('hex');
  return JSON.stringify(await sandboxToken({ wallet, card, amount, currency, merchantIdHash }));
}
