import type { SandboxOptions } from './options.ts';

const known: Readonly<Record<keyof SandboxOptions, true>> = {
  merchantId: true,
  merchantPublicKey: true,
  profile: true,
  merchantName: true,
  currency: true,
  domains: true,
  gateway: true,
  gatewayMerchantId: true,
  phoneRequired: true,
  openingBalance: true,
  port: true,
  publicUrl: true,
  webhookKey: true,
  webhookTransitions: true,
  webhookRetries: true,
  scenario: true,
  recording: true,
  dataFile: true,
  keyFiles: true,
  clock: true,
};

/**
 * Checks options that no compiler has read: a misspelt one would change nothing.
 *
 * @throws TypeError naming the options that there are
 */
export function checkOptions(options: SandboxOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    const names = Object.keys(known).join(', ');
    throw new TypeError(`There is no option "${unknown}". There are: ${names}.`);
  }
  const { merchantId }: { readonly merchantId: unknown } = options;
  if (typeof merchantId !== 'string' || merchantId === '') {
    throw new TypeError('merchantId is missing: the id of the merchant at the service, as a text.');
  }
}
