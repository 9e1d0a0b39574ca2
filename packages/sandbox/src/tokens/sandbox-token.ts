import { type CardNetwork, type TestCard, walletACardType } from '../cards.ts';
import type { ApplePayToken } from './apple-pay-mint.ts';
import { randomBytes, toBase64 } from './bytes.ts';
import { currencyNumber } from '../currency.ts';
import { minorFromText } from '../money.ts';
import { mintToken } from './mint-token.ts';
import { sandboxKeys } from './sandbox-keys.ts';

/** What wallet A's sheet knows when the payer agrees. */
export interface SandboxApplePayInput {
  readonly wallet: 'wallet-a';
  readonly card: TestCard;
  /** Decimal string. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** SHA-256 of the merchant id, 64 hex digits. */
  readonly merchantIdHash: string;
  /** Base64 SPKI; the sandbox's own unless given. */
  readonly merchantKey?: string;
  /** Base64, as the page's request had it. */
  readonly applicationData?: string;
}

/** What wallet B's sheet knows when the payer agrees. */
export interface SandboxGooglePayInput {
  readonly wallet: 'wallet-b';
  readonly card: TestCard;
  /** `gateway:<gateway id>`, or `merchant:<merchant id>` for a merchant with a key of its own. */
  readonly recipientId: string;
  /** Absent for a gateway that has other parameters, and for a merchant. */
  readonly gatewayMerchantId?: string;
  /** Base64 SPKI; the sandbox's own unless given. */
  readonly recipientKey?: string;
}

export type SandboxTokenInput = SandboxApplePayInput | SandboxGooglePayInput;

/** The token that the sandbox's wallets make of a test card, signed with `sandboxKeys`. */
export function sandboxToken(input: SandboxApplePayInput): Promise<ApplePayToken>;
export function sandboxToken(input: SandboxGooglePayInput): Promise<string>;
export async function sandboxToken(input: SandboxTokenInput): Promise<ApplePayToken | string> {
  return input.wallet === 'wallet-a' ? applePayToken(input) : googlePayToken(input);
}

const networkNames: Readonly<Record<CardNetwork, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'AmEx',
};
const cardExpires = { month: 12, year: 2049 };
const oneWeek = 7 * 24 * 60 * 60 * 1000;

async function applePayToken(input: SandboxApplePayInput): Promise<ApplePayToken> {
  const { card, amount, currency, merchantIdHash, merchantKey, applicationData } = input;
  const { signer, merchantPublicKey } = sandboxKeys.applePay;
  const network = networkNames[card.network];
  const transactionAmount = minorFromText(amount, currency);
  if (transactionAmount === undefined) {
    throw new TypeError(`"${amount}" is not an amount of ${currency}.`);
  }
  return mintToken({
    wallet: 'wallet-a',
    payment: {
      applicationPrimaryAccountNumber: card.pan,
      applicationExpirationDate: `${cardExpires.year % 100}${cardExpires.month}31`,
      currencyCode: currencyNumber(currency),
      transactionAmount,
      deviceManufacturerIdentifier: '040010030273',
      paymentDataType: '3DSecure',
      paymentData: { onlinePaymentCryptogram: cryptogram(), eciIndicator: '7' },
    },
    paymentMethod: {
      displayName: `${network} ${card.last4}`,
      network,
      type: walletACardType(card),
    },
    merchantIdHash,
    merchantKey: merchantKey ?? merchantPublicKey,
    signer,
    signedAt: Date.now(),
    ...(applicationData !== undefined && { applicationData }),
  });
}

async function googlePayToken(input: SandboxGooglePayInput): Promise<string> {
  const { card, recipientId, gatewayMerchantId, recipientKey } = input;
  const { rootKey, recipientPublicKey } = sandboxKeys.googlePay;
  const expires = Date.now() + oneWeek;
  return mintToken({
    wallet: 'wallet-b',
    message: {
      // Opaque to everyone else; an opener that it is not made for can then name its recipient.
      messageId: `${recipientId} ${toBase64(randomBytes(24))}`,
      messageExpiration: String(expires),
      paymentMethod: 'CARD',
      ...(gatewayMerchantId !== undefined && { gatewayMerchantId }),
      paymentMethodDetails: {
        pan: card.pan,
        expirationMonth: cardExpires.month,
        expirationYear: cardExpires.year,
        authMethod: card.auth,
        ...(card.auth === 'CRYPTOGRAM_3DS' && { cryptogram: cryptogram(), eciIndicator: '05' }),
      },
    },
    recipientId,
    recipientKey: recipientKey ?? recipientPublicKey,
    rootKey,
    intermediateExpires: expires,
  });
}

/** 19 bytes, base64. */
function cryptogram(): string {
  return toBase64(randomBytes(19));
}
