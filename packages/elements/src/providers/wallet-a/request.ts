import { WalletError } from '../../errors.ts';
import type { SheetRequest, TokenContext } from '../../sheet/data.ts';
import { networkWord } from '../payer.ts';
import { filled, words } from '../values.ts';
import { shaped } from '../provider-request.ts';
import { choiceSupport } from './choice-support.ts';
import { linesOf, totalOf } from './lines.ts';
import { needs } from './version.ts';

/** The provider's names of the networks, after the version that added them. */
const networks = [
  [1, 'amex chinaUnionPay discover interac masterCard privateLabel visa'],
  [2, 'jcb'],
  [4, 'cartesBancaires eftpos electron maestro vPay'],
  [5, 'elo mada'],
  [11, 'mir girocard'],
  [13, 'dankort'],
  [14, 'bancontact'],
  [15, 'bankAxept'],
] as const;

/** The fields of a contact, as in the tag's `request`. */
const contact = ['name', 'email', 'phone', 'shipping-address'];

/** The tag's own attributes for the request. */
export interface RequestConfig {
  readonly networks: string;
  readonly capabilities: string;
  readonly multiTokenContexts: readonly TokenContext[];
}

/** The provider's names of the listed networks that a session of this version accepts. */
export function networksOf(list: string, version: number): readonly string[] {
  const knownNetworks = networks.flatMap(([since, names]) =>
    since <= version ? words(names) : [],
  );
  return words(list).flatMap(
    (word) => knownNetworks.find((name) => networkWord(name) === word.toLowerCase()) ?? [],
  );
}

/**
 * `ApplePayPaymentRequest`, only with members that have a value: the provider refuses `null` and unknown members.
 * @throws {WalletError} `config` for a feature that this version of the wallet does not have.
 */
export function paymentRequest(
  { networks, capabilities, multiTokenContexts }: RequestConfig,
  request: SheetRequest,
  version: number,
): object {
  const asks = words(request.request);
  const supportedNetworks = networksOf(networks, version);
  if (!supportedNetworks[0]) throw new WalletError('config', 'networks');
  if (multiTokenContexts[0]) needs(14, version, 'multiTokenContexts');
  const { currency, amount } = request;
  return shaped(
    {
      countryCode: request.country,
      currencyCode: currency,
      supportedNetworks,
      merchantCapabilities: words(capabilities),
      total: totalOf(request),
      ...filled({
        lineItems: linesOf(request),
        requiredShippingContactFields: contact
          .filter((field) => asks.includes(field))
          .map((field) => field.replace('shipping-address', 'postalAddress')),
        requiredBillingContactFields: asks.includes('billing-address') ? ['postalAddress'] : [],
        multiTokenContexts,
      }),
      ...choiceSupport()?.members(request, version),
    },
    request.providerRequest,
    { currencyCode: currency, total: { amount } },
  );
}
