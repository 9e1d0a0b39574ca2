/** The behaviour of the stand-ins for service and bank; its fields go to their control API. */
export interface Scenario {
  readonly id: string;
  readonly name: string;
  readonly says: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

const slowMs = 4_000;

/** Wallet-independent, and all of them end without a second charge. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'card',
    name: 'As the card says',
    says: 'The card you pick in the sheet decides: some are declined, some ask the bank first.',
    fields: {},
  },
  {
    id: 'approved',
    name: 'Approved',
    says: 'Paid at once, with any card.',
    fields: { result: 'paid', bankCheck: 'never' },
  },
  {
    id: 'bank',
    name: 'The bank asks',
    says: 'Every card is sent to the bank’s page. Approve there, decline, or walk away.',
    fields: { bankCheck: 'always' },
  },
  {
    id: 'declined',
    name: 'Declined',
    says: 'The bank says no; the order can be paid again.',
    fields: { result: 'failed', bankCheck: 'never' },
  },
  {
    id: 'held',
    name: 'Held',
    says: 'The bank holds the amount. Capture or void it in the list of orders.',
    fields: { result: 'holded', bankCheck: 'never' },
  },
  {
    id: 'lost',
    name: 'Charged, answer lost',
    says: 'The money is taken, then the connection breaks. No second charge may follow.',
    fields: { result: 'paid', bankCheck: 'never', answer: 'cut' },
  },
  {
    id: 'html',
    name: 'Charged, HTML for an answer',
    says: 'The money is taken, and a gateway’s error page comes back.',
    fields: { result: 'paid', bankCheck: 'never', answer: 'html' },
  },
  {
    id: 'slow',
    name: 'Slow service',
    says: 'Paid, but the answer takes four seconds.',
    fields: { result: 'paid', bankCheck: 'never', answerDelay: slowMs },
  },
  {
    id: 'later',
    name: 'Processing, settles later',
    says: 'The service answers “processing” and makes up its mind four seconds later.',
    fields: { result: 'paid', bankCheck: 'never', settleAfter: slowMs },
  },
  {
    id: 'refused',
    name: 'Token refused',
    says: 'The service refuses the token and charges nothing. After half a minute the order can be paid again.',
    fields: { answer: 'refused', processed: false },
  },
  {
    id: 'busy',
    name: 'Busy, charged later',
    says: 'The service answers 409 “in progress” and charges four seconds later. A second press charges nothing.',
    fields: {
      result: 'paid',
      bankCheck: 'never',
      answer: 'in-progress',
      answerStatus: 409,
      processDelay: slowMs,
    },
  },
  {
    id: 'not-refunded',
    name: 'Refund answered with HTML',
    says: 'Paid. A void or a refund in the list of orders gets a page for an answer, and nothing goes back.',
    fields: {
      result: 'paid',
      bankCheck: 'never',
      answerOn: 'void',
      answer: 'html',
      processed: false,
    },
  },
  {
    id: 'dropped',
    name: 'Refund dropped',
    says: 'Paid. A refund in the list of orders is accepted, and taken back four seconds later.',
    fields: { result: 'paid', bankCheck: 'never', dropAfter: slowMs },
  },
  {
    id: 'part',
    name: 'A part is called refunded',
    says: 'Paid. Once a part went back the service says “refunded”, and the order stays closed.',
    fields: { result: 'paid', bankCheck: 'never', partRefund: 'refunded' },
  },
];

/** When the service sends its webhook to the shop's server. */
export const webhooks = ['before', 'after', 'never'] as const;
