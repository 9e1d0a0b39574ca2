/** The place of the sheet, and the errors that the page gets there. */
import type { WalletBSettings } from '../settings/google-pay.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import type { PaymentDataRequest } from './payment-data-request.ts';
import { canceled, refusedByBrowser } from './payments-error.ts';
import { leavePage, PaymentPopup } from './popup.ts';

type Flow = WalletBSettings['flow'];

/** A browser without the provider's Payment Request gets a window, even if the button expected none. */
export function flowOf({ settings }: WalletSandbox): Flow {
  const { flow, canMakePayment } = settings.walletB;
  return flow === 'in-page sheet' && !canMakePayment ? 'popup' : flow;
}

/** The popup of the flow; `left` if the page is navigated; undefined over the page. @throws if no sheet can open */
export function openPlace(
  sandbox: WalletSandbox,
  flow: Flow,
  { transaction: { amount = '' } }: PaymentDataRequest,
): PaymentPopup | 'left' | undefined {
  if (flow === 'popup') return openPopup(sandbox);
  if (amount.startsWith('-')) {
    throw new TypeError(
      "Failed to construct 'PaymentRequest': Total amount value should be non-negative",
    );
  }
  const { gesture } = sandbox.settings.walletB;
  if (gesture === 'none' || sandbox.gesture().userActivation) return undefined;
  throw refusedByBrowser(
    'SecurityError',
    "Failed to execute 'show' on 'PaymentRequest': PaymentRequest.show() requires either transient user activation or delegated payment request capability",
  );
}

/** The error that the page gets for a failure in the sheet; with less detail in a window. */
export function rejection(flow: Flow, error: unknown): unknown {
  const { statusCode } = error as { readonly statusCode?: string };
  if (statusCode === undefined || statusCode === 'CANCELED' || flow !== 'popup') return error;
  const isReported = statusCode === 'DEVELOPER_ERROR' || statusCode === 'MERCHANT_ACCOUNT_ERROR';
  return isReported ? error : canceled('object');
}

function openPopup(sandbox: WalletSandbox): PaymentPopup | 'left' {
  const popup = PaymentPopup.open(sandbox);
  if (popup) return popup;
  if (leavePage(sandbox)) return 'left';
  const reason: unknown = 'failed to open window';
  throw reason;
}
