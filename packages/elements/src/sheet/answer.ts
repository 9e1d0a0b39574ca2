import type { FieldError } from '@wallet-buttons/protocol';
import { WalletError } from '../errors.ts';
import type { SheetAnswer } from '../providers/provider.ts';
import { withTimeout } from '../with-timeout.ts';
import type { SheetRequest, SheetUpdate } from './data.ts';
import { WalletSheetEvent, type SheetChange } from './events.ts';
import { checkNames } from './check-names.ts';
import { sheetRequest } from './request.ts';

/** In milliseconds. Both sheets give up after 30 seconds, and wallet B may ask two questions at once. */
const timeout = 12_000;
const changeable: Readonly<Record<keyof SheetUpdate, 1>> = {
  amount: 1,
  totalStatus: 1,
  displayItems: 1,
  shippingOptions: 1,
  recurring: 1,
  deferred: 1,
  automaticReload: 1,
  multiTokenContexts: 1,
  errors: 1,
};

/** The content of the sheet after a choice of the payer. Without an answer of the page it does not change. */
export async function sheetAnswer(
  host: EventTarget,
  change: SheetChange,
  request: SheetRequest,
): Promise<SheetAnswer> {
  let update: SheetUpdate | undefined;
  try {
    const event = new WalletSheetEvent(change);
    host.dispatchEvent(event);
    const newValues = await withTimeout((async () => event.update)(), timeout);
    if (!newValues) throw new WalletError('config', 'updateWith() too late');
    // As with the platform's own `updateWith()`, a member that is undefined is missing. A backend writes null for it.
    update = Object.fromEntries(
      Object.entries(newValues).filter(([, value]) => value !== undefined && value !== null),
    );
    // Taken for no error, the order would be paid. The platform's own `updateWith()` takes `error`.
    checkNames('updateWith()', update, changeable);
    const { errors = [] } = update;
    if (!Array.isArray(errors) || !errors.every(isComplete))
      throw new WalletError('config', 'errors');
    const payerChoice = errors[0] ? {} : change;
    request = sheetRequest({ ...request, ...payerChoice, ...update });
  } catch (error) {
    try {
      reportError(error);
    } catch {
      // The page may have a function of its own of that name, and an older browser has none.
    }
    const message = request.texts.notWorkedOut ?? 'This cannot be worked out now.';
    const notWorkedOut: FieldError = { code: 'other', message };
    update = { errors: [notWorkedOut] };
  }
  const { shippingOptions } = request;
  // Wallet A shows no error for an option. The list restores the previous choice.
  if (update.errors?.[0] && change.shippingOption) update = { shippingOptions, ...update };
  return { request, update };
}

/** Both sheets need a text, and wallet B a code. */
function isComplete({ code, message }: Partial<FieldError>): boolean {
  return typeof code === 'string' && Boolean(message);
}
