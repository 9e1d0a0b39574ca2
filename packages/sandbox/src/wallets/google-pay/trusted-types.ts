interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): unknown;
}

let created = false;

/**
 * The provider's script makes this policy when it first draws; a page whose Content-Security-Policy
 * does not allow its name gets the browser's TypeError.
 */
export function createHtmlPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (created || !trustedTypes) return;
  trustedTypes.createPolicy('goog#html', { createHTML: (html) => html });
  created = true;
}
