// @ts-nocheck
import type { WireProfile } from './profile.ts';
import { flatten, splitPath } from './profile-entries.ts';

/**
 * A profile as a table in Markdown: what each entry is called, what it holds, and what that rests on.
 * Entries of one group that rest on the same stand in one row.
 */
export function describeProfile({ basis, ...values }: WireProfile): string {
  const rows = new Map<string, string[]>();
  for (const [path, value] of Object.entries(flatten(values))) {
    const [group, name] = splitPath(path);
    const row = `\`${group}\` | ${basis[path] ?? 'configured'}`;
    const entry = name === null ? shown(value) : `${name} ${shown(value)}`;
    rows.set(row, [...(rows.get(row) ?? []), entry]);
  }
  const lines = [...rows].map(([row, entries]) => `| ${row} | ${entries.join(', ')} |`);
  return ['| entries | basis | what they hold |', '| --- | --- | --- |', ...lines].join('\n');
}

function shown(value: unknown): string {
  if (value === null) return '(none)';
  if (typeof value === 'function') return '(a function)';
  if (Array.isArray(value)) return value.map(shown).join(' or ');
  if (typeof value === 'object') return Object.values(value).map(shown).join(' ');
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
