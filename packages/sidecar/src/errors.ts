import {
  CodedError,
  type ErrorRow,
  type ServiceErrorDetails,
} from '@wallet-buttons/service-client';

const codes = {
  config_invalid: [500, 'configuration', 'Correct the entry that the message names.'],
  tags_missing: [500, 'configuration', 'Build the package @wallet-buttons/elements.'],
  hook_unreachable: [502, 'network', 'Start the shop, and check the address of the hook.', true],
  hook_timeout: [502, 'network', 'Let the hook answer within its time limit.', true],
  hook_redirect: [502, 'configuration', 'Give the final address; it may be a login page.'],
  hook_refused: [
    502,
    'configuration',
    "See the shop's log; 401 means that the secrets or the clocks differ.",
  ],
  hook_too_large: [502, 'configuration', 'Answer with the order alone, below 64 KiB.'],
  hook_answer_invalid: [
    502,
    'configuration',
    'Answer find-order with its JSON, and status-change with {"received": "<webhook-id>"}.',
  ],
  unauthorized: [401, 'request', 'Send Authorization: Bearer and a token of the configuration.'],
  forbidden: [403, 'request', 'Use a token whose line in private.tokensFile has the right.'],
  too_many: [429, 'request', 'Wait some seconds, then send the right token.'],
  csrf_refused: [403, 'request', 'Load the desk again, and send the request from its page.'],
  no_report: [404, 'request', 'Set reconcileReport, and run wallet-buttons reconcile --out.'],
  report_unreadable: [
    503,
    'request',
    'Write the report again, with wallet-buttons reconcile --out.',
  ],
  not_found: [404, 'request', 'See openapi.yaml for the paths.'],
  no_payment: [404, 'request', 'This order has no payment yet.'],
  method_not_allowed: [405, 'request', 'Use the method named in the Allow header.'],
  unsupported_media_type: [415, 'request', 'Send application/json.'],
  invalid_field: [400, 'request', 'Send the field as openapi.yaml describes it.'],
  invalid_idempotency_key: [400, 'request', 'Send a key of 1 to 255 ASCII characters.'],
  operation_refused: [409, 'service', 'Look at the payment first; the service did nothing.'],
  internal: [500, 'internal', 'See the log of the sidecar.'],
} as const satisfies Record<string, ErrorRow>;

/** Stable, for programs. The errors of the API can also have a code of `@wallet-buttons/server`. */
export type SidecarErrorCode = keyof typeof codes;

/** An error of the configuration, of a hook, or of a request to the API. */
export class SidecarError extends CodedError {
  override readonly name = 'SidecarError';
  declare readonly code: SidecarErrorCode;

  constructor(code: SidecarErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(code, codes[code], message, details);
  }
}
