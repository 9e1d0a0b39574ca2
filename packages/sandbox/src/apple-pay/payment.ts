/** What the page gets when the payer agrees: `ApplePayPayment`, and before it the redacted selections. */
import { testCards, type TestCard, walletACardType } from '../cards.ts';
import type { WalletASettings } from '../settings/apple-pay.ts';
import { toHex, utf8 } from '../tokens/bytes.ts';
import { sandboxToken } from '../tokens/sandbox-token.ts';
import { allAddresses, sheetAddresses, type Address } from '../sheet/addresses.ts';
import type { ApplePayRequest } from './request.ts';
import type { Contact, ShippingMethod } from './shipping.ts';
import { contactLines, walletAContact, walletARedactedAddress } from './contact.ts';
import type { SheetChoice, SheetContent } from '../sheet/content.ts';

const networkNames = { visa: 'visa', mastercard: 'masterCard', amex: 'amex' } as const;

/** `id` of the page's own address. */
const ofPage = 'page';

/** Device cards of the networks that the request names. */
export function sheetContent(request: ApplePayRequest): SheetContent {
  const { total, lineItems, currencyCode, supportedNetworks, requiredShippingContactFields } =
    request;
  return {
    wallet: 'A',
    currency: currencyCode,
    total,
    lines: lineItems,
    cards: testCards.filter(
      ({ auth, network }) =>
        auth === 'CRYPTOGRAM_3DS' && supportedNetworks.includes(networkNames[network]),
    ),
    addresses: addressesFor(request),
    shippingOptions: sheetOptions(request.shippingMethods),
    contact: contactLines(requiredShippingContactFields),
    ...(request.supportsCouponCode && { couponCode: request.couponCode ?? '' }),
  };
}

/** The methods of the page, as the sheet shows them. */
export function sheetOptions(methods: readonly ShippingMethod[]): readonly SheetChoice[] {
  return methods.map(({ identifier, label, detail, amount }) => ({
    id: identifier,
    label,
    detail,
    amount,
  }));
}

/** What the page may know before the payer agrees. */
export function redactedContact(
  request: ApplePayRequest,
  address: string | undefined,
): Record<string, unknown> {
  const { shippingContact } = request;
  if (address !== ofPage || !shippingContact) return walletARedactedAddress(addressOf(address));
  const sharedMembers = Object.entries(shippingContact).filter(
    ([name]) => !personalMembers.includes(name),
  );
  return Object.fromEntries(sharedMembers);
}

/** Before the payer agrees: the kind of card, and from version 10 on where it is billed. */
export function selectedMethod(
  request: ApplePayRequest,
  version: number,
  card: TestCard | undefined,
): Record<string, unknown> {
  const isAddressRequired = request.requiredBillingContactFields.includes('postalAddress');
  return {
    type: walletACardType(card),
    ...(version >= 10 && isAddressRequired && { billingContact: walletARedactedAddress() }),
  };
}

/** What the payer agreed to, and with whom. */
export interface Agreement {
  readonly card: TestCard;
  /** Decimal string: the total that the sheet showed last. */
  readonly amount: string;
  /** `id` of the address, where one is asked for. */
  readonly address: string | undefined;
  /** Of the merchant session: the SHA-256 of the merchant id. */
  readonly merchantIdentifier: string;
  readonly settings: Pick<WalletASettings, 'merchantKey'>;
}

/** The payment that was agreed to, with a token of this card for this amount. */
export async function payment(
  request: ApplePayRequest,
  { card, amount, address, merchantIdentifier, settings: { merchantKey } }: Agreement,
): Promise<Record<string, unknown>> {
  const { currencyCode: currency, applicationData } = request;
  const token = await sandboxToken({
    wallet: 'wallet-a',
    card,
    amount,
    currency,
    merchantIdHash: await merchantIdHash(merchantIdentifier),
    ...(merchantKey !== '' && { merchantKey }),
    ...(applicationData !== undefined && { applicationData }),
  });
  const shippingContact = contact(
    request.requiredShippingContactFields,
    address === ofPage ? request.shippingContact : undefined,
    addressOf(address),
  );
  const billingContact = contact(request.requiredBillingContactFields, request.billingContact);
  return {
    token,
    ...(billingContact && { billingContact }),
    ...(shippingContact && { shippingContact }),
  };
}

const personalMembers = [
  'emailAddress',
  'familyName',
  'givenName',
  'phoneNumber',
  'phoneticFamilyName',
  'phoneticGivenName',
  'addressLines',
];

function addressesFor(request: ApplePayRequest): readonly SheetChoice[] {
  if (!request.requiredShippingContactFields.includes('postalAddress')) return [];
  const { shippingContact, shippingContactEditingMode: editing } = request;
  if (!shippingContact) return sheetAddresses(allAddresses);
  const { addressLines, postalCode, locality, country } = shippingContact;
  const parts = [addressLines, postalCode, locality, country].flat();
  const shopAddress = {
    id: ofPage,
    label: 'From the shop',
    detail: parts.filter((part) => typeof part === 'string' && part !== '').join(', '),
  };
  return editing === 'storePickup' ? [shopAddress] : [shopAddress, ...sheetAddresses(allAddresses)];
}

function addressOf(id: string | undefined): Address {
  return allAddresses.find((address) => address.id === id) ?? allAddresses[0];
}

/** The wallet's contact with the requested fields; members that the page gave replace the wallet's. */
function contact(
  fields: readonly string[],
  pageContact: Contact | undefined,
  address?: Address,
): Record<string, unknown> | undefined {
  const walletContact = walletAContact(fields, address);
  return walletContact && { ...walletContact, ...pageContact };
}

/** A test's merchant session may have any text as its identifier: the token then gets the text's hash. */
async function merchantIdHash(merchantIdentifier: string): Promise<string> {
  if (/^[0-9a-f]{64}$/i.test(merchantIdentifier)) return merchantIdentifier;
  const digest = await crypto.subtle.digest('SHA-256', utf8(merchantIdentifier));
  return toHex(new Uint8Array(digest));
}
