import type { DeskTexts } from './texts.ts';

export { fill } from '@wallet-buttons/server/explain';

/** An exact decimal string with its currency, in the digits of a language. It never becomes a float. */
export function formatAmount(amount: string, currency: string, language: string): string {
  const [, decimals = ''] = amount.split('.');
  const digits = decimals.length;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A decimal string is exact here, other than a number.
  return `${format.format(amount as `${number}`)}\u00a0${currency}`;
}

/** A time of ISO 8601: the time of the day, and the day unless it is today. */
export function formatTime(time: string, language: string, now = new Date()): string {
  const date = new Date(time);
  const isToday = date.toDateString() === now.toDateString();
  const isThisYear = date.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(language, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date);
}

/** With the day, to the second. */
export function formatFullTime(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(time),
  );
}

/** A day as an input has it, `2026-11-25`, in the time zone of the browser. */
export function dayOf(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${String(date.getFullYear())}-${month}-${day}`;
}

/** The first moment of a day and that of the next, in ISO 8601. */
export function spanOf(day: string): { readonly since: string; readonly until: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const since = new Date(year, month - 1, date);
  const until = new Date(year, month - 1, date + 1);
  return { since: since.toISOString(), until: until.toISOString() };
}

/** The text of a problem, with what to do. */
export function problemText(
  {
    code,
    title,
    detail,
  }: { readonly code: string; readonly title: string; readonly detail: string },
  { problems }: DeskTexts,
): string {
  const known = Object.hasOwn(problems, code) ? problems[code] : undefined;
  const text = known ?? problems.other;
  return text.replace('{title}', () => title).replace('{detail}', () => detail);
}
