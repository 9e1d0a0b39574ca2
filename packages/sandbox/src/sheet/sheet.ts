import type { TestCard } from '../cards.ts';
import {
  CLOSED,
  later,
  SHEET_TAG,
  type SheetControl,
  type SheetState,
  type WalletSandbox,
} from './recorder.ts';
import type {
  FieldError,
  SheetAddress,
  SheetContent,
  SheetField,
  SheetLine,
  SheetListener,
  SheetOption,
} from './sheet-content.ts';
import { OVER_PAGE, type SheetPlace } from './sheet-place.ts';
import { SheetView, type ChoiceField } from './sheet-view.ts';

export type {
  FieldError,
  SheetAddress,
  SheetContent,
  SheetField,
  SheetLine,
  SheetListener,
  SheetOption,
} from './sheet-content.ts';

/**
 * The sheet of both wallets: a modal `<dialog>` in a shadow root of its own, so that neither the page's
 * styles nor a strict Content-Security-Policy change it.
 *
 * waiting -> ready -> processing -> done | failed (each closes by itself), or back to ready to retry.
 */
export class Sheet implements SheetControl {
  readonly #sandbox: WalletSandbox;
  readonly #content: SheetContent;
  readonly #listener: SheetListener;
  readonly #host: HTMLElement;
  readonly #view: SheetView;
  #state: SheetState = 'waiting';
  #errors: readonly FieldError[] = [];
  #payerActed = false;
  #payWhenReady = false;

