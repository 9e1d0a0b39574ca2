/** Exports: a list of the operations of some days. A real service sends it by mail; here the ledger shows it. */
import { randomUUID } from 'node:crypto';
import type { ExportRecord } from '../control-api.ts';
import type { Service } from '../service.ts';
import { validationRefusal } from '../wire/refusal.ts';
import { isZero } from '../../money.ts';
import { exportFile, type ExportRow, isExportFormat } from './export-file.ts';
import { type Call, type Reply, textOf } from './row.ts';

/** @returns `{export_id, status, requested_at}` */
export async function exportOperations({ service, operation, body }: Call): Promise<Reply> {
  const group = operation === 'exportComfortOperations' ? 'comfort' : 'acquiring';
  const field = (name: string, observedName: string): string =>
    textOf(body.named, name) ?? textOf(body.extra, observedName) ?? '';
  const startDate = field('from', 'from_date');
  const endDate = field('to', 'to_date');
  const format = field('format', 'format') || 'CSV';
  if (!isExportFormat(format)) {
    const message = 'Invalid input: expected one of CSV, JSON, XLSX';
    throw validationRefusal([{ message, code: 'invalid_value', path: 'format' }]);
  }
  const rows = rowsOf(service, group).filter(({ created_at: time }) =>
    isWithin(time, startDate, endDate),
  );
  const record: ExportRecord = {
    export_id: randomUUID(),
    group,
    from_date: startDate,
    to_date: endDate,
    format,
    email: field('email', 'recepient_email'),
    requested_at: new Date(service.clockwork.now()).toISOString(),
    content: await exportFile(rows, format),
  };
  service.ledger.addExport(record);
  const { export_id, requested_at } = record;
  return { body: { export_id, status: 'requested', requested_at } };
}

function rowsOf({ ledger, merchant }: Service, group: ExportRecord['group']): ExportRow[] {
  const { sessions, payouts } = ledger.view();
  if (group === 'comfort') {
    const { currency } = merchant;
    return payouts.map(({ created_at, public_id: id, guid: reference, amount, status }) => ({
      created_at,
      id,
      reference,
      amount,
      refunded_amount: '0',
      currency,
      status,
    }));
  }
  return sessions.flatMap(({ created_at, currency, operations }) =>
    operations.map(({ id, external_id, amount: requestedAmount, charged, refunded, status }) => {
      const amount = isZero(charged) ? requestedAmount : charged;
      const money = { amount, refunded_amount: refunded, currency };
      return { created_at, id, reference: external_id ?? '', ...money, status };
    }),
  );
}

/** Days count whole: a time of the last day is within. */
function isWithin(time: string, startDate: string, endDate: string): boolean {
  const day = time.slice(0, 10);
  return day >= startDate.slice(0, 10) && (endDate === '' || day <= endDate.slice(0, 10));
}
