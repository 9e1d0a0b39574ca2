import type { ReportRequest } from '../src/index.ts';

/** A failure of a payer, and what the tag reports of it. */
export interface Failure {
  readonly scenario: string;
  readonly report: Omit<ReportRequest, 'order' | 'tag_version'>;
}

/**
 * How a payer fails, by the emulators of both wallets or by the backend: the tests of the tags bring each of them about,
 * and those of the command line find each of them in the history of its order.
 */
export const failures: readonly Failure[] = [
  {
    scenario: 'the provider’s script does not load',
    report: {
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'network',
      code: 'script-load',
      cause_code: 'TypeError',
    },
  },
  {
    scenario: 'the provider’s script brings no API',
    report: {
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'network',
      code: 'script-load',
      cause_code: 'TypeError',
    },
  },
  {
    scenario: 'the payer’s browser cannot pay',
    report: {
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'payer',
      code: 'unsupported',
      api_version: '15',
    },
  },
  {
    scenario: 'the address of pay-token is not one of the web',
    report: {
      wallet: 'wallet-a',
      phase: 'press',
      origin: 'integration',
      code: 'config',
      cause_code: 'pay-token-url',
      api_version: '15',
    },
  },
  {
    scenario: 'the amount is not a number',
    report: {
      wallet: 'wallet-a',
      phase: 'press',
      origin: 'integration',
      code: 'config',
      cause_code: 'amount',
      api_version: '15',
    },
  },
  {
    scenario: 'the backend refuses another amount',
    report: {
      wallet: 'wallet-a',
      phase: 'authorized',
      origin: 'payment',
      code: 'refused',
      cause_code: 'amount_mismatch',
      api_version: '15',
    },
  },
  {
    scenario: 'the backend cannot be reached',
    report: {
      wallet: 'wallet-a',
      phase: 'authorized',
      origin: 'network',
      code: 'unreachable',
      cause_code: 'TypeError',
      api_version: '15',
    },
  },
  {
    scenario: 'the backend answers with a page',
    report: {
      wallet: 'wallet-a',
      phase: 'authorized',
      origin: 'network',
      code: 'unreachable',
      cause_code: 'SyntaxError',
      api_version: '15',
    },
  },
  {
    scenario: 'the bank’s address is not https',
    report: {
      wallet: 'wallet-a',
      phase: 'authorized',
      origin: 'integration',
      code: 'redirect-url',
      api_version: '15',
    },
  },
  {
    scenario: 'the page’s function of the request fails',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'providerRequest',
      api_version: '15',
    },
  },
  {
    scenario: 'the provider’s script does not load',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'network',
      code: 'script-load',
      cause_code: 'TypeError',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the provider’s script brings no API',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'network',
      code: 'script-load',
      cause_code: 'TypeError',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the payer’s browser cannot pay',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'payer',
      code: 'unsupported',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the address of pay-token is not one of the web',
    report: {
      wallet: 'wallet-b',
      phase: 'press',
      origin: 'integration',
      code: 'config',
      cause_code: 'pay-token-url',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the amount is not a number',
    report: {
      wallet: 'wallet-b',
      phase: 'press',
      origin: 'integration',
      code: 'config',
      cause_code: 'amount',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the backend refuses another amount',
    report: {
      wallet: 'wallet-b',
      phase: 'authorized',
      origin: 'payment',
      code: 'refused',
      cause_code: 'amount_mismatch',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the backend cannot be reached',
    report: {
      wallet: 'wallet-b',
      phase: 'authorized',
      origin: 'network',
      code: 'unreachable',
      cause_code: 'TypeError',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the backend answers with a page',
    report: {
      wallet: 'wallet-b',
      phase: 'authorized',
      origin: 'network',
      code: 'unreachable',
      cause_code: 'SyntaxError',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the bank’s address is not https',
    report: {
      wallet: 'wallet-b',
      phase: 'authorized',
      origin: 'integration',
      code: 'redirect-url',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the page’s function of the request fails',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'providerRequest',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the page may not use the wallet',
    report: {
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'integration',
      code: 'disallowed',
    },
  },
  {
    scenario: 'the page is not secure',
    report: {
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'integration',
      code: 'insecure-context',
    },
  },
  {
    scenario: 'the merchant’s account knows no payer',
    report: {
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'payer',
      code: 'unsupported',
      api_version: '15',
    },
  },
  {
    scenario: 'a script presses the button',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'integration',
      code: 'gesture',
      cause_code: 'InvalidAccessError',
      api_version: '15',
    },
  },
  {
    scenario: 'a polyfill throws text',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'integration',
      code: 'gesture',
      api_version: '15',
    },
  },
  {
    scenario: 'the system knows none of the networks',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'networks',
      api_version: '10',
    },
  },
  {
    scenario: 'the request has an unknown member',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'TypeError',
      api_version: '15',
    },
  },
  {
    scenario: 'the backend refuses the validation',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'payment',
      code: 'refused',
      cause_code: 'domain_not_allowed',
      api_version: '15',
    },
  },
  {
    scenario: 'the backend cannot be reached for the validation',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'network',
      code: 'unreachable',
      cause_code: 'TypeError',
      api_version: '15',
    },
  },
  {
    scenario: 'the validation has another gateway',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'provider',
      code: 'validation-url',
      api_version: '15',
    },
  },
  {
    scenario: 'the sheet is gone before the validation',
    report: {
      wallet: 'wallet-a',
      phase: 'validated',
      origin: 'provider',
      code: 'provider',
      cause_code: 'InvalidAccessError',
      api_version: '15',
    },
  },
  {
    scenario: 'the backend answers the validation with a page',
    report: {
      wallet: 'wallet-a',
      phase: 'opened',
      origin: 'network',
      code: 'unreachable',
      cause_code: 'SyntaxError',
      api_version: '15',
    },
  },
  {
    scenario: 'the payer has no card',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'payer',
      code: 'no-card',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the browser is inside of an app',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'payer',
      code: 'unsupported',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the provider’s frame is blocked',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'network',
      code: 'no-answer',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the tag has no network of the provider',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'integration',
      code: 'config',
      cause_code: 'networks',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the question for readiness is wrong',
    report: {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'integration',
      code: 'config',
      cause_code: 'DEVELOPER_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'the popup is blocked',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'payer',
      code: 'popup-blocked',
      api_version: '2.0',
    },
  },
  {
    scenario: 'in-page sheet BUYER_ACCOUNT_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'payer',
      code: 'payer-account',
      cause_code: 'BUYER_ACCOUNT_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'in-page sheet DEVELOPER_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'DEVELOPER_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'in-page sheet INTERNAL_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'provider',
      code: 'provider',
      cause_code: 'INTERNAL_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'in-page sheet MERCHANT_ACCOUNT_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'provider',
      code: 'merchant-account',
      cause_code: 'MERCHANT_ACCOUNT_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'android sheet BUYER_ACCOUNT_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'payer',
      code: 'payer-account',
      cause_code: 'BUYER_ACCOUNT_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'android sheet DEVELOPER_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'DEVELOPER_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'android sheet INTERNAL_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'provider',
      code: 'provider',
      cause_code: 'INTERNAL_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'android sheet MERCHANT_ACCOUNT_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'provider',
      code: 'merchant-account',
      cause_code: 'MERCHANT_ACCOUNT_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'popup DEVELOPER_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'integration',
      code: 'config',
      cause_code: 'DEVELOPER_ERROR',
      api_version: '2.0',
    },
  },
  {
    scenario: 'popup MERCHANT_ACCOUNT_ERROR',
    report: {
      wallet: 'wallet-b',
      phase: 'opened',
      origin: 'provider',
      code: 'merchant-account',
      cause_code: 'MERCHANT_ACCOUNT_ERROR',
      api_version: '2.0',
    },
  },
];
