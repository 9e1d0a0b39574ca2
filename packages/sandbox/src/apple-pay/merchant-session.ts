/** The merchant session, as the provider looks at it: opaque to the page, fresh and whole to the wallet. */
import { invalidAccess } from './access.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';

/** The provider's gateway for test merchants; the page must hand it to its server unchanged. */
export const gatewayUrl = 'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession';

/** "The merchant session object can only be used a single time. It expires five minutes after it is created." */
const sessionLifetime = 5 * 60 * 1000;

// One page may show many sessions the same object.
const used = new Set<string>();

/**
 * Throws TypeError for what is not an object, InvalidAccessError for what is not JSON.
 *
 * @returns `merchantIdentifier`, or undefined if the wallet does not continue; the page never gets why
 */
export function acceptMerchantSession(sandbox: WalletSandbox, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError('merchantSession is not an object.');
  }
  const session = written(value);
  const { merchantSession, merchantDomain } = sandbox.settings.walletA;
  if (merchantSession === 'refused') return undefined;
  const { merchantSessionIdentifier: id, merchantIdentifier, domainName } = session;
  const { epochTimestamp, expiresAt } = session;
  if (typeof id !== 'string' || id === '' || used.has(id)) return undefined;
  if (domainName !== (merchantDomain || location.hostname)) return undefined;
  if (typeof epochTimestamp !== 'number' || typeof expiresAt !== 'number') return undefined;
  if (epoch(sandbox) - epochTimestamp >= sessionLifetime) return undefined;
  used.add(id);
  return typeof merchantIdentifier === 'string' ? merchantIdentifier : '';
}

/** The wallet gets a JSON copy, so that what JSON cannot carry does not exist for it. */
function written(session: object): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(session)) as Record<string, unknown>;
  } catch {
    throw invalidAccess('merchantSession cannot be written as JSON.');
  }
}

/** Now, in milliseconds since 1970, moved as far as the sandbox clock was moved. */
function epoch({ clock }: WalletSandbox): number {
  return Date.now() + clock.now() - performance.now();
}