  /** Opens in state `waiting`: the payer can choose and cancel, but not pay yet. */
  constructor(
    sandbox: WalletSandbox,
    content: SheetContent,
    listener: SheetListener,
    place: SheetPlace = OVER_PAGE,
  ) {
    this.#sandbox = sandbox;
    this.#content = content;
    this.#listener = listener;
    this.#view = new SheetView(content, sandbox.settings.payer.card, {
      pay: () => {
        this.#pay();
      },
      cancel: () => {
        this.#cancel();
      },
      chosen: (field, id) => {
        this.#chosen(field, id);
      },
      couponEntered: (code) => {
        if (!this.#payerMayChange) return;
        this.#forget('couponCode');
        this.#listener.couponEntered?.(code);
      },
    });
    this.#host = document.createElement(SHEET_TAG);
    this.#host.attachShadow({ mode: 'open' }).append(this.#view.dialog);
    this.#enter('waiting', 'One moment…');
    place.show(this.#host, this.#view.dialog);
    sandbox.sheet = this;
    if (sandbox.settings.payer.does === 'cancels') {
      later(() => {
        if (this.#open) this.cancel();
      });
    }
  }

  get state(): SheetState {
    return this.#state;
  }

  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  /** The card that the payer has chosen; undefined if none fits the request. */
  get card(): TestCard | undefined {
    return this.#content.cards.find(({ id }) => id === this.#view.cards.chosen);
  }

  /** `id` of the chosen address; undefined if none is asked for. */
  get address(): string | undefined {
    return this.#view.addresses.chosen;
  }

  /** `id` of the chosen way of delivery; undefined if none is offered. */
  get shippingOption(): string | undefined {
    return this.#view.shippingOptions.chosen;
  }

  pay(card?: string): void {
    if (this.#state !== 'ready') throw new Error(`The sheet cannot pay while ${this.#state}.`);
    if (this.#blocked) throw new Error(`The sheet cannot pay: ${messages(this.#errors)}`);
    if (card !== undefined) this.#view.cards.choose(card);
    this.#press();
  }

  cancel(): void {
    if (!this.#open) throw new Error(`The sheet cannot be cancelled while ${this.#state}.`);
    this.#view.cancel.click();
  }

  chooseCard(id: string): void {
    this.#assertChangeable();
    this.#view.cards.choose(id);
  }

  chooseAddress(id: string): void {
    this.#assertChangeable();
    this.#view.addresses.choose(id);
  }

  chooseShippingOption(id: string): void {
    this.#assertChangeable();
    this.#view.shippingOptions.choose(id);
  }

  enterCoupon(code: string): void {
    this.#assertChangeable();
    if (!this.#view.coupon) throw new Error('The sheet has no field for a coupon code.');
    this.#view.coupon.enter(code);
  }

  chooseAccount(id: string): void {
    this.#assertChangeable();
    this.#view.accounts.choose(id);
  }

  /** The page owes an answer: no paying until `ready`. */
  wait(): void {
    this.#enter('waiting', 'Updating…');
  }

  /** The payer may pay; `problem` says why the last try did not work. */
  ready(problem = ''): void {
    const none = this.#content.cards.length === 0 ? 'No test card fits this request.' : '';
    const message = problem || this.#view.showErrors(this.#errors) || none;
    this.#enter('ready', message, message !== '');
    const { does } = this.#sandbox.settings.payer;
    const pays = !this.#payerActed && (does === 'pays' || does === 'cancels-while-authorizing');
    if (!pays && !this.#payWhenReady) return;
    if (this.#blocked) return;
    this.#payerActed = true;
    this.#payWhenReady = false;
    later(() => {
      if (this.#state === 'ready' && !this.#blocked) this.pay();
    });
  }

  /** New figures, as the page's answer to a change gave them. */
  setTotal(total: SheetLine, lines: readonly SheetLine[]): void {
    this.#view.setTotal(total, lines);
  }

  /** The addresses of another account; the chosen one stays chosen if it is among them. */
  setAddresses(addresses: readonly SheetAddress[]): void {
    this.#view.offerAddresses(addresses);
  }

  /** Other ways of delivery; the chosen one stays chosen if it is among them. */
  setShippingOptions(options: readonly SheetOption[], preferred?: string): void {
    this.#view.offerShipping(options, preferred);
  }

  /** What is wrong now, at its fields; it takes the place of what was wrong before. */
  setErrors(errors: readonly FieldError[]): void {
    this.#errors = errors;
    this.#view.showErrors(errors);
  }

  /** Shows how it ended, then closes by itself and runs `closed`. */
  finish(end: 'done' | 'failed', message: string, closed: () => void = () => undefined): void {
    if (this.#state === 'closed') return;
    this.#enter(end, message);
    this.#sandbox.clock.setTimeout(() => {
      if (this.#state === 'closed') return;
      this.close();
      closed();
    }, this.#sandbox.settings.endState);
  }

  /** Goes away at once; focus returns to where it was. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#view.dialog.close();
    this.#host.remove();
    if (this.#sandbox.sheet === this) this.#sandbox.sheet = CLOSED;
  }

  get #open(): boolean {
    return ['waiting', 'ready', 'processing'].includes(this.#state);
  }

  get #payerMayChange(): boolean {
    return this.#state === 'waiting' || this.#state === 'ready';
  }

  get #blocked(): boolean {
    return this.#errors.some(({ blocks }) => blocks);
  }

  #chosen(field: ChoiceField, id: string): void {
    if (!this.#payerMayChange) return;
    this.#forget(field);
    if (field === 'account') this.#listener.accountChosen?.(id);
    if (field === 'address') this.#listener.addressChosen?.(id);
    if (field === 'shippingOption') this.#listener.shippingOptionChosen?.(id);
    if (field === 'card' && this.card) this.#listener.cardChosen?.(this.card);
  }

  /** What the payer has changed is no longer known to be wrong. */
  #forget(changed: SheetField): void {
    this.setErrors(this.#errors.filter(({ field }) => field !== changed));
    this.#allowPaying();
  }

  #pay(): void {
    const { card } = this;
    if (this.#state !== 'ready' || this.#blocked || !card) return;
    this.setErrors([]);
    this.#enter('processing', 'Processing…');
    this.#view.cancel.focus();
    if (this.#sandbox.settings.payer.does === 'cancels-while-authorizing') {
      later(() => {
        later(() => {
          if (this.#state === 'processing') this.cancel();
        });
      });
    }
    this.#listener.paid(card);
  }

  #cancel(): void {
    if (!this.#open) return;
    this.close();
    this.#listener.cancelled();
  }

  /** Another card may have made the page owe an answer first. */
  #press(): void {
    if (this.#state === 'ready') this.#view.pay.click();
    else this.#payWhenReady = true;
  }

  #assertChangeable(): void {
    if (this.#payerMayChange) return;
    throw new Error(`Nothing in the sheet can be changed while ${this.#state}.`);
  }

  #enter(state: SheetState, message: string, problem = false): void {
    this.#state = state;
    this.#view.enter(state, message, problem);
    this.#allowPaying();
  }

  #allowPaying(): void {
    const payable = this.#state === 'ready' && !this.#blocked && this.#content.cards.length > 0;
    this.#view.pay.disabled = !payable;
  }
}

function messages(errors: readonly FieldError[]): string {
  return errors.map(({ message }) => message).join(' ');
}
