/** The merchant session, as the provider looks at it: opaque to the page, fresh and whole to the wallet. */
import { invalidAccess } from './apple-pay-access.ts';
import type { WalletSandbox } from './recorder.ts';

/** "The merchant session object can only be used a single time. It expires five minutes after it is created." */
const LIFETIME = 5 * 60 * 1000;

// One page may show many sessions the same object.
const used = new Set<string>();

/**
 * Throws TypeError for what is no object, InvalidAccessError for what is no JSON. Otherwise says
 * whether the wallet goes on with it; the page is never told why not.
 */
export function acceptMerchantSession(sandbox: WalletSandbox, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError('merchantSession is not an object.');
  }
  const session = written(value);
  const { merchantSession, merchantDomain } = sandbox.settings.walletA;
  if (merchantSession === 'refused') return false;
  const { merchantSessionIdentifier: id, epochTimestamp, expiresAt, domainName } = session;
  if (typeof id !== 'string' || id === '' || used.has(id)) return false;
  if (domainName !== (merchantDomain || location.hostname)) return false;
  if (typeof epochTimestamp !== 'number' || typeof expiresAt !== 'number') return false;
  if (epoch(sandbox) - epochTimestamp >= LIFETIME) return false;
  used.add(id);
  return true;
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
