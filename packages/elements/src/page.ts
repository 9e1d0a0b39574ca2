import type { StatusRequest } from '@wallet-buttons/protocol';
import type { OrderState } from './order-states.ts';

/** The state that all copies of this package in a document share. There may be two, from a bundle and from a CDN. */
interface SharedPage {
  /** The present payment. Both wallets allow one sheet a document, and a payer pays one order at a time. */
  paying?: Paying | undefined;
  /** The orders that have a button or a payment here, for `<wallet-payment-status>`. */
  orders?: Map<string, KnownOrder>;
  /** The number of presses so far. */
  presses?: number;
  /** Settles when the lock of the newest payment is released. */
  released?: Promise<unknown> | undefined;
  /** The marks of orders, if the browser allows no storage. */
  readonly marks: Map<string, string>;
  /** The receipt that the page's address brought. */
  receipt?: Required<StatusRequest> | undefined;
  /** Under Trusted Types a page may allow only one policy of a name. */
  policy?: ScriptPolicy | undefined;
}

/** An order of this document, as tags without a button see it. */
interface KnownOrder {
  readonly state: OrderState;
  /** Asks whether the order may be paid. */
  look(): void;
}

/** The present payment, as the other buttons of the document see it. */
export interface Paying {
  /** No token came for some time: buttons take presses again, and report why they refuse them. */
  late: boolean;
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** A global that TypeScript's DOM types do not have yet. */
interface PolicyFactory {
  createPolicy?(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const key = Symbol.for('wallet-buttons');
/** The providers' addresses and the page's own origin. Tags load no other script. */
const trustedPattern = /^(https:\/\/(applepay\.cdn-apple|pay\.google)\.com)?\/\w/;

/** The shared state, stored on the document under a symbol that all copies of this package use. */
export function page(): SharedPage {
  const holder: { [key]: SharedPage | undefined } = document as never;
  return (holder[key] ??= { marks: new Map() });
}

/**
 * A script's address in the form that Trusted Types require, through the policy `wallet-buttons`.
 * @throws {TypeError} if the page's Content-Security-Policy does not allow that policy.
 */
export function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (!trustedTypes?.createPolicy) return url;
  const policy = (page().policy ??= trustedTypes.createPolicy('wallet-buttons', {
    createScriptURL: (address) => (trustedPattern.test(address) ? address : ''),
  }));
  return policy.createScriptURL(url);
}
