/**
 * The state of an order in one document: `free` to be paid · `sheet` is open · token `sent` · leaving for the `bank` ·
 * `paid` · `unsure`, without a final answer of the backend · `closed`, the backend takes no more attempts · `asking` the
 * backend · being paid `elsewhere`, in another document.
 */
export type OrderState =
  | 'free'
  | 'sheet'
  | 'sent'
  | 'bank'
  | 'paid'
  | 'unsure'
  | 'closed'
  | 'asking'
  | 'elsewhere';

/**
 * The events of an order: a `press` opens the sheet · `authorize`, the payer agrees · `refuse`, the backend certainly
 * did not take the token · `leave` for the bank · an outcome: `settle` (taken), `doubt` (not known) or `clear` (nothing
 * was paid) · `close`, the backend takes no more attempts · `ask`, the backend has to be asked · `meet`, another document pays the order.
 */
export type OrderEvent =
  | 'press'
  | 'authorize'
  | 'refuse'
  | 'leave'
  | 'settle'
  | 'doubt'
  | 'clear'
  | 'close'
  | 'ask'
  | 'meet';

/** The mark of an order in the storage: a sheet is `open`, or a token may have been `sent`. */
export type Mark = 'open' | 'sent';

/** The mark of each state, for other documents and later visits. */
export const marks: Partial<Record<OrderState, Mark>> = {
  sheet: 'open',
  sent: 'sent',
  bank: 'sent',
  paid: 'sent',
  unsure: 'sent',
};

type Transitions = Readonly<Partial<Record<OrderEvent, OrderState>>>;

/** The transitions by an answer of the backend. */
const answers = {
  ask: 'asking',
  settle: 'paid',
  doubt: 'unsure',
  clear: 'free',
  close: 'closed',
} as const;

/** An event that is missing here changes nothing. The guide's picture is drawn from this table. */
export const transitions: Readonly<Record<OrderState, Transitions>> = {
  free: { press: 'sheet', meet: 'elsewhere', ...answers },
  sheet: { authorize: 'sent', settle: 'paid', clear: 'free', close: 'closed' },
  sent: { refuse: 'sheet', leave: 'bank', settle: 'paid', doubt: 'unsure', close: 'closed' },
  bank: answers,
  paid: answers,
  unsure: answers,
  closed: answers,
  asking: { meet: 'elsewhere', ...answers },
  elsewhere: answers,
};
