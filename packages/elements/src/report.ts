import {
  isOrderRef,
  type ReportOrigin,
  type ReportPhase,
  type ReportRequest,
  type Wallet,
} from '@wallet-buttons/protocol';
import type { WalletError } from './errors.ts';
import type { UnavailableReason, WalletUnavailableEvent } from './readiness-events.ts';
import { version } from './version.ts';

/** The order and the wallet of a report, and how far the payer had come. */
export interface Reported {
  readonly order: string;
  readonly wallet: Wallet;
  readonly phase: ReportPhase;
  /** The version of the provider's API, as far as the tag knows it. */
  readonly apiVersion: string | undefined;
}

/** Who has to act where the wallet is unavailable. */
const origins: Readonly<Record<UnavailableReason, ReportOrigin>> = {
  unsupported: 'payer',
  'insecure-context': 'integration',
  'frame-permission': 'integration',
  disallowed: 'integration',
  'no-card': 'payer',
  'no-answer': 'network',
  provider: 'provider',
  'script-load': 'network',
};

/** Codes of providers and backends. It matches no sentence, address, number or token. */
const codePattern = /^[A-Za-z][\w.-]{0,39}$/;

/** An event, as far as it is one of an error or of an unavailable wallet. */
type Failure = Event & Partial<Pick<WalletUnavailableEvent, 'error' | 'reason'>>;

/** The report of an event, if it is one of an error or of an unavailable wallet. It holds codes and no text. */
export function reportOf(
  event: Event,
  { order, wallet, phase, apiVersion }: Reported,
): ReportRequest | undefined {
  const { type, error, reason } = event as Failure;
  const problem = reason ? { code: reason, origin: origins[reason] } : error;
  if (!problem || type === 'wallet-cancel' || !isOrderRef(order)) return undefined;
  const { code, origin } = problem;
  const cause_code = error && causeOf(error);
  return {
    order,
    wallet,
    phase,
    code,
    origin,
    ...(cause_code && { cause_code }),
    tag_version: version,
    ...(apiVersion && { api_version: apiVersion }),
  };
}

/** The provider's own code, that of a refusal, the setting that is wrong, or the class of an exception. */
function causeOf({ code, message, cause }: WalletError): string | undefined {
  const memberOf = (name: string): unknown => Reflect.get(Object(cause), name);
  const setting = code === 'config' && settingOf(message, cause);
  const codes = [memberOf('statusCode'), memberOf('code'), setting, memberOf('name')];
  return codes.find((each): each is string => typeof each === 'string' && codePattern.test(each));
}

/** An error of our own begins with the setting. The text of another one may be anything. */
function settingOf(message: string, cause: unknown): string | undefined {
  return cause === undefined ? /[\w.-]+(?=(\(\))?([\s,]|$))/.exec(message)?.[0] : message;
}
