import type { Judged } from './approvals.ts';
import type { Item } from './inventory.ts';
import type { ScriptsReport } from './report.ts';

/** The report for a reader: the evidence for an assessor, and the open tasks. */
export function markdownOf(report: ScriptsReport): string {
  const { page, time, tool, browser, approvals, judged, foreign, headers, since, changes } = report;
  const open = judged.filter(({ result }) => result !== 'approved');
  const scripts = judged.filter(({ name }) => !name.startsWith('header '));
  const lines = [
    '# Scripts and headers of a payment page',
    '',
    table(
      ['', ''],
      [
        ['Page', page],
        ['Time', time],
        ['Tool', tool],
        ['Browser', browser],
        ['Approvals', approvals ?? 'none named'],
      ],
    ),
    '',
    'Evidence for PCI DSS 6.4.3 (scripts) and 11.6.1 (changes of scripts and headers) as this browser received them.',
    'It does not say that the page is compliant. What comes after a press, to other payers, countries or browsers is not in it.',
    '',
    '## To be decided',
    '',
    open.length === 0
      ? 'Nothing: everything that the browser received is approved.'
      : table(
          ['result', 'what', 'why'],
          open.map(({ result, name, why }) => [result, code(name), why]),
        ),
    '',
    '## Scripts and frames',
    '',
    table(
      ['result', 'script', 'runs in', 'owner', 'purpose', 'approved', 'integrity', 'SHA-384'],
      scripts.map(scriptRow),
    ),
    '',
    '## Headers that protect the page',
    '',
    table(
      ['header', 'value'],
      Object.entries(headers).map(([name, value]) => [name, code(value)]),
    ),
    '',
    '## In frames of others',
    '',
    foreign.length === 0
      ? 'Nothing was seen.'
      : table(
          ['script', 'owner', 'SHA-384'],
          foreign.map((item) => [code(item.name), item.owner, hashOf(item)]),
        ),
    '',
    '## Since the last report',
    '',
    changesText(since, changes),
  ];
  return `${lines.join('\n')}\n`;
}

function changesText(lastTime: string | null, changes: ScriptsReport['changes']): string {
  if (lastTime === null) return 'There is no earlier report of this page.';
  if (changes.length === 0) return `Nothing has changed since ${lastTime}.`;
  return [
    `Since ${lastTime}:`,
    '',
    ...changes.map(({ what, name }) => `- ${what}: ${code(name)}`),
  ].join('\n');
}

function scriptRow({ result, name, item, approval }: Judged): readonly string[] {
  const approvalText = approval?.approvedBy ? `${approval.approvedBy}, ${approval.approvedAt}` : '';
  return [
    result,
    code(name),
    item?.places.join(', ') ?? '',
    approval?.owner ?? item?.owner ?? '',
    approval?.purpose ?? item?.purpose ?? '',
    approvalText,
    integrityOf(item, approval?.hashes ?? []),
    item ? hashOf(item) : '',
  ];
}

/** The protection of the approved content. */
function integrityOf(item: Item | undefined, allowedHashes: readonly string[]): string {
  if (item?.hasIntegrity) return 'integrity attribute';
  return allowedHashes.length > 0 ? 'compared with the approval' : 'none, by address alone';
}

function hashOf({ hashes, varies, name }: Item): string {
  if (varies) return 'differs between two loads';
  if (hashes.length === 0) return name.startsWith('frame ') ? '' : 'none';
  return hashes.map((hash) => code(hash.replace('sha384-', ''))).join(' ');
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
