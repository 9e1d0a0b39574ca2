/** What every copy of this package in a document shares; two may be there, from a bundle and from a CDN. */
interface SharedPage {
  /** The payment that goes on: both wallets allow one sheet a document, and a payer pays one order. */
  paying?: Paying | undefined;
  /** Ends when the lock of the newest payment is free again. */
  released?: Promise<unknown> | undefined;
  /** What is known of orders where the browser allows no storage. */
  readonly marks: Map<string, string>;
  /** Under Trusted Types a page may allow a policy of one name once. */
  policy?: ScriptPolicy | undefined;
}

/** A payment, as the other buttons of the document see it. */
export interface Paying {
  /** No token came for a while: presses are heard again, and say why they are refused. */
  late: boolean;
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** A global that TypeScript's DOM does not know yet. */
interface PolicyFactory {
  createPolicy?(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const key = Symbol.for('wallet-buttons');
/** The providers' own addresses and the page's own origin: no other script hides behind a tag. */
const trusted = /^(https:\/\/(applepay\.cdn-apple|pay\.google)\.com)?\/\w/;

/** Kept on the document, under a symbol that every copy of this package knows. */
export function page(): SharedPage {
  const shared: { [key]: SharedPage | undefined } = document as never;
  return (shared[key] ??= { marks: new Map() });
}

/**
 * An address as the page's Trusted Types want it: through the policy `wallet-buttons`.
 * @throws {TypeError} where the page's Content-Security-Policy does not allow that policy
 */
export function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (!trustedTypes?.createPolicy) return url;
  const policy = (page().policy ??= trustedTypes.createPolicy('wallet-buttons', {
    createScriptURL: (address) => (trusted.test(address) ? address : ''),
  }));
  return policy.createScriptURL(url);
}
