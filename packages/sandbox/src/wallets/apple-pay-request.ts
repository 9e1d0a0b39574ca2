/**
 * What `new ApplePaySession()` accepts. The rules are those of WebKit's PaymentRequestValidator and of
 * Apple's "ApplePayPaymentRequest"; every violation is a TypeError that names the member.
 */

/** ApplePayLineItem. */
export interface LineItem {
  readonly label: string;
  readonly amount?: string | undefined;
}

/** The members of a valid request that the sheet and the token need. */
export interface ApplePayRequest {
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly requiredBillingContactFields: readonly string[];
  readonly requiredShippingContactFields: readonly string[];
  readonly total: LineItem & { readonly amount: string };
  readonly lineItems: readonly LineItem[];
}

/** A valid request for `version`; throws TypeError otherwise. Copied: later changes are not seen. */
export function readRequest(version: number, input: unknown): ApplePayRequest {
  const request = dictionary(input, 'paymentRequest');
  countryCode(request['countryCode'], 'countryCode');
  const currencyCode = readCurrency(request['currencyCode']);
  const supportedNetworks = readNetworks(version, request['supportedNetworks']);
  readCapabilities(request['merchantCapabilities']);
  const supportedCountries = optionalList(request['supportedCountries'], 'supportedCountries');
  for (const country of supportedCountries) countryCode(country, 'supportedCountries');
  if (request['supportsCouponCode'] !== undefined || request['couponCode'] !== undefined) {
    atLeast(version, 12, 'supportsCouponCode');
  }
  for (const method of optionalList(request['shippingMethods'], 'shippingMethods')) {
    readShippingMethod(method);
  }
  return {
    currencyCode,
    supportedNetworks,
    requiredBillingContactFields: readContactFields(
      version,
      request,
      'requiredBillingContactFields',
    ),
    requiredShippingContactFields: readContactFields(
      version,
      request,
      'requiredShippingContactFields',
    ),
    total: readTotal(version, request['total'], 'total'),
    lineItems: readLineItems(request['lineItems'], 'lineItems'),
  };
}

/** ApplePayLineItem as a total: label and amount required, never negative, zero from version 4 on. */
export function readTotal(
  version: number,
  input: unknown,
  name: string,
): LineItem & { readonly amount: string } {
  if (input === undefined) throw new TypeError(`Missing ${name}.`);
  const total = dictionary(input, name);
  if (typeof total['label'] !== 'string' || total['label'] === '') {
    throw new TypeError(`Missing ${name} label.`);
  }
  if (total['amount'] === undefined) throw new TypeError(`Missing ${name} amount.`);
  const amount = readAmount(total['amount'], `${name} amount`);
  if (Number(amount) < 0) throw new TypeError(`${name} amount must not be negative.`);
  if (Number(amount) === 0) atLeast(version, 4, `A ${name} amount of zero`);
  if (Number(amount) > 100_000_000) throw new TypeError(`${name} amount is too big.`);
  readType(total['type'], name);
  return { label: total['label'], amount };
}

/** A sequence of ApplePayLineItem; an amount may be missing only while `type` is pending. */
export function readLineItems(input: unknown, name: string): readonly LineItem[] {
  return optionalList(input, name).map((item) => {
    const line = dictionary(item, name);
    if (typeof line['label'] !== 'string') throw new TypeError(`Missing label in ${name}.`);
    readType(line['type'], name);
    if (line['amount'] === undefined && line['type'] === 'pending') return { label: line['label'] };
    if (line['amount'] === undefined) throw new TypeError(`Missing amount in ${name}.`);
    return { label: line['label'], amount: readAmount(line['amount'], `amount in ${name}`) };
  });
}

/** A value that WebIDL takes for a dictionary. */
export function dictionary(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new TypeError(`${name} is not an object.`);
}

const NETWORKS: Readonly<Record<string, number>> = {
  amex: 1,
  chinaUnionPay: 1,
  discover: 1,
  interac: 1,
  masterCard: 1,
  privateLabel: 1,
  visa: 1,
  jcb: 2,
  carteBancaire: 3,
  cartesBancaires: 4,
  eftpos: 4,
  electron: 4,
  maestro: 4,
  vPay: 4,
  elo: 5,
  mada: 5,
  mir: 11,
  girocard: 11,
  dankort: 13,
};

const CAPABILITIES = ['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit'];
const CONTACT_FIELDS = ['email', 'name', 'phone', 'postalAddress', 'phoneticName'];

// ISO 3166-1 alpha-2, officially assigned.
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

function countryCode(value: unknown, name: string): void {
  if (value === undefined) throw new TypeError(`Missing ${name}.`);
  if (typeof value !== 'string' || !COUNTRIES.split(' ').includes(value)) {
    throw new TypeError(`"${show(value)}" is not a valid country code.`);
  }
}

function readCurrency(value: unknown): string {
  if (value === undefined) throw new TypeError('Missing currency code.');
  if (typeof value !== 'string' || !Intl.supportedValuesOf('currency').includes(value)) {
    throw new TypeError(`"${show(value)}" is not a valid currency code.`);
  }
  return value;
}

function readNetworks(version: number, value: unknown): readonly string[] {
  const networks = optionalList(value, 'supportedNetworks').map(String);
  if (networks.length === 0) throw new TypeError('Missing supported networks.');
  for (const network of networks) {
    const since = NETWORKS[network];
    if (since === undefined || since > version) {
      throw new TypeError(`"${network}" is not a valid payment network.`);
    }
  }
  return networks;
}

function readCapabilities(value: unknown): void {
  const capabilities = optionalList(value, 'merchantCapabilities').map(String);
  if (capabilities.length === 0) throw new TypeError('Missing merchant capabilities.');
  for (const capability of capabilities) {
    if (!CAPABILITIES.includes(capability)) {
      throw new TypeError(`"${capability}" is not a valid merchant capability.`);
    }
  }
}

function readContactFields(
  version: number,
  request: Readonly<Record<string, unknown>>,
  name: string,
): readonly string[] {
  const fields = optionalList(request[name], name).map(String);
  for (const field of fields) {
    if (!CONTACT_FIELDS.includes(field)) {
      throw new TypeError(`"${field}" is not a valid contact field.`);
    }
    if (field === 'phoneticName') atLeast(version, 3, 'phoneticName');
  }
  return fields;
}

function readShippingMethod(input: unknown): void {
  const method = dictionary(input, 'shippingMethods');
  for (const member of ['label', 'detail', 'identifier']) {
    if (typeof method[member] !== 'string') {
      throw new TypeError(`Missing ${member} in shippingMethods.`);
    }
  }
  if (Number(readAmount(method['amount'], 'amount in shippingMethods')) < 0) {
    throw new TypeError('amount in shippingMethods must not be negative.');
  }
}

function readAmount(value: unknown, name: string): string {
  const text = show(value);
  if (value === null || !/^-?\d+(\.\d{1,2})?$/.test(text)) {
    throw new TypeError(`"${text}" is not a valid ${name}.`);
  }
  return text;
}

function readType(value: unknown, name: string): void {
  if (value === undefined || value === 'final' || value === 'pending') return;
  throw new TypeError(`"${show(value)}" is not a valid type in ${name}.`);
}

function optionalList(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new TypeError(`${name} is not a sequence.`);
}

function atLeast(version: number, since: number, what: string): void {
  if (version < since) throw new TypeError(`${what} needs version ${String(since)} or later.`);
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
