interface TrustedTypes {
  createPolicy?(name: string, rules: { createHTML(html: string): string }): unknown;
}

const createdKey = Symbol.for('wallet-buttons.sandbox.wallet-b.policy');

/**
 * The provider's script makes this policy while it loads; where the Content-Security-Policy does not
 * allow its name, the script dies of the browser's TypeError.
 */
export function createHtmlPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // An element with this id would not be the API; the provider's script checks this too.
  if (Reflect.has(window, createdKey) || !trustedTypes?.createPolicy) return;
  trustedTypes.createPolicy('goog#html', { createHTML: (html) => html });
  Reflect.set(window, createdKey, true);
}
