import type { TestCard } from '../cards.ts';
import { acceptRequest } from './accepted-request.ts';
import { invalidAccess } from './access.ts';
import { closeCode, openCode } from './code.ts';
import { fieldError } from './error.ts';
import { CancelEvent, PaymentAuthorizedEvent, ValidateMerchantEvent } from './events.ts';
import type { Members, Rules } from './members.ts';
import { acceptMerchantSession } from './merchant-session.ts';
import { freePage, pageHasSession, takePage } from './page.ts';
import { payment, sheetContent, sheetOptions } from './payment.ts';
import type { ApplePayRequest } from './request.ts';
import { isFinal, readResult, resultObject } from './result.ts';
import { selectionEvent, Selections, type Selection } from './selection.ts';
import type { ShippingMethod } from './shipping.ts';
import { note } from './statics.ts';
import { ended, selectionOf, type Ended, type State } from './session-state.ts';
import { SessionStatics } from './session-statics.ts';
import { statusCodes } from './status.ts';
import {
  paymentMethodUpdate,
  readUpdate,
  shippingContactUpdate,
  shippingMethodUpdate,
  updateObject,
} from './update.ts';
import { Deadline } from '../sheet/deadline.ts';
import { defineHandlers } from '../sheet/listened-target.ts';
import { later, type WalletSandbox } from '../sheet/recorder.ts';
import { Sheet } from '../sheet/sheet.ts';

/** The provider's gateway for test merchants; the page must hand it to its server unchanged. */
const gatewayUrl = 'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession';

/**
 * Stand-in for the provider's `ApplePaySession`.
 *
 * idle -> active (merchant validation) <-> one state for each selection that the page must answer
 * -> authorized -> completed, or back to active to retry; `cancel-requested` while the sheet says
 * "Payment Not Completed", then cancelled; aborted by the page; gone, and the page is not told. A call that the
 * state does not allow throws InvalidAccessError.
 */
export class ApplePaySession extends SessionStatics {
  readonly #sandbox: WalletSandbox;
  readonly #rules: Rules;
  readonly #request: ApplePayRequest;
  readonly #deadline: Deadline;
  readonly #selections = new Selections();
  #state: State = 'idle';
  #validation: 'before' | 'asked' | 'done' = 'before';
  #amount: string;
  #methods: readonly ShippingMethod[];
  #coupon = '';
  /** `merchantIdentifier` of the merchant session. */
  #merchant = '';
  #sheet: Sheet | undefined;

