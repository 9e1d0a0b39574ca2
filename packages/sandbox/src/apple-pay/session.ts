import { defineHandlers, ListenedTarget } from '../sheet/listened-target.ts';
import { standIn, type WalletSandbox } from '../sheet/recorder.ts';
import { acceptRequest } from './accepted-request.ts';
import type { Members } from '../sheet/members.ts';
import type { Rules } from './members.ts';
import { acceptMerchantSession } from './merchant-session.ts';
import { readResult, resultObject } from './result.ts';
import type { Selection } from './selection.ts';
import { SessionFlow } from './session-flow.ts';
import {
  canMakePayments,
  canMakePaymentsWithActiveCard,
  openPaymentSetup,
  recordCall,
  supportsVersion,
} from './statics.ts';
import { statusCodes } from './status.ts';
import {
  paymentMethodUpdate,
  readUpdate,
  shippingContactUpdate,
  shippingMethodUpdate,
  updateObject,
} from './update.ts';

/**
 * Stand-in for the provider's `ApplePaySession`: its public methods. Like WebKit, each call first checks
 * the types of its arguments, then whether the session waits for it, then their content.
 * `completeMerchantValidation` takes `any`, so it checks its argument last.
 */
export class ApplePaySession extends ListenedTarget {
  static readonly [standIn] = true;

  readonly #sandbox: WalletSandbox;
  readonly #rules: Rules;
  readonly #flow: SessionFlow;

  constructor(version: unknown, paymentRequest: unknown) {
    super();
    this.#sandbox = recordCall('constructor', version, paymentRequest);
    const { rules, request } = acceptRequest(this.#sandbox, version, paymentRequest);
    this.#rules = rules;
    this.#flow = new SessionFlow(this.#sandbox, this, rules.version, request);
  }

  begin(): void {
    recordCall('begin');
    this.#flow.begin();
  }

  abort(): void {
    recordCall('abort');
    this.#flow.abort();
  }

  completeMerchantValidation(merchantSession: unknown): void {
    recordCall('completeMerchantValidation', merchantSession);
    this.#flow.state.demandValidation();
    this.#flow.validated(acceptMerchantSession(this.#sandbox, merchantSession));
  }

  completePaymentMethodSelection(...args: readonly unknown[]): void {
    recordCall('completePaymentMethodSelection', ...args);
    this.#completeSelection('paymentmethodselected', paymentMethodUpdate(args));
  }

  completeShippingContactSelection(...args: readonly unknown[]): void {
    recordCall('completeShippingContactSelection', ...args);
    this.#completeSelection('shippingcontactselected', shippingContactUpdate(args));
  }

  completeShippingMethodSelection(...args: readonly unknown[]): void {
    recordCall('completeShippingMethodSelection', ...args);
    this.#completeSelection('shippingmethodselected', shippingMethodUpdate(args));
  }

  completeCouponCodeChange(update: unknown): void {
    recordCall('completeCouponCodeChange', update);
    this.#completeSelection('couponcodechanged', updateObject(update));
  }

  completePayment(input: unknown): void {
    recordCall('completePayment', input);
    const object = resultObject(input);
    this.#flow.state.demandAuthorization();
    this.#flow.concluded(readResult(this.#rules, object));
  }

  #completeSelection(selection: Selection, input: Members | 'cancel'): void {
    this.#flow.state.demandSelection(selection);
    if (input === 'cancel') this.#flow.fail();
    else this.#flow.answered(readUpdate(this.#rules, selection, input));
  }

  static {
    Object.assign(this, {
      supportsVersion,
      canMakePayments,
      canMakePaymentsWithActiveCard,
      openPaymentSetup,
    });
    // A constant of an interface is a member of the class and of each session.
    for (const [name, value] of Object.entries(statusCodes)) {
      for (const owner of [this, this.prototype]) {
        Object.defineProperty(owner, `STATUS_${name}`, { value, enumerable: true });
      }
    }
    defineHandlers(ApplePaySession.prototype, [
      'validatemerchant',
      'paymentmethodselected',
      'shippingcontactselected',
      'shippingmethodselected',
      'couponcodechanged',
      'paymentauthorized',
      'cancel',
    ]);
  }
}
