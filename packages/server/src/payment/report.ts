import type { ReportRequest } from '@wallet-buttons/protocol';
import { describe } from '../errors.ts';
import type { Context, OrderChoices } from '../context.ts';
import { mayAsk } from './order.ts';

/**
 * Keeps what a page reported with the order's record, if the shop knows the order and shows it to this caller. Never
 * rejects, because no caller waits for a report.
 */
export async function keepReport(
  { order, ...report }: ReportRequest,
  choices: OrderChoices,
  context: Context,
): Promise<void> {
  try {
    const { ref } = await mayAsk(order, choices, context);
    await context.payments.report(ref, report);
  } catch (error) {
    context.log.info('a report was not kept', describe(error));
  }
}
