/** What no run can show from outside. */
const blindSpots = [
  'whether your shop ships a paid order once',
  'refunds, captures and voids of your back office',
  'whether your backend stores or logs a token',
  'requests from pages of other sites',
  'whether the payment service reaches your webhooks from the internet',
  'whether an order is free at last whose token never reached the service',
  'load',
];

/** How a run was made. */
export interface RunLimits {
  /** It knew how to kill and start the backend. */
  readonly canRestart: boolean;
  /** The backend believes no webhook. */
  readonly confirmsWebhooks: boolean;
  /** How many checks `only` left out. */
  readonly leftOut: number;
}

/** What a run did not test, one phrase each. */
export function untested({ canRestart, confirmsWebhooks, leftOut }: RunLimits): readonly string[] {
  return [
    ...(leftOut > 0 ? [`${leftOut} checks that --only leaves out`] : []),
    ...(canRestart ? [] : ['what survives a restart (name the command: --restart)']),
    ...(confirmsWebhooks ? ['whether a webhook alone suffices (--confirm-webhooks)'] : []),
    ...blindSpots,
  ];
}
