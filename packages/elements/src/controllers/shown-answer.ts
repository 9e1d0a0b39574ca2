import type { PayTokenAnswer } from '@wallet-buttons/protocol';
import { isRefused, isTaken } from '../answers.ts';
import type { AuthorizationAnswer } from '../providers/provider.ts';
import type { SheetRequest } from '../sheet/data.ts';
import { orderTexts } from '../texts.ts';

/** The refusals that another card does not change, by their code. */
const reasons: ReadonlyMap<string, keyof typeof orderTexts> = new Map([
  ['amount_mismatch', 'totalChanged'],
  ['too_many_attempts', 'tooManyAttempts'],
]);

/** What the sheet shows of the backend's answer. Without an answer it does not let the payer try again. */
export async function shownAnswer(
  answer: Promise<PayTokenAnswer>,
  request: SheetRequest,
): Promise<AuthorizationAnswer> {
  try {
    const { outcome, acs_url } = await answer;
    return { success: Boolean(acs_url) || isTaken(outcome) };
  } catch (error) {
    if (!isRefused(error)) return { success: true };
    const { code, errors } = error.cause;
    const reason = reasons.get(code);
    return reason && !errors?.[0]
      ? shownReason(reason, request)
      : { success: false, errors: errors ?? [] };
  }
}

/** What the sheet says where no card pays the order now. */
export function shownReason(
  reason: keyof typeof orderTexts,
  { texts }: SheetRequest,
): AuthorizationAnswer {
  const message = texts[reason] ?? orderTexts[reason];
  return { success: false, errors: [{ code: 'other', message }] };
}
