import { WalletError } from '../errors.ts';
import type { AuthorizationAnswer } from '../providers/provider.ts';
import type { SheetRequest } from '../sheet/data.ts';
import { notOffered } from '../texts.ts';

/** Whether another document has sent a token of the order. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof WalletError && error.code === 'busy-elsewhere';
}

/** What the sheet says after a consent to an order that was paid elsewhere: that nothing was charged may not be so. */
export function closedOrder(
  reason: keyof typeof notOffered,
  { texts }: SheetRequest,
): AuthorizationAnswer {
  const message = texts[reason] ?? notOffered[reason];
  return { success: false, errors: [{ code: 'other', message }] };
}
