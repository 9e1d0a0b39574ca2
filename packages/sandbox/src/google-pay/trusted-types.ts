interface TrustedTypes {
  createPolicy?(name: string, rules: { createHTML(html: string): string }): unknown;
}

let created = false;

/**
 * The provider's script makes this policy when it first draws; a page whose Content-Security-Policy
 * does not allow its name gets the browser's TypeError.
 */
export function createHtmlPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // An element of that id has no policies, as the provider's script knows too.
  if (created || !trustedTypes?.createPolicy) return;
  trustedTypes.createPolicy('goog#html', { createHTML: (html) => html });
  created = true;
}
