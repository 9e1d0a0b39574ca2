import { type Api, Problem } from './api.ts';
import { fill, formatAmount } from './format.ts';
import { readAmount } from './money.ts';
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
  if (dialog.type === 'review') return endReview(api, dialog, texts);
  const { payment, kind, key, left, typed } = dialog;
  const { order, attempt, currency } = payment;
  const amount = readAmount(typed, left, currency);
  if (amount === null) throw new Problem('invalid_amount');
  const body = { left, attempt, ...(kind !== 'void' && amount !== left && { amount }) };
  const result = await api.operate(kind, order, body, key);
  if (result.state !== 'done') return texts.dialog.unknown;
  const amountText = formatAmount(result.amount, currency, language);
  return fill(texts.operations[kind].done, { amount: amountText, order });
}

async function endReview(
  api: Api,
  { payment, outcome, operation, typed }: ReviewDialog,
  { review }: DeskTexts,
): Promise<string> {
  const { order, attempt, currency } = payment;
  const isCharge = outcome === 'succeeded' && !operation;
  const amount = isCharge ? readAmount(typed, typed, currency) : null;
  if (isCharge && amount === null) throw new Problem('invalid_amount');
  await api.resolve(attempt, { outcome, ...(amount !== null && { amount }) });
  return fill(review.ended, { order });
}

/** Random in any context: `randomUUID` is missing without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `desk-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
