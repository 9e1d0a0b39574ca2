/** The addresses of the wallets' own scripts, as the tags load them. Only wallet A's can be another one: `sdk-url`. */
export const providerScripts = {
  a: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  b: 'https://pay.google.com/gp/p/js/pay.js',
} as const;

/**
 * The lines of a page's head with which the browser requests both scripts at once. A browser uses such a line only if
 * its `crossorigin` is that of the tag's own script: wallet A's has one, wallet B's has none.
 */
export const preloadLines = [
  `<link rel="preload" as="script" href="${providerScripts.b}">`,
  `<link rel="preload" as="script" href="${providerScripts.a}" crossorigin="anonymous">`,
] as const;
