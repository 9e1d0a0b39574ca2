import type { OnStatusChange } from '@wallet-buttons/server';
import { snakeCase } from '../snake-case.ts';
import { callHook, failed, type HookOptions, problemIn } from './hook.ts';

/** `onStatusChange` of the server: the shop is called again, with the same id, until it answers with 2xx and no error. */
export function statusChangeBy(options: HookOptions): OnStatusChange {
  return async (change) => {
    const body = Object(snakeCase(change)) as object;
    const answer = await callHook(options, { id: change.id, body });
    const { status } = answer;
    if (status < 200 || status >= 300) {
      throw failed('hook_refused', options.name, `answered with ${String(status)}`);
    }
    const problem = problemIn(answer);
    if (problem) throw failed('hook_answer_invalid', options.name, `answered with ${problem}`);
  };
}
