/** What a shop is in the middle of when a fault befalls it. */
export type Story = 'pay' | 'webhook' | 'reconcile' | 'validate';

/** A place on a payment's way where a process can die, fail or hang. */
export interface FaultPoint {
  readonly story: Story;
  /** The step at a seam, as `seams.ts` names it. */
  readonly step: string;
  /** The server receives a stop signal there, as from an orchestrator. */
  readonly stops?: boolean;
  /** Reaches into the process's own runtime, so it needs a process whatever the mode. */
  readonly alone?: boolean;
}

const validation = 'call /v1/walleta-pay/validate-merchant';

/** Every fault point of the server: where it is, and the step that stands for it. */
export const faultPoints = {
  'the request is parsed': { story: 'pay', step: 'before findOrder' },
  'no session is open': { story: 'pay', step: 'before call /v1/session' },
  'the session is open, not stored': { story: 'pay', step: 'after call /v1/session' },
  'the payment is added, not stored': { story: 'pay', step: 'after call /v1/payment' },
  'the attempt is about to be stored': { story: 'pay', step: 'before store.change open' },
  'the attempt is stored': { story: 'pay', step: 'after store.change open' },
  'the intent is about to be committed': { story: 'pay', step: 'before store.change pay' },
  'the intent is committed': { story: 'pay', step: 'after store.change pay' },
  'the token is signed, no byte is sent': { story: 'pay', step: 'before call /v1/pay-token' },
  'the token is sent, no answer came': { story: 'pay', step: 'sent call /v1/pay-token' },
  'a part of the answer is read': { story: 'pay', step: 'reading call /v1/pay-token' },
  'the answer is parsed': { story: 'pay', step: 'before store.change pay-token' },
  'the outcome is in its transaction': {
    story: 'pay',
    step: 'transaction store.change pay-token',
    alone: true,
  },
  'the outcome is committed': { story: 'pay', step: 'after store.change pay-token' },
  'half of the reply is sent': { story: 'pay', step: 'within reply pay-token' },
  'a stop comes with a token on its way': {
    story: 'pay',
    step: 'sent call /v1/pay-token',
    stops: true,
    alone: true,
  },
  'no merchant session is asked for': { story: 'validate', step: `before ${validation}` },
  'the merchant session came': { story: 'validate', step: `after ${validation}` },
  'the webhook is read': { story: 'webhook', step: 'before verify' },
  'the webhook is verified, not stored': {
    story: 'webhook',
    step: 'before store.change webhook',
  },
  'the webhook is in its transaction': {
    story: 'webhook',
    step: 'transaction store.change webhook',
    alone: true,
  },
  'the webhook is stored, not acknowledged': {
    story: 'webhook',
    step: 'after store.change webhook',
  },
  'the change is not delivered': { story: 'webhook', step: 'before onStatusChange' },
  'the change is delivered, not marked': {
    story: 'webhook',
    step: 'before store.change delivered',
  },
  'the lease is taken': { story: 'reconcile', step: 'after store.claimDue' },
  'get-status is asked, no answer came': { story: 'reconcile', step: 'sent call /v1/get-status' },
  'get-status is answered, not committed': {
    story: 'reconcile',
    step: 'before store.change get-status',
  },
  'the status is committed': { story: 'reconcile', step: 'after store.change get-status' },
} as const satisfies Record<string, FaultPoint>;

export type FaultName = keyof typeof faultPoints;

export const faultNames = Object.keys(faultPoints) as readonly FaultName[];
