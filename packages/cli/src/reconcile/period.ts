import type { Profile } from '@wallet-buttons/service-client';
import { UsageError } from '../report.ts';
import type { Period } from './span.ts';
import { dayOf, timeOf } from './time.ts';

/** How a command names the days that it compares. */
export interface PeriodOptions {
  readonly from?: string;
  readonly to?: string;
  readonly month?: string;
}

/** The first and the last day, as 2026-11-01, and as times; `null` if none was named. @throws {UsageError} */
export function daysOf(
  { from, to, month }: PeriodOptions,
  profile: Profile,
  now = Date.now(),
): { readonly from: string; readonly to: string } | null {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined) {
      throw new UsageError('--month goes without --from and --to.');
    }
    return daysOfMonth(month === 'last' ? lastMonth(profile, now) : month);
  }
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) {
    throw new UsageError('--from and --to belong together.');
  }
  return { from, to };
}

/** The period of some days, in the zone of the profile. @throws {UsageError} */
export function periodOf(
  days: { readonly from: string; readonly to: string } | null,
  profile: Profile,
): Period | null {
  if (!days) return null;
  const day = 24 * 60 * 60_000;
  const start = readTime(days.from, '--from', profile);
  const end = readTime(days.to, '--to', profile) + day;
  if (start < end) return { start, end };
  throw new UsageError('--from is after --to.');
}

/** @throws {UsageError} */
export function readTime(text: string, option: string, profile: Profile): number {
  try {
    return timeOf(text, profile);
  } catch {
    throw new UsageError(`${option} is not a day or a time, as 2026-11-30.`);
  }
}

function lastMonth(profile: Profile, now: number): string {
  const [year = 0, month = 0] = dayOf(now, profile).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7);
}

function daysOfMonth(text: string): { readonly from: string; readonly to: string } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined) {
    throw new UsageError('--month is a month, as 2026-11, or `last`.');
  }
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  return { from: `${text}-01`, to: last };
}
