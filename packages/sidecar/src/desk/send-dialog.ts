import { type Api, Problem } from './api.ts';
import { fill, formatAmount } from './format.ts';
import { type NoAmount, readAmount } from './money.ts';
import type { OperationDialog, ReviewDialog } from './state.ts';
import type { DeskTexts } from './texts.ts';

/**
 * Sends what a dialog asks.
 * @returns what was done, in words. @throws {Problem} also `invalid_amount`, before anything is sent.
 */
export async function sendDialog(
  api: Api,
  dialog: OperationDialog | ReviewDialog,
  texts: DeskTexts,
  language: string,
): Promise<string> {
  const { order, attempt, currency } = dialog.payment;
  const amount = amountIn(dialog, language);
  if (typeof amount === 'object') throw new Problem('invalid_amount');
  const reason = dialog.reason.trim();
  const why = { ...(reason !== '' && { reason }) };
  if (dialog.type === 'review') {
    const { outcome } = dialog;
    await api.resolve(attempt, { outcome, ...why, ...(amount !== '' && { amount }) });
    return fill(texts.review.ended, { order });
  }
  const { kind, key, left } = dialog;
  const body = { left, attempt, ...why, ...(kind !== 'void' && amount !== left && { amount }) };
  const result = await api.operate(kind, order, body, key);
  if (result.state !== 'done') return texts.dialog.unknown;
  const amountText = formatAmount(result.amount, currency, language);
  return fill(texts.operations[kind].done, { amount: amountText, order });
}

/** The amount that a dialog has; `''` where it takes none. */
export function amountIn(
  { left, typed, payment: { currency } }: OperationDialog | ReviewDialog,
  language: string,
): string | NoAmount {
  return left === null ? '' : readAmount(typed, { maximum: left, currency, language });
}

/** Random in any context: `randomUUID` is missing without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `desk-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
