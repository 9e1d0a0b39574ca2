import type { Profile } from '@wallet-buttons/service-client';

/** A time of an export: ISO 8601, or `30.11.2026 18:05:00`. Without a zone it is one of the profile's. */
export function timeOf(text: string, { export: { zone } }: Pick<Profile, 'export'>): number {
  const local = /^(\d{2})\.(\d{2})\.(\d{4})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text);
  const [, day, month, year, clock = '00:00'] = local ?? [];
  const iso = local ? `${year ?? ''}-${month ?? ''}-${day ?? ''}T${clock}` : text.replace(' ', 'T');
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso) && iso.includes('T');
  const whole = iso.includes('T') ? iso : `${iso}T00:00`;
  const time = Date.parse(hasZone ? whole : `${whole}${zone}`);
  if (!Number.isNaN(time) && isDay(iso.slice(0, 10))) return time;
  throw new Error(`"${text}" is not a time`);
}

/** Whether the calendar has a day: the parser of JavaScript moves the 30th of February to March. */
export function isDay(day: string): boolean {
  const midnight = new Date(Date.parse(day));
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** The day of a time, in the zone of the profile: `2026-11-30`. */
export function dayOf(time: number, { export: { zone } }: Pick<Profile, 'export'>): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return new Date(time + (sign === '-' ? -offset : offset)).toISOString().slice(0, 10);
}
