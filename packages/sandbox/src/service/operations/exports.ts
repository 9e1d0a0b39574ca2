/** Exports: a list of what happened on some days. A real service sends it by mail; here the ledger shows it. */
import { randomUUID } from 'node:crypto';
import type { ExportRecord } from '../control-api.ts';
import { type Call, type Reply, textOf } from './row.ts';

interface Row {
  readonly created_at: string;
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
}

/** @returns `{export_id, status, requested_at}` */
export function exportOperations({ service, operation, body: { named, extra } }: Call): Reply {
  const group = operation === 'exportComfortOperations' ? 'comfort' : 'acquiring';
  const field = (name: string, observed: string): string =>
    textOf(named, name) ?? textOf(extra, observed) ?? '';
  const [from, to] = [field('from', 'from_date'), field('to', 'to_date')];
  const format = field('format', 'format') || 'CSV';
  const rows = rowsOf(service.ledger, group).filter(({ created_at: at }) => isWithin(at, from, to));
  const record: ExportRecord = {
    export_id: randomUUID(),
    group,
    from_date: from,
    to_date: to,
    format,
    email: field('email', 'recepient_email'),
    requested_at: new Date(service.clockwork.now()).toISOString(),
    content: contentOf(rows, format),
  };
  service.ledger.addExport(record);
  const { export_id, requested_at } = record;
  return { body: { export_id, status: 'requested', requested_at } };
}

function rowsOf(ledger: Call['service']['ledger'], group: ExportRecord['group']): Row[] {
  const { sessions, payouts } = ledger.view();
  if (group === 'comfort') {
    return payouts.map(({ created_at, public_id: id, guid: reference, amount, status }) => ({
      ...{ created_at, id, reference, amount, status },
    }));
  }
  return sessions.flatMap(({ created_at, operations }) =>
    operations.map(({ id, external_id, amount, status }) => ({
      ...{ created_at, id, reference: external_id ?? '', amount, status },
    })),
  );
}

/** Days count whole: a time of the last day is within. */
function isWithin(at: string, from: string, to: string): boolean {
  const day = at.slice(0, 10);
  return day >= from.slice(0, 10) && (to === '' || day <= to.slice(0, 10));
}

function contentOf(rows: readonly Row[], format: string): string | null {
  if (format === 'JSON') return JSON.stringify(rows);
  if (format !== 'CSV') return null;
  const lines = rows.map((row) => Object.values(row).map(csvField).join(','));
  return ['created_at,id,reference,amount,status', ...lines, ''].join('\r\n');
}

/** RFC 4180. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
