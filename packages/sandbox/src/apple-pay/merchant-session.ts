/** The wallet's checks of a merchant session, which the page passes on without reading it. */
import { invalidAccess } from './access.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';

/** The provider's gateway for test merchants; the page must hand it to its server unchanged. */
export const gatewayUrl = 'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession';

/** "The merchant session object can only be used a single time. It expires five minutes after it is created." */
const sessionLifetime = 5 * 60 * 1000;

// Identifiers of earlier sessions: each is accepted once per page.
const usedIdentifiers = new Set<string>();

/**
 * Throws TypeError if the value is not an object, InvalidAccessError if JSON cannot represent it.
 *
 * @returns `merchantIdentifier`; undefined if the wallet refuses the session, for which the page gets no reason
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
  if (typeof id !== 'string' || id === '' || usedIdentifiers.has(id)) return undefined;
  if (domainName !== (merchantDomain || location.hostname)) return undefined;
  if (typeof epochTimestamp !== 'number' || typeof expiresAt !== 'number') return undefined;
  if (epoch(sandbox) - epochTimestamp >= sessionLifetime) return undefined;
  usedIdentifiers.add(id);
  return typeof merchantIdentifier === 'string' ? merchantIdentifier : '';
}

/** The JSON copy that the wallet gets: it lacks every value that JSON cannot represent. */
function written(session: object): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(session)) as Record<string, unknown>;
  } catch {
    throw invalidAccess('merchantSession cannot be written as JSON.');
  }
}

/** Milliseconds since 1970, plus the time by which a test has moved the sandbox clock. */
function epoch({ clock }: WalletSandbox): number {
  return Date.now() + clock.now() - performance.now();
}
