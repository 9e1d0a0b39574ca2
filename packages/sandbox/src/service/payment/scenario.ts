/**
 * What the service shall do with a payment. A scenario is a set of independent fields, not a name,
 * so that any two faults can be combined. Later sources win, field by field: the built-in defaults,
 * the amount's rule, the scenario for everything, the one for the order, the header of one call.
 */

import { type OperationName, operationNames } from '../operations/names.ts';
import { webhookVersions } from '../webhook/versions.ts';

/** The name of an operation as a scenario writes it: `pay-token`. */
export type SpoiltCall = KebabCase<OperationName>;

type KebabCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${KebabCase<Rest>}`
    : `-${Lowercase<First>}${KebabCase<Rest>}`
  : Text;

/** `pay-token` for `payToken`. */
export function kebabCase(name: OperationName): SpoiltCall {
  // The type has the same words.
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as SpoiltCall;
}

/** The statuses of the service’s document, and those that were observed. */
const statusNames = [
  'created',
  'precreated',
  'preprocessing',
  'async_preprocessing',
  'processing',
  'processing_hold_completion',
  'processing_void',
  'blocked',
  'holded',
  'hold_confirmed',
  'failed',
  'voided',
  'expired',
  'paid',
  'paid_off',
  'disputed',
  'refunded',
] as const;

const milliseconds = 'milliseconds, 0 to 600000';

/** The accepted values of each field: words, the first of which is the default, or a description of the numbers. */
export const scenarioValues = {
  /** The result of the payment; `auto`: by the card, and `holded` for a payment with `use_hold`. */
  result: ['auto', 'paid', 'holded', 'failed', 'processing'],
  /** The bank's page; `auto`: for a card that is challenged, and for every PAN_ONLY card but a declined one. */
  bankCheck: ['auto', 'always', 'never'],
  /** How the bank's page sends the payer back: by a redirect, by a form, or never. */
  bankReturn: ['get', 'post', 'never'],
  /** `other`: the bank's page stays after the decision, and leads back from whatever browser opens it. */
  bankBrowser: ['same', 'other'],
  /**
   * How the answer reaches the merchant; `cut` destroys the connection without a byte. `refused` is in the service’s
   * own error shape. `in-progress` is too, with a code of `errors.inProgress`, and comes before the call is processed.
   */
  answer: [
    'normal',
    'cut',
    'truncated',
    'html',
    'empty',
    'error403',
    'error429',
    'error500',
    'error503',
    'redirect',
    'unknown-status',
    'failed-status',
    'pending-status',
    'no-status',
    'success-false',
    'other-session',
    'other-order',
    'refused',
    'in-progress',
  ],
  /** The HTTP status of the answer; 0: its own. */
  answerStatus: [0, 200, 202, 400, 401, 403, 404, 408, 409, 423, 425, 429, 500, 503],
  /** The code in `refused` and `in-progress`; `auto`: their own. */
  answerCode: ['auto', 'InProgressError', 'SessionInProgressError', 'SessionLockedError'],
  /**
   * Which call's answer `answer`, `answerStatus`, `answerCode`, `answerDelay`, `processDelay` and `processed` are about.
   */
  answerOn: operationNames.map(kebabCase),
  /** How many of those calls, the next ones; 0: all. */
  times: 'a number, 0 to 100',
  /** Whether the call takes effect even if its answer is broken. */
  processed: [true, false],
  /** Wait between receiving the call and acting on it: a request that lingers in the network. */
  processDelay: milliseconds,
  /** Wait between acting and answering. */
  answerDelay: milliseconds,
  /** The webhook goes out after the answer (or the redirect back from the bank), before it, or never. */
  webhook: ['after', 'before', 'never'],
  /** Wait before the webhook's first try. */
  webhookDelay: milliseconds,
  /** v1 is flat, v2 and v3 are grouped; `auto`: by the transition dates. */
  webhookVersion: ['auto', ...webhookVersions],
  /** How its bytes are written; `ping` is `{}`. The signature is right in each form. */
  webhookForm: ['json', 'form', 'gzip', 'bom', 'list', 'ping'],
  /** How many times the same webhook is delivered. */
  webhookCopies: 'a number, 1 to 100',
  /** The answer is `processing`, and the result follows after this time; 0 settles at once. */
  settleAfter: milliseconds,
  /** The time that a void or a capture takes; 0: done at once. */
  changeAfter: milliseconds,
  /** The time after which a void or a capture that was accepted is taken back; 0: never. */
  dropAfter: milliseconds,
  /** What get-status says was so this long ago. */
  statusLag: milliseconds,
  /** How get-status is answered, whatever `answerOn` says: so that only a webhook can bring the result. */
  statusAnswer: ['normal', 'cut', 'error503'],
  /** The status that pay-token, get-status and webhooks name; `auto`: the payment’s own. */
  statedStatus: ['auto', ...statusNames, 'under_review'],
  /** The status once a part went back: the session’s own, or `refunded`. */
  partRefund: ['auto', 'refunded'],
  /** The time after which a paid session becomes `paid_off`; 0: never. */
  paidOffAfter: milliseconds,
  /** The time after which the payer's bank disputes a paid session, which becomes `disputed`; 0: never. */
  disputeAfter: milliseconds,
  /** How a dispute ends: `won`, the session is paid again; `lost`, all of it went back. */
  disputeEnd: ['open', 'won', 'lost'],
  /** The time after which it ends. */
  disputeEndsAfter: milliseconds,
  /** The time after which an unpaid session expires; 0: the profile’s lifetime. */
  expireAfter: milliseconds,
  /** A repeated token: charged again, as by a service without idempotency, or refused. */
  replay: ['charge', 'refuse'],
} as const;

/** The course of a payment. Times are in milliseconds. */
export type Scenario = {
  readonly [
    Name in keyof typeof scenarioValues
  ]: (typeof scenarioValues)[Name] extends readonly (infer Value)[] ? Value : number;
};

/** Any part of a scenario. */
export type ScenarioFields = Partial<Scenario>;

/** A scenario for one order, or for every payment when `external_id` is absent. */
export type ScenarioRequest = ScenarioFields & {
  /** The payment's `external_id`: the merchant's order. */
  readonly external_id?: string;
};

/** What happens unless something else is set: each first value, and no wait. */
export const defaultScenario = {
  ...Object.fromEntries(
    Object.entries(scenarioValues).map(([name, values]) => [
      name,
      typeof values === 'string' ? 0 : values[0],
    ]),
  ),
  answerOn: 'pay-token',
  webhookCopies: 1,
} as Scenario;

/** What a payment's last two digits choose. */
export interface AmountRule {
  /** The amount's minor units modulo 100. */
  readonly cents: number;
  readonly scenario: ScenarioFields;
  /** For the guide and the demo. */
  readonly says: string;
}

/** Scenarios that the amount selects. Usual prices (.00 .49 .90 .95 .99) have none. */
export const amountRules: readonly AmountRule[] = [
  { cents: 5, scenario: { result: 'failed', bankCheck: 'never' }, says: 'declined at once' },
  { cents: 13, scenario: { result: 'holded' }, says: 'held instead of paid' },
  { cents: 22, scenario: { result: 'paid', bankCheck: 'never' }, says: 'paid without the bank' },
  { cents: 33, scenario: { bankCheck: 'always' }, says: 'the bank asks' },
  { cents: 44, scenario: { settleAfter: 3000 }, says: 'processing, final after 3 seconds' },
  { cents: 55, scenario: { webhook: 'before' }, says: 'the webhook overtakes the answer' },
  { cents: 66, scenario: { answer: 'cut' }, says: 'charged, then the connection is cut' },
  { cents: 77, scenario: { answer: 'html' }, says: 'charged, then an HTML page is the answer' },
  { cents: 88, scenario: { answerDelay: 5000 }, says: 'answered after 5 seconds' },
];
