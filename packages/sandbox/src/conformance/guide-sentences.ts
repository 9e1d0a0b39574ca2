/**
 * Each sentence and each row of "A backend in another language", in its order. A sentence that changes has to be changed
 * here too: its checks are then looked at again.
 */

/** A sentence of the guide, or the first cell of a row. Of a row with several statuses each is one. */
export interface GuideSentence {
  readonly text: string;
  /** The checks that prove it, by id or by the beginning of their ids; empty if it asks for nothing. */
  readonly checks: readonly string[];
  /** What of it no run can show, and why. */
  readonly untested?: string;
}

function statusRow(status: string): GuideSentence {
  return { text: `\`${status}\``, checks: [`means.${status}`] };
}

/** A sentence that asks for nothing: it explains, or says what the page does. */
function explanation(text: string): GuideSentence {
  return { text, checks: [] };
}

const endpoints: readonly GuideSentence[] = [
  {
    text: 'Each is a `POST` of JSON below one path, `/wallet` by default.',
    checks: ['request.method', 'request.content-type'],
  },
  explanation('The contract has every field.'),
  { text: '`/prepare`', checks: ['pay.prepared'] },
  { text: '`/validate-merchant`', checks: ['validate.bytes'] },
  {
    text: '`/pay-token`',
    checks: ['pay.wallet-a', 'pay.wallet-b', 'pay.bank-approves', 'pay.late-result', 'pay.held'],
  },
  { text: '`/status`', checks: ['pay.none', 'pay.declined', 'pay.bank-declines'] },
  {
    text: '`/webhook/v1` to `v3`',
    checks: ['webhook.v1', 'webhook.v2', 'webhook.v3', 'webhook.first', 'webhook.first-lost'],
  },
  {
    text: 'Ignore fields that you do not read: every tag sends what its wallet tells of the card, and of the payer where the page asks for it.',
    checks: ['pay.payer-data'],
  },
  explanation(
    "The tags also post reports to `/report`: what ended in the payer's browser, in codes.",
  ),
  {
    text: 'Keep the last few of an order and answer 204, or set `report="off"`.',
    checks: [],
    untested: 'whether your backend keeps reports, because the tags take any answer',
  },
  {
    text: 'A refusal is a problem document, `application/problem+json`, with `code`, `title` and `status`.',
    checks: ['request.malformed', 'request.unknown-order', 'pay.while-bank-waits'],
  },
  {
    text: 'It says that this request sent no token on.',
    checks: ['request.malformed', 'refused.one-look'],
  },
  explanation('The page reads three things of it:'),
  { text: '`code` is `no_payment`, from `/status`', checks: ['pay.none'] },
  { text: 'it has `outcome`', checks: ['pay.while-bank-waits', 'pay.again', 'means'] },
  { text: 'anything else', checks: ['request.malformed'] },
  explanation(
    "Any answer that is not a problem document, such as a proxy's error page, leaves the outcome open: the page asks `/status`.",
  ),
];

const refusals: readonly GuideSentence[] = [
  {
    text: 'Refuse an order that you do not have, and compare references byte by byte: a blank at an end and other letters name another order.',
    checks: ['request.unknown-order', 'request.malformed', 'pay.other-case'],
  },
  {
    text: 'Take the price from your order, and refuse a `shown` that differs from it in amount or currency.',
    checks: ['pay.amount'],
  },
  { text: 'Refuse `/pay-token` without an `Idempotency-Key`.', checks: ['request.key'] },
  { text: 'A key belongs to one order.', checks: ['pay.foreign-key'] },
  {
    text: 'Refuse every method but POST, a body that is not declared as JSON, and one far above 64 KiB.',
    checks: ['request.method', 'request.content-type', 'request.size'],
  },
  {
    text: "Pass on a `validation_url` of wallet A's own host alone, and your own domain, whatever the page names.",
    checks: ['validate.foreign-url', 'validate.foreign-domain'],
  },
  { text: 'Ask for another merchant session each time.', checks: ['validate.fresh'] },
  {
    text: 'Refuse a stranger where you know the payer, at each endpoint of the page.',
    checks: ['access'],
  },
  {
    text: "The service sends its webhooks without the payer's headers.",
    checks: ['webhook.v1', 'webhook.duplicate'],
  },
  {
    text: 'Never repeat a token in an answer, and never write one down.',
    checks: ['pay.token-secret'],
    untested: 'whether your backend stores or logs a token, because no run sees its disk',
  },
  {
    text: 'Answer a webhook that you cannot use, such as one that is not JSON or of an unknown session, without a 5xx.',
    checks: ['webhook.not-json', 'webhook.unknown-session'],
  },
  { text: 'Its `content-type` may name a charset.', checks: ['webhook.charset'] },
];

