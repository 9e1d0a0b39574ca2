import type { TestCard } from '../cards.ts';
import { Deadline } from '../sheet/deadline.ts';
import { later } from '../sheet/later.ts';
import type { ListenedTarget } from '../sheet/listened-target.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import { Sheet } from '../sheet/sheet.ts';
import { fieldError } from './error.ts';
import { CancelEvent, PaymentAuthorizedEvent, ValidateMerchantEvent } from './events.ts';
import { gatewayUrl } from './merchant-session.ts';
import { OpenOrder } from './open-order.ts';
import { HeldPage } from './page.ts';
import type { ApplePayRequest } from './request.ts';
import { isFinal, type Result } from './result.ts';
import { Selections, type Selection } from './selection.ts';
import { selectionOf, SessionState, type Ended } from './session-state.ts';
import { statusCodes } from './status.ts';
import type { Update } from './update.ts';

/** One payment between the sheet and the page. */
export class SessionFlow {
  /** Says what the page may call now. */
  readonly state = new SessionState();
  readonly #sandbox: WalletSandbox;
  readonly #session: ListenedTarget;
  readonly #order: OpenOrder;
  readonly #deadline: Deadline;
  readonly #page: HeldPage;
  readonly #selections: Selections;
  /** `merchantIdentifier` of the merchant session. */
  #merchant = '';
  #sheet: Sheet | undefined;

  /** @param session the page's object, which dispatches the events */
  constructor(
    sandbox: WalletSandbox,
    session: ListenedTarget,
    version: number,
    request: ApplePayRequest,
  ) {
    this.#sandbox = sandbox;
    this.#session = session;
    this.#selections = new Selections(request);
    this.#order = new OpenOrder(version, request);
    this.#deadline = new Deadline(sandbox, () => {
      this.fail();
    });
    this.#page = new HeldPage(sandbox, (comesBack) => {
      this.#end(comesBack ? 'cancelled' : 'aborted');
      this.#sheet?.close();
      // Only a page that comes back from the back-forward cache gets the event.
      if (comesBack) this.#dispatchCancel();
    });
  }

  begin(): void {
    this.state.demandIdle();
    this.#page.hold();
    this.state.now = 'active';
    later(() => {
      this.#validate();
    });
    this.#sheet = new Sheet(this.#sandbox, this.#order.content, {
      paid: (card) => {
        void this.#authorize(card);
      },
      cancelled: () => {
        this.#cancelled();
      },
      changed: (field, value) => {
        if (field === 'couponCode') this.#order.coupon = value;
        if (field !== 'account') this.#select(selectionOf[field]);
      },
    });
  }

  abort(): void {
    this.state.demandOpen();
    this.#end('aborted');
    this.#sheet?.close();
    if (this.#sandbox.settings.walletA.cancelAfterAbort) this.#dispatchCancel();
  }

  /** @param merchant `merchantIdentifier`; undefined if the wallet refuses the merchant session */
  validated(merchant: string | undefined): void {
    this.state.validation = 'done';
    this.#deadline.stop();
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
    this.#deadline.stop();
    this.state.now = 'active';
    if (this.#sheet) this.#order.update(update, this.#sheet);
    this.#next();
  }

  /** The page says how the payment ended; a failure that the payer can correct keeps the sheet open. */
  concluded(result: Result): void {
    this.#deadline.stop();
    if (isFinal(result)) {
      const paid = result.status === statusCodes.SUCCESS;
      this.#end('completed');
      this.#sheet?.finish(paid ? 'done' : 'failed', paid ? 'Done' : 'Payment Not Completed');
      return;
    }
    this.state.now = 'active';
    // No error blocks Pay: the stand-in cannot edit each field, and the payer must be able to try again.
    this.#sheet?.setErrors(result.errors.map((error) => ({ ...fieldError(error), blocks: false })));
    this.#sheet?.ready(result.errors.length === 0 ? 'Please check and try again.' : '');
  }

  /** Says "Payment Not Completed". The page gets no reason: it receives `cancel` when the sheet is gone. */
  fail(): void {
    this.#deadline.stop();
    this.state.now = 'cancel-requested';
    this.#sheet?.finish('failed', 'Payment Not Completed', () => {
      if (this.state.now === 'cancel-requested') this.#cancelled();
    });
  }

  #validate(): void {
    if (this.state.now !== 'active') return;
    this.state.validation = 'asked';
    this.#deadline.start();
    if (this.#sandbox.settings.walletA.sheetGone === 'before-validation') this.#vanish();
    this.#dispatch(new ValidateMerchantEvent(gatewayUrl), gatewayUrl);
  }

  #select(selection: Selection): void {
    this.#selections.add(selection);
    if (this.#sheet?.state === 'ready') this.#next();
  }

  /** Asks the page about the next selection; after the last the payer may pay. */
  #next(): void {
    const selection = this.#selections.take((one) => this.#session.hasListener(one));
    if (selection === undefined) {
      this.#sheet?.ready();
      return;
    }
    this.#sheet?.wait();
    later(() => {
      if (this.state.now !== 'active' || !this.#sheet) return;
      // The page may have removed its listener since.
      if (!this.#session.hasListener(selection)) {
        this.#next();
        return;
      }
      this.state.now = selection;
      this.#deadline.start();
      this.#dispatch(this.#order.selected(selection, this.#sheet));
    });
  }

  async #authorize(card: TestCard): Promise<void> {
    if (!this.#sheet) return;
    const { walletA } = this.#sandbox.settings;
    const agreed = await this.#order
      .payment(card, this.#sheet, this.#merchant, walletA)
      .catch((error: unknown) => {
        console.error('Wallet A cannot make a token:', error);
      });
    later(() => {
      if (this.state.now !== 'active') return;
      if (!agreed) {
        this.fail();
        return;
      }
      this.state.now = 'authorized';
      this.#deadline.start();
      if (walletA.sheetGone === 'before-authorization') this.#vanish();
      this.#dispatch(new PaymentAuthorizedEvent(agreed), agreed);
      this.#sheet?.authorizing();
    });
  }

  /** The wallet is gone, and the page will find out when it calls. */
  #vanish(): void {
    this.#end('gone');
    this.#sheet?.close();
  }

  #cancelled(): void {
    this.#end('cancelled');
    this.#dispatchCancel();
  }

  #dispatchCancel(): void {
    later(() => {
      this.#dispatch(new CancelEvent());
    });
  }

  #end(state: Ended): void {
    this.#deadline.stop();
    this.state.now = state;
    this.#page.free();
  }

  #dispatch(event: Event, ...args: readonly unknown[]): void {
    this.#sandbox.record('wallet-a', `event ${event.type}`, ...args);
    this.#session.dispatchEvent(event);
  }
}
