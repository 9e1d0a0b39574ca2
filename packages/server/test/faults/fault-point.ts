/** What a shop is in the middle of when a fault befalls it. */
export type Story = 'pay' | 'webhook' | 'reconcile' | 'validate';

/** A numbered place on a payment's way where a process can die, fail or hang. */
export interface FaultPoint {
  readonly says: string;
  readonly story: Story;
  /** The step at a seam, in the words of `seams.ts`. */
  readonly step: string;
  /** The server is told to stop there, as by an orchestrator. */
  readonly stops?: boolean;
  /** Reaches into the process's own runtime, so it needs a process whatever the mode. */
  readonly alone?: boolean;
}

/** Every fault point of the server: its number, where it is, and the step that stands for it. */
export const faultPoints = {
  P0: { says: 'parsed', story: 'pay', step: 'before store.find idempotencyKey' },
  P0b: { says: 'about to commit the intent', story: 'pay', step: 'before store.save pay' },
  P1: { says: 'the intent is committed', story: 'pay', step: 'after store.save pay' },
  P2: { says: 'signed, no byte sent', story: 'pay', step: 'before call /v1/pay-token' },
  P3: { says: 'sent, no answer', story: 'pay', step: 'sent call /v1/pay-token' },
  P4: { says: 'a part of the answer is read', story: 'pay', step: 'reading call /v1/pay-token' },
  P5: { says: 'the answer is parsed', story: 'pay', step: 'before store.save pay-token' },
  P6: { says: 'the outcome is committed', story: 'pay', step: 'after store.save pay-token' },
  P7: { says: 'half of the reply is sent', story: 'pay', step: 'within reply pay-token' },
  S0: { says: 'no session yet', story: 'pay', step: 'before call /v1/session' },
  S1: { says: 'the session is open, not stored', story: 'pay', step: 'after call /v1/session' },
  S2: { says: 'the payment is added, not stored', story: 'pay', step: 'after call /v1/payment' },
  V0: {
    says: 'no merchant session asked for',
    story: 'validate',
    step: 'before call /v1/walleta-pay/validate-merchant',
  },
  V1: {
    says: 'the merchant session is there',
    story: 'validate',
    step: 'after call /v1/walleta-pay/validate-merchant',
  },
  W0: { says: 'the bytes are read', story: 'webhook', step: 'before verify' },
  W1: { says: 'verified, not stored', story: 'webhook', step: 'before store.noteWebhook' },
  W2: { says: 'stored, not acknowledged', story: 'webhook', step: 'after store.noteWebhook' },
  W3: { says: 'acknowledged, not processed', story: 'webhook', step: 'acknowledged' },
  W4: {
    says: 'in the transaction that processes it',
    story: 'webhook',
    step: 'commit store.save webhook',
    alone: true,
  },
  W5: { says: 'processed, not told', story: 'webhook', step: 'before onStatusChange' },
  W6: { says: 'told, not marked', story: 'webhook', step: 'before store.markDelivered' },
  R0: { says: 'the lease is taken', story: 'reconcile', step: 'after store.claimDue' },
  R1: { says: 'asked, no answer', story: 'reconcile', step: 'sent call /v1/get-status' },
  R2: {
    says: 'answered, not committed',
    story: 'reconcile',
    step: 'before store.save get-status',
  },
  R3: { says: 'committed', story: 'reconcile', step: 'after store.save get-status' },
  Q0: {
    says: 'told to stop with a token on its way',
    story: 'pay',
    step: 'sent call /v1/pay-token',
    stops: true,
    alone: true,
  },
} as const satisfies Record<string, FaultPoint>;

export type FaultId = keyof typeof faultPoints;

/** Their numbers, in the order of a payment. */
export const faultIds = Object.keys(faultPoints) as readonly FaultId[];
