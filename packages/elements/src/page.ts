/** What every copy of this package on a page shares; two may be there, from a bundle and from a CDN. */
interface SharedPage {
  /** Tells the page from the browser's others. */
  readonly id: number;
  /** Who is paying: both wallets allow one sheet a page, and a payer wants to pay once. */
  paying?: object | undefined;
  /** Under Trusted Types a page may allow a policy of one name once. */
  policy?: ScriptPolicy | undefined;
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

export function page(): SharedPage {
  const shared: { [key]: SharedPage | undefined } = document as never;
  return (shared[key] ??= { id: Math.random() });
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
