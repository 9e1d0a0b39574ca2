/**
 * Whether a Permissions-Policy lets a document take payments.
 * @param page the page that the header came with
 * @param asks the page itself, or what a frame in it shows
 */
export function mayPay(policy: string, page: URL, asks: URL): boolean {
  const allowed = /(?:^|[,\s])payment=(\([^)]*\)|[^,;\s]+)/.exec(policy)?.[1];
  if (allowed === undefined) return true;
  return allowed
    .replaceAll(/[()"]/g, '')
    .split(/\s+/)
    .some((each) => {
      if (each === 'self') return asks.origin === page.origin;
      return each === '*' || (URL.canParse(each) && new URL(each).origin === asks.origin);
    });
}
