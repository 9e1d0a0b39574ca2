export type { Address, Card, FieldError, Outcome, Payer, Wallet } from '@wallet-buttons/protocol';
export type { Fetch } from './call.ts';
export { WalletError } from './errors.ts';
export type { WalletErrorCode, WalletErrorOrigin } from './errors.ts';
export {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletClickEvent,
  WalletRedirectEvent,
  WalletResultEvent,
} from './events.ts';
export { WalletErrorEvent, WalletReadyEvent, WalletUnavailableEvent } from './readiness-events.ts';
export type { CancelPhase, PayerData, UnavailableReason, WalletButtonEventMap } from './events.ts';
export type { TokenContext } from './sheet/data.ts';
export type { Offer } from './providers/wallet-b/intents.ts';
export type { OrderDetails } from './providers/wallet-a/provider.ts';
export type { ProviderRequest } from './providers/provider-request.ts';
export type { RedirectMode } from './redirect.ts';
export type { ButtonType } from './button-settings.ts';
export { WalletSheetEvent } from './sheet/events.ts';
export type {
  SheetChange,
  WalletCouponChangeEvent,
  WalletPaymentMethodChangeEvent,
  WalletShippingAddressChangeEvent,
  WalletShippingOptionChangeEvent,
} from './sheet/events.ts';
export type {
  AutomaticReload,
  DeferredPayment,
  PaymentMethod,
  RecurringPayment,
  SheetItem,
  SheetUpdate,
  ShippingOption,
} from './sheet/data.ts';
export type { Texts } from './texts.ts';
export { WalletButton } from './wallet-button.ts';
export type { WalletButtonState } from './wallet-button.ts';
export { WalletButtons } from './wallet-buttons.ts';
export { WalletPaymentStatus } from './wallet-payment-status.ts';
export * from './wallets.ts';
