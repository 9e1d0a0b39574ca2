import type { DeskTexts } from './texts.ts';

export { fill } from '@wallet-buttons/server/explain';

/** An exact decimal string with its currency, in the digits of a language. It never becomes a float. */
export function formatAmount(amount: string, currency: string, language: string): string {
  return `${formatNumber(amount, language)}\u00a0${currency}`;
}

/** An exact decimal string in the digits of a language. */
export function formatNumber(amount: string, language: string): string {
  const [, decimals = ''] = amount.split('.');
  // A decimal string is exact here, other than a number.
  return amountFormat(language, decimals.length).format(amount as `${number}`);
}

/** A time of ISO 8601: the time of the day, and the day unless it is today. */
export function formatTime(time: string, language: string, now = new Date()): string {
  const date = new Date(time);
  const isToday = date.toDateString() === now.toDateString();
  const isThisYear = date.getFullYear() === now.getFullYear();
  const otherDay = isThisYear ? 'day' : 'year';
  return timeFormat(language, isToday ? 'today' : otherDay).format(date);
}

/** With the day, to the second. */
export function formatFullTime(time: string, language: string): string {
  return timeFormat(language, 'full').format(new Date(time));
}

/** The day and the month alone. */
export function formatDay(time: string, language: string): string {
  return timeFormat(language, 'date').format(new Date(time));
}

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const day = { day: 'numeric', month: 'short' } as const;
const timeStyles = {
  today: clock,
  day: { ...day, ...clock },
  year: { ...day, year: 'numeric', ...clock },
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  date: day,
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format costs more than a thousand uses of it. */
const amountFormats = new Map<string, Intl.NumberFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function amountFormat(language: string, digits: number): Intl.NumberFormat {
  const name = `${language} ${String(digits)}`;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = amountFormats.get(name) ?? new Intl.NumberFormat(language, options);
  amountFormats.set(name, format);
  return format;
}

function timeFormat(language: string, style: keyof typeof timeStyles): Intl.DateTimeFormat {
  const name = `${language} ${style}`;
  const format = timeFormats.get(name) ?? new Intl.DateTimeFormat(language, timeStyles[style]);
  timeFormats.set(name, format);
  return format;
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
  const start = new Date(year, month - 1, date);
  const end = new Date(year, month - 1, date + 1);
  return { since: start.toISOString(), until: end.toISOString() };
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
  const problemText = Object.hasOwn(problems, code) ? problems[code] : undefined;
  const text = problemText ?? problems.other;
  return text.replace('{title}', () => title).replace('{detail}', () => detail);
}
