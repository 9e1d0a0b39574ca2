/**
 * What the service shall do with a payment. A scenario is a set of independent fields, not a name,
 * so that any two faults can be combined. Later sources win, field by field: the built-in defaults,
 * the amount's rule, the scenario for everything, the one for the order, the header of one call.
 */

import type { OperationName } from '../operations/names.ts';

/** The name of an operation as a scenario writes it: `pay-token`. */
export type SpoiltCall = KebabCase<OperationName>;

type KebabCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${KebabCase<Rest>}`
    : `-${Lowercase<First>}${KebabCase<Rest>}`
  : Text;

/** The course of a payment. Times are in milliseconds. */
export interface Scenario {
  /** The result of the payment; `auto`: by the card, and `holded` for a payment with `use_hold`. */
  readonly result: 'auto' | 'paid' | 'holded' | 'failed' | 'processing';
  /** The bank's page; `auto`: for a card that is challenged, and for every PAN_ONLY card but a declined one. */
  readonly bankCheck: 'auto' | 'always' | 'never';
  /** How the bank's page sends the payer back: by a redirect, by a form, or never. */
  readonly bankReturn: 'get' | 'post' | 'never';
  /** `other`: the bank's page stays after the decision, and leads back from whatever browser opens it. */
  readonly bankBrowser: 'same' | 'other';
  /**
   * How the answer reaches the merchant; `cut` destroys the connection without a byte. `refused` is in the service’s
   * own error shape. `in-progress` is too, with a code of `errors.inProgress`, and comes before the call is processed.
   */
  readonly answer:
    | 'normal'
    | 'cut'
    | 'truncated'
    | 'html'
    | 'empty'
    | 'error403'
    | 'error429'
    | 'error500'
    | 'error503'
    | 'redirect'
    | 'unknown-status'
    | 'failed-status'
    | 'pending-status'
    | 'success-false'
    | 'other-session'
    | 'other-order'
    | 'refused'
    | 'in-progress';
  /** The HTTP status of the answer; 0: its own. */
  readonly answerStatus: 0 | 200 | 202 | 400 | 401 | 403 | 404 | 409 | 423 | 425 | 429 | 500 | 503;
  /** Which call's answer `answer`, `answerStatus`, `answerDelay`, `processDelay` and `processed` are about. */
  readonly answerOn: SpoiltCall;
  /** Whether the call takes effect even if its answer is broken. */
  readonly processed: boolean;
  /** Wait between receiving the call and acting on it: a request that lingers in the network. */
  readonly processDelay: number;
  /** Wait between acting and answering. */
  readonly answerDelay: number;
  /** The webhook goes out before the answer (or the redirect back from the bank), after it, or never. */
  readonly webhook: 'before' | 'after' | 'never';
  /** Wait before the webhook's first try. */
  readonly webhookDelay: number;
  /** v1 is flat, v2 and v3 are grouped; `auto`: by the transition dates. */
  readonly webhookVersion: 'auto' | 'v1' | 'v2' | 'v3';
  /** How its bytes are written; `ping` is `{}`. The signature is right in each form. */
  readonly webhookForm: 'json' | 'form' | 'gzip' | 'bom' | 'list' | 'ping';
  /** How many times the same webhook is delivered. */
  readonly webhookCopies: number;
  /** The answer is `processing`, and the result follows after this time; 0 settles at once. */
  readonly settleAfter: number;
  /** The time that a void or a capture takes; 0: done at once. */
  readonly changeAfter: number;
  /** The time after which a void or a capture that was accepted is taken back; 0: never. */
  readonly dropAfter: number;
  /** What get-status says was so this long ago. */
  readonly statusLag: number;
  /** How get-status is answered, whatever `answerOn` says: so that only a webhook can bring the result. */
  readonly statusAnswer: 'normal' | 'cut' | 'error503';
  /** The status once a part went back: the session’s own, or `refunded`. */
  readonly partRefund: 'auto' | 'refunded';
  /** The time after which a paid session becomes `paid_off`; 0: never. */
  readonly paidOffAfter: number;
  /** The time after which an unpaid session expires; 0: the profile’s lifetime. */
  readonly expireAfter: number;
  /** A repeated token: charged again, as by a service without idempotency, or refused. */
  readonly replay: 'charge' | 'refuse';
}

/** Any part of a scenario. */
export type ScenarioFields = Partial<Scenario>;

/** A scenario for one order, or for every payment when `external_id` is absent. */
export type ScenarioRequest = ScenarioFields & {
  /** The payment's `external_id`: the merchant's order. */
  readonly external_id?: string;
};

/** What happens unless something else is set. */
export const defaultScenario: Scenario = {
  result: 'auto',
  bankCheck: 'auto',
  bankReturn: 'get',
  bankBrowser: 'same',
  answer: 'normal',
  answerStatus: 0,
  answerOn: 'pay-token',
  processed: true,
  processDelay: 0,
  answerDelay: 0,
  webhook: 'after',
  webhookDelay: 0,
  webhookVersion: 'auto',
  webhookForm: 'json',
  webhookCopies: 1,
  settleAfter: 0,
  changeAfter: 0,
  dropAfter: 0,
  statusLag: 0,
  statusAnswer: 'normal',
  partRefund: 'auto',
  paidOffAfter: 0,
  expireAfter: 0,
  replay: 'charge',
};

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
