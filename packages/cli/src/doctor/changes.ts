import { type Finding, found } from './finding.ts';

/** The findings that differ from those of the look before, with the values of changed headers. */
export function changesOf(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const last = new Map(before.map((finding) => [keyOf(finding), finding]));
  return now.flatMap((finding) => {
    const earlier = last.get(keyOf(finding));
    if (earlier?.result !== finding.result) return [finding];
    const changed = headersChanged(earlier, finding);
    return changed === '' ? [] : [{ ...finding, ...found(finding.id, 'warn', changed) }];
  });
}

function keyOf({ id, subject = '' }: Finding): string {
  return `${id} ${subject}`;
}

function headersChanged({ headers: before = {} }: Finding, { headers = {} }: Finding): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(headers)])];
  return names
    .filter((name) => before[name] !== headers[name])
    .map((name) => `${name} changed: ${before[name] ?? 'none'} → ${headers[name] ?? 'none'}`)
    .join('; ');
}
