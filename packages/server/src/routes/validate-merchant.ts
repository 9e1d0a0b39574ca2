import { readValidateMerchantRequest } from '@wallet-buttons/protocol';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import { open } from '../payment/open.ts';
import { lookUp } from '../payment/order.ts';
import type { Input, Reply } from './route.ts';

/** The provider's published gateways (its "Setting up your server" page), live and sandbox. */
export const validationHosts: readonly string[] = [
  '',
  '-cert',
  ...[1, 2, 3, 4, 5].flatMap((pod) => [`-nc-pod${String(pod)}`, `-pr-pod${String(pod)}`]),
]
  .map((region) => `apple-pay-gateway${region}.apple.com`)
  .concat(
    [
      '',
      '-cert',
      ...[1, 2, 3].flatMap((pod) => [`-sh-pod${String(pod)}`, `-tj-pod${String(pod)}`]),
    ].map((region) => `cn-apple-pay-gateway${region}.apple.com`),
  );

const validationPaths = ['/paymentservices/startSession', '/paymentservices/paymentSession'];

/** Wallet A: gets the merchant session for a registered domain; it goes back byte for byte, uncached. */
export async function validateMerchant(
  { original, json }: Input,
  context: Context,
): Promise<Reply> {
  const { order, validation_url, domain } = readValidateMerchantRequest(json());
  const { validations, now, walletA } = context;
  const { domains, validationHosts: hosts } = walletA;
  if (!isAllowed(validation_url, hosts)) {
    throw new WalletServerError('validation_url_not_allowed', 'Not a gateway of the provider.', {
      field: 'validation_url',
    });
  }
  if (!domains.has(domain)) {
    throw new WalletServerError('domain_not_allowed', 'Not one of the registered domains.', {
      field: 'domain',
    });
  }
  const found = await lookUp(order, { original }, context);
  const retryAfter = validations.take(order, now());
  if (retryAfter > 0) {
    throw new WalletServerError('too_many', 'Too many merchant sessions.', { retryAfter });
  }
  const { sessionId } = await open(found, found.estimated ? 'session' : 'payment', context);
  const body = await context.service.validateMerchant({
    sessionId,
    validationUrl: validation_url,
    domain,
  });
  return { status: 200, type: 'application/json', body };
}

/** Compared with its parsed self, so that nothing that a parser would repair gets through. */
function isAllowed(text: string, hosts: ReadonlySet<string>): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  return (
    text === `https://${hostname}${pathname}` &&
    hosts.has(hostname) &&
    validationPaths.includes(pathname)
  );
}
