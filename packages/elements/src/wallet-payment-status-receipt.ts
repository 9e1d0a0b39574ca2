import type { StatusAnswer, StatusRequest } from '@wallet-buttons/protocol';
import { askStatus, isFree, questionTimeout } from './backend.ts';
import type { Backend } from './endpoint.ts';
import { WalletError } from './errors.ts';
import { page } from './page.ts';
import { receiptOfPage } from './redirect.ts';

/**
 * Asks with the receipt that came with the order in the page's address. It is for the outcome of one payment alone: while
 * the bank waits, and after a failure, a payer who may see the order gets the whole answer, with a later payment and the
 * bank's page. Never rejects: an error is `config`, `unreachable` or `refused`.
 */
export async function askWithReceipt(
  tag: Backend,
  order: string,
): Promise<StatusAnswer | WalletError> {
  return ask(tag, order).catch((error: unknown) => WalletError.from(error));
}

async function ask(tag: Backend, order: string): Promise<StatusAnswer> {
  const question = async (body: StatusRequest) => askStatus(tag, body, questionTimeout);
  const sharedPage = page();
  sharedPage.receipt = receiptOfPage() ?? sharedPage.receipt;
  if (sharedPage.receipt?.order !== order) return question({ order });
  const answer = await question(sharedPage.receipt);
  const isOver = answer.final && !isFree(answer);
  return isOver ? answer : question({ order }).catch(() => answer);
}
