/**
 * What a document knows of an order:
 * `free` to be paid · `sheet` open · token `sent` · leaving for the `bank` · `paid` · `unsure`: the
 * backend gave no final answer · `asking` the backend · paid `elsewhere`, in another document.
 */
export type OrderState =
  | 'free'
  | 'sheet'
  | 'sent'
  | 'bank'
  | 'paid'
  | 'unsure'
  | 'asking'
  | 'elsewhere';

/**
 * What happens to an order: a `press` opens the sheet · the payer agrees, `authorize` · the backend
 * surely did not take the token, `refuse` · it `leave`s for the bank · what is known of it: `settle`d as
 * taken, in `doubt`, or `clear`: nothing was paid · the backend is to be asked, `ask` · another document
 * is `met` that pays it.
 */
export type OrderEvent =
  | 'press'
  | 'authorize'
  | 'refuse'
  | 'leave'
  | 'settle'
  | 'doubt'
  | 'clear'
  | 'ask'
  | 'meet';

type Transitions = Readonly<Partial<Record<OrderEvent, OrderState>>>;

/** What the backend answers, when it is asked. */
const learns = { ask: 'asking', settle: 'paid', doubt: 'unsure', clear: 'free' } as const;

/** What is not in the table changes nothing. The guide's picture is drawn from it. */
export const transitions: Readonly<Record<OrderState, Transitions>> = {
  free: { press: 'sheet', meet: 'elsewhere', ...learns },
  sheet: { authorize: 'sent', clear: 'free' },
  sent: { refuse: 'sheet', leave: 'bank', settle: 'paid', doubt: 'unsure' },
  bank: learns,
  paid: learns,
  unsure: learns,
  asking: { meet: 'elsewhere', ...learns },
  elsewhere: learns,
};
