/** The present scenario, and its webhook. */
import type { Attempt, Session } from '../control-api.ts';
import { behaviourOf } from '../ledger/card-facts.ts';
import { externalIdOf, minorOf } from '../ledger/session-amounts.ts';
import { statedStatus } from '../ledger/attempt-facts.ts';
import type { Service } from '../service.ts';
import type { Scenario } from './scenario.ts';

/** Sends the webhooks that follow the answer, if there are any. */
export type AfterAnswer = () => void;

/** The present scenario. @param call the attempt, or the call, with its own fields */
export function scenarioOf(
  service: Service,
  session: Session,
  call?: Pick<Attempt, 'header'> & Partial<Pick<Attempt, 'card'>>,
): Scenario {
  return service.scenarios.resolve({
    externalId: externalIdOf(session),
    minor: minorOf(session),
    isDeclined: call?.card !== undefined && behaviourOf(call.card) === 'decline',
    ...(call && { header: call.header }),
  });
}

/** Sends the session's status to the merchant as the scenario sets it. */
export async function notify(
  service: Service,
  session: Session,
  scenario: Scenario,
): Promise<AfterAnswer> {
  if (scenario.webhook === 'never') return nothing;
  const records = service.webhooks.prepare(session, {
    version: service.webhooks.versionOf(scenario.webhookVersion),
    status: statedStatus(session, session, scenario),
    form: scenario.webhookForm,
    copies: scenario.webhookCopies,
    delay: scenario.webhookDelay,
  });
  const send = async (): Promise<void> => {
    await service.clockwork.wait(scenario.webhookDelay);
    await service.webhooks.send(records);
  };
  if (scenario.webhook === 'after') {
    return () => {
      service.clockwork.run(send);
    };
  }
  await send();
  return nothing;
}

/** There is nothing to send. */
export function nothing(): void {
  // Neither a webhook nor a delay follows.
}
