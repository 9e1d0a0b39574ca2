import type { Logger, OnStatusChange } from '@wallet-buttons/server';
import { snakeCase } from '../snake-case.ts';
import { callHook, failed, firstLineOf, type HookOptions, isAcknowledgement } from './hook.ts';

/**
 * `onStatusChange` of the server: the shop is called again, with the same id, until it acknowledges the change. An answer
 * with 2xx that is no acknowledgement is an alarm, since the shop may believe that all is well.
 */
export function statusChangeBy(options: HookOptions, logger: Logger): OnStatusChange {
  return async (change) => {
    const { id, order, attempt } = change;
    const body = Object(snakeCase(change)) as object;
    const answer = await callHook(options, { id, body });
    const { status } = answer;
    if (status < 200 || status >= 300) {
      throw failed('hook_refused', options.name, `answered with ${String(status)}`);
    }
    if (isAcknowledgement(answer, id)) return;
    logger.error('change_not_acknowledged', { order, attempt, answer: firstLineOf(answer) });
    throw failed('hook_answer_invalid', options.name, 'answered with what is no acknowledgement');
  };
}
