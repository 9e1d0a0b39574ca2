import type { TestCard } from '../cards.ts';
import { later } from '../sheet/later.ts';
import type { ListenedTarget } from '../sheet/listened-target.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import { fieldError } from './error.ts';
import { walletEvent } from './events.ts';
import { gatewayUrl } from './merchant-session.ts';
import { OpenOrder } from './open-order.ts';
import { OpenSession } from './open-session.ts';
import type { ApplePayRequest } from './request.ts';
import { isFinal, type Result } from './result.ts';
import { Selections, type Selection } from './selection.ts';
import { selectionOf } from './session-state.ts';
import { statusCodes } from './status.ts';
import type { Update } from './update.ts';

/** What the page calls once it knows a selection. */
const answerTo: Readonly<Record<Selection, string>> = {
  paymentmethodselected: 'completePaymentMethodSelection()',
  shippingcontactselected: 'completeShippingContactSelection()',
  shippingmethodselected: 'completeShippingMethodSelection()',
  couponcodechanged: 'completeCouponCodeChange()',
};

/** The steps of a payment between the sheet and the page: merchant validation, selections, authorization. */
export class SessionFlow extends OpenSession {
  readonly #order: OpenOrder;
  readonly #selections: Selections;
  /** `merchantIdentifier` of the merchant session. */
  #merchant = '';

  constructor(
    sandbox: WalletSandbox,
    session: ListenedTarget,
    version: number,
    request: ApplePayRequest,
  ) {
    super(sandbox, session);
    this.#selections = new Selections(request);
    this.#order = new OpenOrder(version, request);
  }

  begin(): void {
    this.open(this.#order.content, {
      paid: (card) => {
        void this.#authorize(card);
      },
      changed: (field, value) => {
        if (field === 'couponCode') this.#order.coupon = value;
        if (field !== 'account') this.#select(selectionOf[field]);
      },
    });
    later(() => {
      this.#validate();
    });
  }

  /** @param merchant `merchantIdentifier`; undefined if the wallet refuses the merchant session */
  validated(merchant: string | undefined): void {
    this.state.validation = 'done';
    this.deadline.stop();
    if (merchant === undefined) {
      this.fail();
      return;
    }
    this.#merchant = merchant;
    this.#selections.open();
    this.#next();
  }

  /** The page has answered the selection that it was asked about. */
  answered(update: Update): void {
    this.deadline.stop();
    this.state.now = 'active';
    if (this.sheet) this.#order.update(update, this.sheet);
    this.#next();
  }

  /** The page says how the payment ended; a failure that the payer can correct keeps the sheet open. */
  concluded(result: Result): void {
    this.deadline.stop();
    if (isFinal(result)) {
      const isPaid = result.status === statusCodes.SUCCESS;
      this.end('completed');
      this.sheet?.finish(isPaid ? 'done' : 'failed', isPaid ? 'Done' : 'Payment Not Completed');
      return;
    }
    this.state.now = 'active';
    // No error blocks Pay: the stand-in cannot edit each field, and the payer must be able to try again.
    this.sheet?.setErrors(result.errors.map((error) => ({ ...fieldError(error), blocks: false })));
    this.sheet?.ready(result.errors.length === 0 ? 'Please check and try again.' : '');
  }

  #validate(): void {
    if (this.state.now !== 'active') return;
    this.state.validation = 'asked';
    this.deadline.start();
    this.sheet?.await('completeMerchantValidation()');
    if (this.sandbox.settings.walletA.sheetGone === 'before-validation') this.vanish();
    this.dispatch(walletEvent('validatemerchant', { validationURL: gatewayUrl }), gatewayUrl);
  }

  #select(selection: Selection): void {
    this.#selections.add(selection);
    if (this.sheet?.state === 'ready') this.#next();
  }

  /** Asks the page about the next selection; after the last the payer may pay. */
  #next(): void {
    const selection = this.#selections.take((one) => this.session.hasListener(one));
    if (selection === undefined) {
      this.sheet?.ready();
      return;
    }
    this.sheet?.wait();
    later(() => {
      if (this.state.now !== 'active' || !this.sheet) return;
      // The page may have removed its listener since.
      if (!this.session.hasListener(selection)) {
        this.#next();
        return;
      }
      this.state.now = selection;
      this.deadline.start();
      this.sheet.await(answerTo[selection]);
      this.dispatch(this.#order.selected(selection, this.sheet));
    });
  }

  async #authorize(card: TestCard): Promise<void> {
    if (!this.sheet) return;
    const { walletA } = this.sandbox.settings;
    const payment = await this.#order
      .payment(card, this.sheet, this.#merchant, walletA)
      .catch((error: unknown) => {
        console.error('Wallet A cannot make a token:', error);
      });
    later(() => {
      if (this.state.now !== 'active') return;
      if (!payment) {
        this.fail();
        return;
      }
      this.state.now = 'authorized';
      this.deadline.start();
      if (walletA.sheetGone === 'before-authorization') this.vanish();
      this.dispatch(walletEvent('paymentauthorized', { payment }), payment);
      this.sheet?.authorizing();
    });
  }
}
