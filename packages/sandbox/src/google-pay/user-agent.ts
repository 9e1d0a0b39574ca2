/** Whether the provider's script supports this browser, judged only by its user agent. */
export function canPayWith(userAgent: string): boolean {
  if (userAgent.includes('GOOGLE_PAY_SUPPORTED')) return true;
  if (unableApps.some((part) => userAgent.includes(part))) return false;
  if (socialApps.some((part) => userAgent.includes(part))) return userAgent.includes('IABMV/1');
  return /Chrome|Firefox|Safari/.test(userAgent);
}

/** The in-app browsers in which the sheet cannot open. */
const unableApps = [
  'OPA/',
  'musical_ly',
  'BytedanceWebview',
  'FBAN/EMA',
  'AndroidMapsWebView',
  'UCMini',
];
/** In-app browsers that work only if the user agent has `IABMV/1`. */
const socialApps = ['Instagram', 'FB_IAB', 'FBIOS'];
