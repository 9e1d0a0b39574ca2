import { invalidConfig } from '../errors.ts';
import type { WalletServerOptions } from './options.ts';

type Options = Readonly<Record<string, unknown>>;
/** What a value must be, and whether it is. */
type Rule = readonly [text: string, isKept: (value: unknown) => boolean];

const checkedElsewhere: Rule = ['set', () => true];
const callback: Rule = ['a function', (value) => typeof value === 'function'];
/** An option that may be switched off by `null`. */
const optional: Rule = ['a function', (value) => value === null || callback[1](value)];
const object: Rule = ['an object', (value) => typeof value === 'object' && !Array.isArray(value)];
const present: Rule = ['an object', (value) => value !== null && object[1](value)];
const list: Rule = ['a list', (value) => Array.isArray(value)];
const name: Rule = ['a text that is not blank', (value) => hasText(value)];
const content: Rule = [
  'text or bytes, and not empty',
  (value) => hasText(value) || (value instanceof Uint8Array && value.length > 0),
];

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** `checkedElsewhere`: the value has a check of its own. */
const optionRules: Readonly<Record<keyof WalletServerOptions, Rule>> = {
  service: checkedElsewhere,
  store: checkedElsewhere,
  merchant: name,
  findOrder: checkedElsewhere,
  callbackUrl: checkedElsewhere,
  redirectUrl: checkedElsewhere,
  returnUrl: checkedElsewhere,
  onStatusChange: optional,
  walletA: object,
  basePath: checkedElsewhere,
  allowedOrigins: list,
  webhookFrom: optional,
  paymentsPerMinute: checkedElsewhere,
  maxInFlight: checkedElsewhere,
  sendTimeout: checkedElsewhere,
  recheckPaid: checkedElsewhere,
  trace: optional,
  logger: checkedElsewhere,
};

const serviceRules: Readonly<Record<keyof WalletServerOptions['service'], Rule>> = {
  baseUrl: checkedElsewhere,
  baseUrls: present,
  merchantId: checkedElsewhere,
  signer: checkedElsewhere,
  profile: present,
  reshape: present,
  fetch: callback,
  timeout: checkedElsewhere,
  statusRetries: checkedElsewhere,
  record: callback,
  webhooks: checkedElsewhere,
};

const walletRules: Readonly<Record<keyof NonNullable<WalletServerOptions['walletA']>, Rule>> = {
  domains: checkedElsewhere,
  domainAssociation: content,
  validationsPerMinute: checkedElsewhere,
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
