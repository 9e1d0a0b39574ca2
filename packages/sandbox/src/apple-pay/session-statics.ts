import { ListenedTarget } from '../sheet/listened-target.ts';
import { standIn } from '../sheet/recorder.ts';
import {
  canMakePayments,
  canMakePaymentsWithActiveCard,
  openPaymentSetup,
  supportsVersion,
} from './statics.ts';
import { statusCodes } from './status.ts';

/** The constants and questions of `ApplePaySession`, which need no session. */
export class SessionStatics extends ListenedTarget {
  static readonly [standIn] = true;
  static readonly STATUS_SUCCESS = statusCodes.SUCCESS;
  static readonly STATUS_FAILURE = statusCodes.FAILURE;
  static readonly STATUS_INVALID_BILLING_POSTAL_ADDRESS =
    statusCodes.INVALID_BILLING_POSTAL_ADDRESS;
  static readonly STATUS_INVALID_SHIPPING_POSTAL_ADDRESS =
    statusCodes.INVALID_SHIPPING_POSTAL_ADDRESS;
  static readonly STATUS_INVALID_SHIPPING_CONTACT = statusCodes.INVALID_SHIPPING_CONTACT;
  static readonly STATUS_PIN_REQUIRED = statusCodes.PIN_REQUIRED;
  static readonly STATUS_PIN_INCORRECT = statusCodes.PIN_INCORRECT;
  static readonly STATUS_PIN_LOCKOUT = statusCodes.PIN_LOCKOUT;

  static readonly supportsVersion = supportsVersion;
  static readonly canMakePayments = canMakePayments;
  static readonly canMakePaymentsWithActiveCard = canMakePaymentsWithActiveCard;
  static readonly openPaymentSetup = openPaymentSetup;
}
