interface TrustedTypes {
  createPolicy?(name: string, rules: { createHTML(html: string): string }): unknown;
}

const createdKey = Symbol.for('wallet-buttons.sandbox.wallet-b.policy');

/**
 * The provider's script creates this policy while it loads; where the Content-Security-Policy does not
 * allow its name, the browser's TypeError ends the script.
 */
export function createHtmlPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // An element with this id would not be the API; the provider's script checks this too.
  if (Reflect.has(window, createdKey) || !trustedTypes?.createPolicy) return;
  trustedTypes.createPolicy('goog#html', { createHTML: (html) => html });
  Reflect.set(window, createdKey, true);
}
