import { WalletError } from '../errors.ts';
import { WalletSheetEvent, type SheetChange } from '../sheet-events.ts';
import type { SheetUpdate } from '../sheet.ts';

/** Both sheets give up after 30 seconds, and wallet B may ask two things at once. */
const patience = 12_000;

/**
 * Asks the page what a choice of the payer changes.
 * @throws whatever the page's promise rejects with; {@link WalletError} `config` when it takes too long.
 */
export async function sheetUpdate(host: EventTarget, change: SheetChange): Promise<SheetUpdate> {
  const event = new WalletSheetEvent(change);
  host.dispatchEvent(event);
  const late = new WalletError('config', 'updateWith() was not answered in time.');
  return new Promise((resolve, reject) => {
    setTimeout(reject, patience, late);
    Promise.resolve(event.update).then(resolve, reject);
  });
}
