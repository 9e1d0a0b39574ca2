import { isSafeUrl } from '@wallet-buttons/service-client';
import { invalidConfig } from '../errors.ts';
import type { WalletServerOptions } from './options.ts';

type Options = Readonly<Record<string, unknown>>;
/** What a value must be, and whether it is. */
type Rule = readonly [text: string, isKept: (value: unknown) => boolean];

const checkedElsewhere: Rule = ['set', () => true];
const callback: Rule = ['a function', isFunction];
/** An option that may be switched off by `null`. */
const optional: Rule = ['a function', (value) => value === null || isFunction(value)];
const object: Rule = ['an object', (value) => typeof value === 'object' && !Array.isArray(value)];
const present: Rule = ['an object', (value) => value !== null && object[1](value)];
const name: Rule = ['a text that is not blank', hasText];
const address: Rule = ['an absolute https URL', isSafeUrl];
const content: Rule = [
  'text or bytes, and not empty',
  (value) => hasText(value) || (value instanceof Uint8Array && value.length > 0),
];

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function fieldsOf(value: unknown): Options {
  return Object(value) as Options;
}

function has(value: unknown, ...methods: readonly string[]): boolean {
  return methods.every((method) => isFunction(fieldsOf(value)[method]));
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** A list of texts that are what a URL has of them. Compared as text: another form would never match. */
function isListOf(part: 'origin' | 'hostname', scheme = ''): Rule[1] {
  return (list) =>
    Array.isArray(list) && list.every((text) => URL.parse(`${scheme}${text}`)?.[part] === text);
}

/** `checkedElsewhere`: the value has a check of its own. */
const optionRules: Readonly<Record<keyof WalletServerOptions, Rule>> = {
  service: present,
  store: ['a store: sqliteStore(file) of ./sqlite is one', (value) => has(value, 'forMerchant')],
  merchant: name,
  findOrder: callback,
  callbackUrl: address,
  redirectUrl: address,
  returnUrl: [
    'an absolute https URL that ends in /return',
    (value) => isSafeUrl(value) && value.endsWith('/return'),
  ],
  onStatusChange: optional,
  walletA: object,
  basePath: [
    'a path that begins with a slash and does not end with one',
    (value) => /^(?:\/[\w.~-]+)*$/.test(String(value)),
  ],
  allowedOrigins: ['a list of origins, like https://www.shop.example', isListOf('origin')],
  webhookFrom: optional,
  paymentsPerMinute: checkedElsewhere,
  maxInFlight: checkedElsewhere,
  sendTimeout: [
    'a whole number of milliseconds from 1 to 60000',
    (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 60_000,
  ],
  recheckPaid: ["'few' or 'daily'", (value) => value === 'few' || value === 'daily'],
  trace: optional,
  logger: [
    'an object with info, warn and error',
    // Errors of the logger are ignored, so a missing method would never show.
    (value) => value === null || has(value, 'info', 'warn', 'error'),
  ],
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
  webhooks: [
    "{ verifier } or 'confirm'",
    (value) => value === 'confirm' || has(fieldsOf(value)['verifier'], 'verify'),
  ],
};

const walletRules: Readonly<Record<keyof NonNullable<WalletServerOptions['walletA']>, Rule>> = {
  domains: ['a list of host names, like shop.example', isListOf('hostname', 'https://')],
  domainAssociation: content,
  validationsPerMinute: checkedElsewhere,
};

const reshapeRules = { request: callback, answer: callback, webhook: callback };

/** What may not be left out. */
const requiredNames = [
  'service',
  'store',
  'findOrder',
  'callbackUrl',
  'redirectUrl',
  'webhooks',
  'domains',
];

/**
 * Checks that there is each option, and that each has a usable value: callers without types, or with an unset variable,
 * may leave out required ones, and a misspelt `onStatusChange` would only show when no change comes.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw invalidConfig('The options are missing.');
  const { service, walletA } = options as Options;
  check(options, optionRules, '');
  check(service, serviceRules, 'service.');
  check(fieldsOf(service)['reshape'], reshapeRules, 'service.reshape.');
  if (walletA) check(walletA, walletRules, 'walletA.');
}

function check(group: unknown, rules: Readonly<Record<string, Rule>>, path: string): void {
  const options = fieldsOf(group);
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(rules, option));
  if (unknown !== undefined) throw invalidConfig(`There is no option ${path}${unknown}.`);
  for (const [option, [text, isKept]] of Object.entries(rules)) {
    const value = options[option];
    const isLeftOut = value === undefined && !requiredNames.includes(option);
    if (!isLeftOut && !isKept(value)) throw invalidConfig(`${path}${option} must be ${text}.`);
  }
}
