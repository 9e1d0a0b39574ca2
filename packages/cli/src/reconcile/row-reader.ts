import { toMinor } from '@wallet-buttons/protocol';
import type { Profile } from '@wallet-buttons/service-client';
import { UsageError } from '../report.ts';
import type { ExportForm, Exported, Row, RowKind, Unreadable } from './exported.ts';
import { timeOf } from './time.ts';

/** Reads the rows of one export. */
export interface RowReader {
  readonly read: (row: Row) => Exported | Unreadable;
  readonly form: ExportForm;
}

type Column = keyof Profile['export']['columns'];
const idColumns = ['paymentId', 'sessionId', 'externalId'] as const;

/**
 * A reader for the columns that the head names.
 * @throws {UsageError} if a column is missing without which nothing can be compared.
 */
export function rowReader(head: readonly string[], profile: Profile): RowReader {
  const { columns } = profile.export;
  const titles = head.map((title) => title.trim());
  const indexOf = (column: Column): number =>
    columns[column].map((title) => titles.indexOf(title)).find((index) => index !== -1) ?? -1;
  const indexes = Object.fromEntries(
    (Object.keys(columns) as Column[]).map((column) => [column, indexOf(column)]),
  ) as Readonly<Record<Column, number>>;
  const has = (column: Column): boolean => indexes[column] !== -1;
  checkColumns(titles, has, profile);
  const kindsByName = new Map(
    Object.entries(profile.export.kinds).map(([name, kind]) => [name.toLowerCase(), kind]),
  );
  const kindOf = (name: string): RowKind | null => {
    if (!has('kind')) return null;
    const kind = kindsByName.get(name.toLowerCase());
    if (kind === undefined) throw new Error(`the profile has no kind "${name}"`);
    return kind;
  };
  return {
    form: { hasRefunds: has('refundedAmount') || has('kind'), hasKinds: has('kind') },
    read: ({ line, cells }) => {
      const text = (column: Column): string => cells[indexes[column]]?.trim() ?? '';
      const order = text('externalId');
      const currency = text('currency').toUpperCase() || (profile.currencies[0] ?? '');
      try {
        const money = (column: Column): number => minorOf(text(column), currency, profile);
        const namedKind = kindOf(text('kind'));
        const amount = money('amount');
        const kind = kindBySign(namedKind, amount);
        const status = text('status');
        if (kind === 'payment' && profile.meaningOf(status) === undefined) {
          throw new Error(`the profile has no status "${status}"`);
        }
        const isOfPayment = kind !== 'fee' && kind !== 'other';
        if (isOfPayment && idColumns.every((column) => text(column) === '')) {
          throw new Error('nothing names the payment');
        }
        return {
          line,
          order,
          kind,
          status,
          currency,
          id: text('id'),
          paymentId: text('paymentId'),
          sessionId: text('sessionId'),
          amount: Math.abs(amount),
          isNegative: amount < 0,
          refunded: text('refundedAmount') === '' ? null : Math.abs(money('refundedAmount')),
          fee: text('fee') === '' ? null : money('fee'),
          at: has('createdAt') ? timeOf(text('createdAt'), profile) : null,
        };
      } catch (error) {
        return { line, order, reason: error instanceof Error ? error.message : 'unreadable' };
      }
    },
  };
}

/** Without a column that names kinds, money that went back is negative. */
function kindBySign(kind: RowKind | null, amount: number): RowKind {
  if (kind === null) return amount < 0 ? 'refund' : 'payment';
  const isCharge = kind === 'payment' || kind === 'capture';
  if (isCharge && amount < 0) throw new Error(`the ${kind} is negative`);
  return kind;
}

function checkColumns(
  titles: readonly string[],
  has: (column: Column) => boolean,
  { export: { columns } }: Profile,
): void {
  const missing = (['amount', 'status'] as const).find((column) => !has(column));
  const isNamed = idColumns.some(has);
  if (missing === undefined && isNamed) return;
  const head = titles.join(', ');
  if (/[\0\uFFFD]/.test(head))
    throw new UsageError('The export is not UTF-8. Save it as CSV in UTF-8, or as a workbook.');
  if (titles.length === 1 && /[,;|\t]/.test(head))
    throw new UsageError(
      `The export has one column: ${head}. Set export.delimiter of the wire profile to what is between its fields, and name the profile with --profile.`,
    );
  const column = missing ?? 'paymentId';
  throw new UsageError(
    `The export has no column ${columns[column].join(' or ')}. It has: ${head}. Set export.columns.${column} of the wire profile, and name it with --profile.`,
  );
}

/** Thousands, of which some countries group what is above them by two: `12,34,567`. */
const groups = {
  '.': /^\d{1,3}(?:[\s',’]\d{2,3})*[\s',’]\d{3}$/u,
  ',': /^\d{1,3}(?:[\s'.’]\d{2,3})*[\s'.’]\d{3}$/u,
} as const;

/** Minor units of an amount as a file has it: `1 999,90`, `-50.00`. */
function minorOf(text: string, currency: string, profile: Profile): number {
  const { decimal } = profile.export;
  const [, sign = '', digits = ''] = /^([-\u2212]?)(.*)$/.exec(text) ?? [];
  const [whole = '', ...decimals] = digits.split(decimal);
  const ungrouped = groups[decimal].test(whole) ? whole.replaceAll(/\D/g, '') : whole;
  const amount = `${sign && '-'}${[ungrouped, ...decimals].join('.')}`;
  try {
    return toMinor({ amount, currency });
  } catch {
    throw new Error(`"${text}" is not an amount of ${currency}`);
  }
}