  constructor(version: number, paymentRequest: unknown) {
    super();
    this.#sandbox = note('constructor', version, paymentRequest);
    const { rules, request } = acceptRequest(this.#sandbox, version, paymentRequest);
    this.#rules = rules;
    this.#request = request;
    this.#amount = this.#request.total.amount;
    this.#methods = this.#request.shippingMethods;
    this.#deadline = new Deadline(this.#sandbox, () => {
      this.#fail();
    });
  }

  begin(): void {
    note('begin');
    if (this.#state !== 'idle') throw invalidAccess('Payment session is already active.');
    if (pageHasSession()) throw invalidAccess('Page already has an active payment session.');
    openCode(this.#sandbox);
    takePage(this);
    this.#state = 'active';
    window.addEventListener('pagehide', this.#leave);
    later(() => {
      this.#validate();
    });
    this.#sheet = this.#open();
  }

  abort(): void {
    note('abort');
    if (ended.includes(this.#state)) throw invalidAccess('The payment session is not active.');
    this.#end('aborted');
    this.#sheet?.close();
    if (this.#sandbox.settings.walletA.cancelAfterAbort) this.#tellCancel();
  }

  completeMerchantValidation(merchantSession: unknown): void {
    note('completeMerchantValidation', merchantSession);
    if (this.#state !== 'active' || this.#validation !== 'asked') {
      throw invalidAccess('No merchant validation was asked for.');
    }
    const merchant = acceptMerchantSession(this.#sandbox, merchantSession);
    this.#validation = 'done';
    this.#deadline.stop();
    if (merchant === undefined) {
      this.#fail();
      return;
    }
    this.#merchant = merchant;
    this.#selections.openWith(this.#request);
    this.#next();
  }

  completePaymentMethodSelection(...args: readonly unknown[]): void {
    note('completePaymentMethodSelection', ...args);
    this.#completeSelection('paymentmethodselected', paymentMethodUpdate(args));
  }

  completeShippingContactSelection(...args: readonly unknown[]): void {
    note('completeShippingContactSelection', ...args);
    this.#completeSelection('shippingcontactselected', shippingContactUpdate(args));
  }

  completeShippingMethodSelection(...args: readonly unknown[]): void {
    note('completeShippingMethodSelection', ...args);
    const update = shippingMethodUpdate(args);
    if (update !== 'cancel') {
      this.#completeSelection('shippingmethodselected', update);
      return;
    }
    this.#assertAwaits('shippingmethodselected');
    this.#fail();
  }

  completeCouponCodeChange(update: unknown): void {
    note('completeCouponCodeChange', update);
    this.#completeSelection('couponcodechanged', updateObject(update));
  }

  completePayment(input: unknown): void {
    note('completePayment', input);
    const object = resultObject(input);
    if (this.#state !== 'authorized') throw invalidAccess('No payment was authorized.');
    const result = readResult(this.#rules, object);
    this.#deadline.stop();
    if (isFinal(result)) {
      const paid = result.status === statusCodes.SUCCESS;
      this.#end('completed');
      this.#sheet?.finish(paid ? 'done' : 'failed', paid ? 'Done' : 'Payment Not Completed');
      return;
    }
    this.#state = 'active';
    // The payer has the chance to correct each field, also one that the stand-in cannot edit.
    this.#sheet?.setErrors(result.errors.map((error) => ({ ...fieldError(error), blocks: false })));
    this.#sheet?.ready(result.errors.length === 0 ? 'Please check and try again.' : '');
  }

  #open(): Sheet {
    return new Sheet(this.#sandbox, sheetContent(this.#request), {
      paid: (card) => {
        void this.#authorize(card);
      },
      cancelled: () => {
        this.#end('cancelled');
        this.#tellCancel();
      },
      changed: (field, value) => {
        if (field === 'couponCode') this.#coupon = value;
        if (field !== 'account') this.#select(selectionOf[field]);
      },
    });
  }

  #validate(): void {
    if (this.#state !== 'active') return;
    this.#validation = 'asked';
    this.#deadline.start();
    if (this.#sandbox.settings.walletA.sheetGone === 'before-validation') this.#vanish();
    this.#dispatch(new ValidateMerchantEvent(gatewayUrl), gatewayUrl);
  }

  #select(selection: Selection): void {
    this.#selections.add(selection);
    if (this.#validation === 'done' && this.#state === 'active') this.#next();
  }

  /** Asks the page about the next selection; one without a listener answers itself. */
  #next(): void {
    const selection = this.#selections.take();
    if (selection === undefined) {
      this.#sheet?.ready();
      return;
    }
    if (!this.hasListener(selection)) {
      this.#next();
      return;
    }
    this.#state = selection;
    this.#sheet?.wait();
    this.#deadline.start();
    later(() => {
      if (this.#state === selection) this.#ask(selection);
    });
  }

  #ask(selection: Selection): void {
    const { shippingOption, address } = this.#sheet ?? {};
    const chosen = {
      address,
      shippingMethod: this.#methods.find(({ identifier }) => identifier === shippingOption),
      couponCode: this.#coupon,
    };
    this.#dispatch(selectionEvent(selection, chosen, this.#request, this.#rules.version));
  }

  #completeSelection(selection: Selection, input: Members): void {
    this.#assertAwaits(selection);
    const update = readUpdate(this.#rules, selection, input);
    this.#deadline.stop();
    this.#state = 'active';
    this.#amount = update.total.amount;
    this.#sheet?.setTotal(update.total, update.lines);
    if (update.shippingMethods) {
      this.#methods = update.shippingMethods;
      this.#sheet?.offer('shippingOption', sheetOptions(this.#methods));
    }
    this.#sheet?.setErrors(update.errors.map(fieldError));
    this.#next();
  }

  #assertAwaits(selection: Selection): void {
    if (this.#state === selection) return;
    throw invalidAccess(`No ${selection} event waits for an answer.`);
  }

  async #authorize(card: TestCard): Promise<void> {
    this.#state = 'authorized';
    this.#deadline.start();
    const agreed = await payment(this.#request, {
      ...{ card, amount: this.#amount, address: this.#sheet?.address },
      ...{ merchantIdentifier: this.#merchant, settings: this.#sandbox.settings.walletA },
    });
    later(() => {
      if (this.#state !== 'authorized') return;
      if (this.#sandbox.settings.walletA.sheetGone === 'before-authorization') this.#vanish();
      this.#dispatch(new PaymentAuthorizedEvent(agreed), agreed);
    });
  }

  /** Says "Payment Not Completed". The page is not told why: it hears `cancel` when the sheet is gone. */
  #fail(): void {
    this.#deadline.stop();
    this.#state = 'cancel-requested';
    this.#sheet?.finish('failed', 'Payment Not Completed', () => {
      if (this.#state !== 'cancel-requested') return;
      this.#end('cancelled');
      this.#tellCancel();
    });
  }

  /** The wallet is gone, and the page will find out when it calls. */
  #vanish(): void {
    this.#end('gone');
    this.#sheet?.close();
  }

  #tellCancel(): void {
    later(() => {
      this.#dispatch(new CancelEvent());
    });
  }

  #end(state: Ended): void {
    this.#deadline.stop();
    this.#state = state;
    window.removeEventListener('pagehide', this.#leave);
    freePage(this);
    closeCode(this.#sandbox);
  }

  /** Navigation ends a session; only a page that comes back from the back-forward cache hears of it. */
  readonly #leave = ({ persisted }: PageTransitionEvent): void => {
    this.#end(persisted ? 'cancelled' : 'aborted');
    this.#sheet?.close();
    if (persisted) this.#tellCancel();
  };

  #dispatch(event: Event, ...args: readonly unknown[]): void {
    this.#sandbox.record('wallet-a', `event ${event.type}`, ...args);
    this.dispatchEvent(event);
  }

  static {
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
