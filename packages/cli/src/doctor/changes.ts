import { type Finding, findingOf } from './finding.ts';

/** The findings that differ from those of the look before, with the values of changed headers. */
export function changesOf(
  previousFindings: readonly Finding[],
  findings: readonly Finding[],
): Finding[] {
  const last = new Map(previousFindings.map((finding) => [keyOf(finding), finding]));
  return findings.flatMap((finding) => {
    const previous = last.get(keyOf(finding));
    const headerChanges =
      previous?.headers && finding.headers ? headersChanged(previous, finding) : '';
    if (headerChanges !== '')
      return [{ ...finding, ...findingOf(finding.id, 'warn', headerChanges) }];
    return previous?.result === finding.result ? [] : [finding];
  });
}

/** The findings, with the last headers of a page that did not come this time. */
export function remembered(
  previousFindings: readonly Finding[],
  findings: readonly Finding[],
): Finding[] {
  const headers = previousFindings.find((finding) => finding.headers)?.headers;
  return findings.map((finding) =>
    headers && finding.id === 'page.headers' ? { headers, ...finding } : finding,
  );
}

function keyOf({ id, subject = '' }: Finding): string {
  return `${id} ${subject}`;
}

function headersChanged(
  { headers: previousHeaders = {} }: Finding,
  { headers = {} }: Finding,
): string {
  const names = [...new Set([...Object.keys(previousHeaders), ...Object.keys(headers)])];
  return names
    .filter((name) => previousHeaders[name] !== headers[name])
    .map(
      (name) => `${name} changed: ${previousHeaders[name] ?? 'none'} → ${headers[name] ?? 'none'}`,
    )
    .join('; ');
}
