/** A member of the header: a name, a value if it has one, and its parameters. */
const member = /([a-z*][\w.*-]*)(?:=(\([^)]*\)|"[^"]*"|[^,;\s]+))?(?:;[^,]*)?\s*(?:,|$)/g;

/**
 * Whether the headers of a page let a document take payments. A browser that has Permissions-Policy still obeys the
 * older Feature-Policy, where the newer header does not name payment.
 * @param page the page that the headers came with
 * @param asks the page itself, or what a frame in it shows
 */
export function mayPay(headers: Readonly<Record<string, string>>, page: URL, asks: URL): boolean {
  const members = Array.from((headers['permissions-policy'] ?? '').matchAll(member));
  // The last of two members with one name counts, as where a gateway adds a header of its own.
  const payment = members.findLast(([, name]) => name === 'payment');
  if (!payment) return listed(headers['feature-policy'] ?? '', page, asks) ?? true;
  const sources = payment[2]?.match(/"[^"]*"|[^\s()"]+/g) ?? [];
  return sources.some((source) => {
    if (source === 'self') return asks.origin === page.origin;
    return source === '*' || (source.startsWith('"') && isOf(source.slice(1, -1), asks));
  });
}

/**
 * Whether the attribute `allow` of a frame, or Feature-Policy, lets a document take payments; `null` if it does not name
 * payment.
 */
export function listed(text: string, page: URL, asks: URL): boolean | null {
  const directives = text.split(/[;,]/).map((part) => part.trim().toLowerCase().split(/\s+/));
  const [, ...sources] = directives.find(([name]) => name === 'payment') ?? [];
  if (!directives.some(([name]) => name === 'payment')) return null;
  if (sources.length === 0) return true;
  return sources.some((source) => {
    if (source === "'self'") return asks.origin === page.origin;
    return source === '*' || source === "'src'" || isOf(source, asks);
  });
}

/** Whether a source, such as `https://*.shop.example`, has the origin of an address. */
function isOf(source: string, { origin }: URL): boolean {
  const [scheme = '', domain] = source.split('*.');
  if (domain !== undefined) return origin.startsWith(scheme) && origin.endsWith(`.${domain}`);
  return URL.canParse(source) && new URL(source).origin === origin;
}
