/** Whether the provider's script thinks that this browser can pay; it reads nothing but the name. */
export function canPayWith(userAgent: string): boolean {
  if (userAgent.includes('GOOGLE_PAY_SUPPORTED')) return true;
  if (unableApps.some((part) => userAgent.includes(part))) return false;
  if (socialApps.some((part) => userAgent.includes(part))) return userAgent.includes('IABMV/1');
  return /Chrome|Firefox|Safari/.test(userAgent);
}

/** The browsers inside of apps where the sheet cannot open. */
const unableApps = [
  'OPA/',
  'musical_ly',
  'BytedanceWebview',
  'FBAN/EMA',
  'AndroidMapsWebView',
  'UCMini',
];
/** Those that can since they say so. */
const socialApps = ['Instagram', 'FB_IAB', 'FBIOS'];