const serviceCalls: readonly GuideSentence[] = [
  { text: '`POST /v1/session`', checks: ['pay.prepared', 'webhook.duplicate'] },
  { text: '`POST /v1/payment`', checks: ['pay.wallet-b', 'pay.amount'] },
  { text: '`POST /v1/walleta-pay/validate-merchant`', checks: ['validate.bytes'] },
  { text: '`POST /v1/pay-token`', checks: ['pay.token-bytes', 'pay.bank-approves'] },
  { text: '`POST /v1/get-status`', checks: ['lost.unasked', 'means.part', 'status'] },
  {
    text: '`paytype` is `apple_pay` or `google_pay`.',
    checks: ['pay.wallet-a', 'pay.wallet-b'],
  },
  { text: '`amount` is a number in major units, `199.90`.', checks: ['pay.wallet-b'] },
  { text: '`external_id` is your order.', checks: ['pay.wallet-b'] },
  {
    text: 'The bank sends the payer back to `redirect_url`.',
    checks: ['pay.bank-approves'],
  },
  {
    text: 'A second `/v1/payment` for a session adds to what it charges.',
    checks: ['lost.payment'],
  },
  {
    text: 'If its answer is lost, open another session.',
    checks: ['lost.payment', 'lost.session'],
  },
  {
    text: 'Sign the exact bytes of the body: RSA, SHA-256, PKCS #1 v1.5, in base64, in the header `x-sign`.',
    checks: ['pay.wallet-b'],
  },
  {
    text: 'A webhook carries its signature in `x-sign-v2`, over the exact bytes that arrived.',
    checks: ['webhook.forged', 'webhook.raw-bytes'],
  },
  {
    text: 'It names `id`, `status` and `external_id`.',
    checks: ['webhook.v1', 'webhook.foreign-session', 'webhook.foreign-order'],
  },
  explanation(
    "Of all this the service's document shows the paths, the header `x-sign` with RSA, `callback_url`, `redirect_url`, `acs_url` and three statuses.",
  ),
  explanation('The rest is observed or assumed in the wire profile; change it in one place.'),
  {
    text: 'HTTP 200 alone proves nothing.',
    checks: ['unproven', 'lost.empty', 'lost.html', 'lost.no-status', 'status.no-status'],
  },
  {
    text: 'A success has the fields above, is about your session and order, and is no error.',
    checks: [
      'lost.other-session',
      'lost.other-order',
      'status.other-session',
      'status.other-order',
    ],
  },
  {
    text: 'An error has a `type` of `processing`, `validation` or `fatal`, or `success: false`.',
    checks: ['unproven', 'lost.success-false', 'status.success-false'],
  },
];

const statuses: readonly GuideSentence[] = [
  ...['created', 'precreated', 'preprocessing', 'async_preprocessing', 'processing'].map(statusRow),
  ...['processing_hold_completion', 'processing_void', 'blocked'].map(statusRow),
  ...['hold_confirmed', 'paid', 'paid_off'].map(statusRow),
  { text: '`holded`', checks: ['means.holded', 'pay.held'] },
  { text: '`failed`', checks: ['means.failed', 'pay.declined'] },
  { text: '`voided`', checks: ['means.voided', 'pay.after-voided'] },
  { text: '`expired`', checks: ['means.expired', 'pay.after-expired'] },
  {
    text: '`refunded`',
    checks: ['means.refunded', 'means.part', 'webhook.part', 'webhook.refund'],
  },
  {
    text: 'any other',
    checks: ['means.under_review', 'pay.unknown-status', 'webhook.unknown-status'],
  },
  {
    text: 'Changes arrive in any order and more than once.',
    checks: ['webhook.duplicate', 'webhook.late', 'webhook.first'],
  },
  {
    text: 'A later outcome in this sequence replaces an earlier one, and never the other way round: unknown, pending, failed, expired, authorized, succeeded, cancelled, refunded.',
    checks: ['webhook.late', 'webhook.after-failed', 'webhook.refund', 'pay.held'],
  },
];

const rules: readonly GuideSentence[] = [
  {
    text: 'Write down that you are about to send a token, with its key, in one transaction that also proves that no other attempt of the order is open.',
    checks: ['pay.double-press', 'pay.double-press-again', 'durable.token'],
  },
  { text: 'Only then send it.', checks: ['durable.token'] },
  {
    text: 'The same key gets the same answer; another key gets 409 with the outcome.',
    checks: ['pay.same-key', 'pay.same-key-declined', 'pay.bank-again', 'means'],
  },
  {
    text: 'Never send a token twice.',
    checks: ['lost', 'pay.bank-slow', 'refused.status-429'],
  },
  {
    text: 'After a cut, a timeout, 5xx, a redirect, 408, 409, 423, 425, 429, or 200 with anything that is no success, the outcome is `unknown`, and the answer to the page is 202.',
    checks: ['lost', 'refused'],
  },
  {
    text: "A 4xx in the service's own shape is a refusal, unless its `code` is one of `InProgressError`, `SessionInProgressError` or `SessionLockedError`.",
    checks: ['refused'],
  },
  { text: 'It too leaves the outcome `unknown`.', checks: ['refused.one-look'] },
  {
    text: 'Ask get-status about everything that is unknown or pending, from a job, although no page asks: within a minute at first, then ever more rarely, for three days.',
    checks: ['lost.unasked', 'pay.unasked'],
    untested: 'whether your job asks for three days, because a run takes a minute',
  },
  {
    text: '`created` after a token means that nothing is known of it.',
    checks: ['means.created', 'refused.one-look', 'lost.not-processed'],
  },
  {
    text: 'After a refusal, two such answers ten seconds or more apart free the order.',
    checks: ['refused.again', 'refused.again-403', 'refused.one-look'],
  },
  {
    text: 'Without a refusal, 15 minutes have to pass first.',
    checks: ['lost.one-look', 'refused'],
    untested:
      'whether an order is free at last whose token never reached the service, because that takes 15 minutes',
  },
  {
    text: 'Acknowledge a webhook only when its change is on the disk, and store an outcome before you answer with it.',
    checks: ['durable.webhook', 'durable.answer'],
  },
  {
    text: 'Find its payment by the session that it names: the end of an earlier session says nothing about the payment that follows it.',
    checks: ['webhook.earlier-session', 'webhook.foreign-session'],
  },
  { text: 'Believe none that names another order.', checks: ['webhook.foreign-order'] },
  {
    text: 'While a payment is open, neither `/prepare` nor `/validate-merchant` changes the session that it is in.',
    checks: ['pay.second-tab'],
  },
];

export const guideSentences: readonly GuideSentence[] = [
  ...endpoints,
  ...refusals,
  ...serviceCalls,
  ...statuses,
  ...rules,
];
