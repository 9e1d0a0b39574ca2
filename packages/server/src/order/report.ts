import type { OrderRecord, PageReport } from './record.ts';

/** So many reports of an order are kept. */
const mostReports = 10;

/** Adds what a page reported. Nothing else of the order changes by it. */
export function addReport(
  record: OrderRecord,
  report: Omit<PageReport, 'at'>,
  now: number,
): OrderRecord {
  const reports = [...record.reports, { ...report, at: now }].slice(-mostReports);
  return { ...record, reports };
}
