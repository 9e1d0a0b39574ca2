/** Headers whose change can expose the page. */
const names = [
  ...['content-security-policy', 'content-security-policy-report-only', 'permissions-policy'],
  ...['strict-transport-security', 'x-frame-options', 'x-content-type-options', 'referrer-policy'],
  ...['cross-origin-opener-policy', 'cross-origin-embedder-policy', 'cross-origin-resource-policy'],
  ...['access-control-allow-origin', 'access-control-allow-credentials', 'x-xss-protection'],
  ...['document-policy', 'origin-agent-cluster', 'service-worker-allowed', 'reporting-endpoints'],
];

/** The headers that protect a page, without their nonces, which differ from load to load. */
export function securingHeaders(
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, withoutNonces(value)]];
    }),
  );
}

function withoutNonces(value: string): string {
  return value.replaceAll(/'nonce-[^']*'/g, "'nonce-…'").replaceAll('\n', ', ');
}
