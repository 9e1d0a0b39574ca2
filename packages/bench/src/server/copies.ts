import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Payment } from '@wallet-buttons/server';

/** A payment whose rows are copied. Its order's reference ends in seven digits. */
export type Original = Pick<Payment, 'order' | 'attempt' | 'sessionId'>;

export type Column = readonly [table: string, name: string];

/** These hold names of the payment, which are others in each copy. */
const nameColumns = ['order_ref', 'body', 'id', 'subject'];
/** A kind and a hash. */
const hashColumns = ['value'];

/**
 * The statements that copy all rows of a payment so many times, for SQLite and PostgreSQL. Each copy has its own order,
 * attempt, session and keys, as long as those of the original, and everything else of it.
 */
export function copyStatements(
  columns: readonly Column[],
  original: Original,
  count: number,
): readonly string[] {
  const tables = Object.entries(Object.groupBy(columns, ([table]) => table));
  return tables.flatMap(([table, own = []]) => {
    const names = own.map(([, name]) => name);
    if (!names.includes('order_ref')) return [];
    const values = names.map((name) => copied(name, original));
    return `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${String(count)})
      INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM number, ${table}
      WHERE order_ref = '${original.order}'`;
  });
}

function copied(column: string, { order, attempt, sessionId }: Original): string {
  if (hashColumns.includes(column)) return `substr(${column}, 1, 1) || md5(${column} || n)`;
  if (!nameColumns.includes(column)) return column;
  return [order, attempt, sessionId].reduce((text, name) => {
    const width = name === order ? 7 : 12;
    const copy = `'${name.slice(0, -width)}' || lpad(CAST(n AS TEXT), ${String(width)}, '0')`;
    const replaced = `replace(${text}, '${name}', ${copy})`;
    // The text of a record has ids in less room.
    return column === 'body' && name !== order
      ? `replace(${replaced}, '${packed(name)}', packed(${copy}))`
      : replaced;
  }, column);
}

function packed(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The same for PostgreSQL. */
export const packedFunction = `CREATE OR REPLACE FUNCTION packed(id TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS
  $$ SELECT translate(rtrim(encode(decode(replace(id, '-', ''), 'hex'), 'base64'), '='), '+/', '-_') $$`;

/** Copies a payment in a SQLite file that is not open. */
export function copyInFile(file: string, original: Original, count: number): void {
  using db = new DatabaseSync(file);
  db.function('md5', (text) => createHash('md5').update(String(text)).digest('hex'));
  db.function('packed', (id) => packed(String(id)));
  db.function('lpad', (text, width, fill) => String(text).padStart(Number(width), String(fill)));
  const all = db.prepare(`SELECT tables.name AS table_name, columns.name
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table'`);
  const columns = all.all().map((row): Column => [String(row['table_name']), String(row['name'])]);
  // Only while copying: without a journal it is several times faster.
  db.exec(
    'PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -400000; BEGIN',
  );
  for (const statement of copyStatements(columns, original, count)) db.exec(statement);
  db.exec('COMMIT');
}
