import type { Subject } from './subject.ts';

/** What no run can show from outside. */
const never = [
  'whether your shop ships a paid order once',
  'refunds, captures and voids of your back office',
  'requests from pages of other sites',
  'whether the payment service reaches your webhooks from the internet',
  'whether an order is free at last whose token never reached the service',
  'load',
];

/**
 * What a run did not test, one phrase each.
 *
 * @param leftOut how many checks it was told to leave out
 */
export function untested(
  { restart, confirmsWebhooks }: Pick<Subject, 'restart' | 'confirmsWebhooks'>,
  leftOut: number,
): readonly string[] {
  return [
    ...(leftOut > 0 ? [`${String(leftOut)} checks that --only leaves out`] : []),
    ...(restart === undefined ? ['what survives a restart (name the command: --restart)'] : []),
    ...(confirmsWebhooks ? ['whether a webhook alone suffices (--confirm-webhooks)'] : []),
    ...never,
  ];
}
