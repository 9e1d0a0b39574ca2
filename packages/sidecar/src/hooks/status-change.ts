import type { OnStatusChange } from '@wallet-buttons/server';
import { snakeCase } from '../snake-case.ts';
import { callHook, failed, type HookOptions } from './hook.ts';

/** `onStatusChange` of the server: the shop is called again, with the same id, until it answers with 2xx. */
export function statusChangeBy(options: HookOptions): OnStatusChange {
  return async (change) => {
    const body = Object(snakeCase(change)) as object;
    const { status } = await callHook(options, { id: change.id, body });
    if (status >= 200 && status < 300) return;
    throw failed('hook_refused', options.name, `answered with ${String(status)}`);
  };
}
