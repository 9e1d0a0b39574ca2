import { guideSentences } from './guide-sentences.ts';

/** What no run can show from outside, beside sentences of the guide. */
const blindSpots = [
  'whether your shop ships a paid order once',
  'refunds, captures and voids of your back office',
  'requests from pages of other sites',
  'whether the payment service reaches your webhooks from the internet',
  'load',
];

/** How a run was made. */
export interface RunLimits {
  /** It knew how to kill and start the backend. */
  readonly canRestart: boolean;
  /** The backend believes no webhook. */
  readonly confirmsWebhooks: boolean;
  /** It knew what the requests of a page carry. */
  readonly hasHeaders: boolean;
  /** How many checks `only` left out. */
  readonly leftOut: number;
  /** How many checks were not made, because nothing can be paid. */
  readonly notReached: number;
}

/** What a run did not test, one phrase each. */
export function untested(limits: RunLimits): readonly string[] {
  const { canRestart, hasHeaders, confirmsWebhooks, leftOut, notReached } = limits;
  return [
    ...(notReached > 0 ? [`${notReached} checks, because nothing can be paid yet (--all)`] : []),
    ...(leftOut > 0 ? [`${leftOut} checks that --only leaves out`] : []),
    ...(canRestart ? [] : ['what survives a restart (name the command: --restart)']),
    ...(hasHeaders
      ? []
      : [
          'whether your backend answers anybody about any order (name what a page sends: --header)',
        ]),
    ...(confirmsWebhooks ? ['whether a webhook alone suffices (--confirm-webhooks)'] : []),
    ...guideSentences.flatMap(({ untested: line }) => line ?? []),
    ...blindSpots,
  ];
}
