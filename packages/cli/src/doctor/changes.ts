import { type Finding, findingOf } from './finding.ts';

/** The findings that differ from those of the look before, with the values of changed headers. */
export function changesOf(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const last = new Map(before.map((finding) => [keyOf(finding), finding]));
  return now.flatMap((finding) => {
    const earlier = last.get(keyOf(finding));
    const changed = earlier?.headers && finding.headers ? headersChanged(earlier, finding) : '';
    if (changed !== '') return [{ ...finding, ...findingOf(finding.id, 'warn', changed) }];
    return earlier?.result === finding.result ? [] : [finding];
  });
}

/** The findings, with the last headers of a page that did not come this time. */
export function remembered(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const headers = before.find((finding) => finding.headers)?.headers;
  return now.map((finding) =>
    headers && finding.id === 'page.headers' ? { headers, ...finding } : finding,
  );
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
