import type { Difference, Side } from './difference.ts';

const head =
  'kind,order,attempt,line,status_here,amount_here,refunded_here,status_there,amount_there,refunded_there,currency,note';

/** All differences, one a line (RFC 4180). */
export function csvOf(differences: readonly Difference[]): string {
  const lines = differences.map(({ kind, order, attempt, line, here, there, note }) =>
    [
      kind,
      order,
      attempt,
      line === undefined ? '' : String(line),
      ...cellsOf(here),
      ...cellsOf(there),
      here?.currency ?? there?.currency,
      note,
    ]
      .map(field)
      .join(','),
  );
  return [head, ...lines, ''].join('\r\n');
}

function cellsOf(side: Side | undefined): readonly (string | undefined)[] {
  return [side?.status, side?.amount, side?.refunded];
}

/** A spreadsheet takes a text that begins with these for a formula, so it gets an apostrophe. */
const formula = /^[=+\-@\t\r]/;

function field(text = ''): string {
  const plain = formula.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
