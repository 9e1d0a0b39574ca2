import { invalidConfig } from '../errors.ts';
import type { WalletServerOptions } from './options.ts';

type Options = Readonly<Record<string, unknown>>;
/** What a value must be, and whether it is. */
type Rule = readonly [text: string, isKept: (value: unknown) => boolean];

const any: Rule = ['set', () => true];
const callback: Rule = ['a function', (value) => typeof value === 'function'];
/** An option that may be switched off by `null`. */
const optional: Rule = ['a function', (value) => value === null || callback[1](value)];
const object: Rule = ['an object', (value) => typeof value === 'object' && !Array.isArray(value)];
const present: Rule = ['an object', (value) => value !== null && object[1](value)];
const list: Rule = ['a list', (value) => Array.isArray(value)];
const name: Rule = ['a text with a letter in it', (value) => hasText(value)];
const content: Rule = [
  'text or bytes, and not empty',
  (value) => hasText(value) || (value instanceof Uint8Array && value.length > 0),
];

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** `any`: the value has a check of its own. */
const optionRules: Readonly<Record<keyof WalletServerOptions, Rule>> = {
  service: any,
  store: any,
  merchant: name,
  findOrder: any,
  callbackUrl: any,
  redirectUrl: any,
  returnUrl: any,
  onStatusChange: optional,
  walletA: object,
  basePath: any,
  allowedOrigins: list,
  webhookFrom: optional,
  paymentsPerMinute: any,
  maxInFlight: any,
  recheckPaid: any,
  trace: optional,
  logger: any,
};

const serviceRules: Readonly<Record<keyof WalletServerOptions['service'], Rule>> = {
  baseUrl: any,
  baseUrls: present,
  merchantId: any,
  signer: any,
  profile: present,
  reshape: present,
  fetch: callback,
  timeout: any,
  statusRetries: any,
  record: callback,
  webhooks: any,
};

const walletRules: Readonly<Record<keyof NonNullable<WalletServerOptions['walletA']>, Rule>> = {
  domains: any,
  domainAssociation: content,
  validationsPerMinute: any,
};

const reshapeRules = { request: callback, answer: callback, webhook: callback };

/**
 * Checks that there is each option, and that callbacks, lists and objects are that: a misspelt `onStatusChange` would
 * only show when no change comes.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function checkOptionTypes(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw invalidConfig('The options are missing.');
  const { service, walletA } = options as Options;
  check(options as Options, optionRules, '');
  const serviceOptions = Object(service) as Options;
  check(serviceOptions, serviceRules, 'service.');
  check(Object(serviceOptions['reshape']) as Options, reshapeRules, 'service.reshape.');
  check(Object(walletA) as Options, walletRules, 'walletA.');
}

function check(options: Options, rules: Readonly<Record<string, Rule>>, path: string): void {
  for (const [option, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, option) ? rules[option] : undefined;
    if (!rule) throw invalidConfig(`There is no option ${path}${option}.`);
    const [text, isKept] = rule;
    if (value !== undefined && !isKept(value)) {
      throw invalidConfig(`${path}${option} must be ${text}.`);
    }
  }
}
