import type { TestCard } from '../cards.ts';
import type { FieldError, SheetChoice, SheetContent, SheetLine, SheetListener } from './content.ts';
import { overPage, type SheetPlace } from './place.ts';
import {
  closedSheet,
  later,
  sheetTag,
  type SheetControl,
  type SheetState,
  type WalletSandbox,
} from './recorder.ts';
import { SheetView, type ChoiceName } from './view.ts';

/**
 * The sheet of both wallets: a modal `<dialog>` in a shadow root of its own, so that neither the page's
 * styles nor a strict Content-Security-Policy change it.
 *
 * waiting -> ready -> processing -> done | failed (each closes by itself), or back to ready to retry.
 */
export class Sheet implements SheetControl {
  readonly #sandbox: WalletSandbox;
  readonly #cards: readonly TestCard[];
  readonly #listener: SheetListener;
  readonly #host = document.createElement(sheetTag);
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
    place: SheetPlace = overPage,
  ) {
    this.#sandbox = sandbox;
    this.#cards = content.cards;
    this.#listener = listener;
    this.#view = new SheetView(content, sandbox.settings.payer.card, {
      pay: () => {
        this.#pay();
      },
      cancel: () => {
        this.#cancel();
      },
      changed: (field, value) => {
        this.#changed(field, value);
      },
    });
    this.#host.attachShadow({ mode: 'open' }).append(this.#view.dialog);
    this.#enter('waiting', 'One moment…');
    place.show(this.#host, this.#view.dialog);
    sandbox.sheet = this;
    if (sandbox.settings.payer.does === 'cancels') this.#cancelLater();
  }

  get state(): SheetState {
    return this.#state;
  }

  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  /** The card that the payer has chosen; undefined if none fits the request. */
  get card(): TestCard | undefined {
    return this.#cards.find(({ id }) => id === this.#view.choices.card.chosen);
  }

  /** `id` of the chosen address; undefined if none is asked for. */
  get address(): string | undefined {
    return this.#view.choices.address.chosen;
  }

  /** `id` of the chosen way of delivery; undefined if none is offered. */
  get shippingOption(): string | undefined {
    return this.#view.choices.shippingOption.chosen;
  }

  pay(card?: string): void {
    if (this.#state !== 'ready') throw new Error(`The sheet cannot pay while ${this.#state}.`);
    if (this.#blocked) {
      const messages = this.#errors.map(({ message }) => message);
      throw new Error(`The sheet cannot pay: ${messages.join(' ')}`);
    }
    if (card !== undefined) this.#view.choices.card.choose(card);
    // Another card may have made the page owe an answer first.
    if (this.#mayPay()) this.#view.pay.click();
    else this.#payWhenReady = true;
  }

  cancel(): void {
    if (!this.#open) throw new Error(`The sheet cannot be cancelled while ${this.#state}.`);
    this.#view.cancel.click();
  }

  chooseCard(id: string): void {
    this.#choose('card', id);
  }

  chooseAddress(id: string): void {
    this.#choose('address', id);
  }

  chooseShippingOption(id: string): void {
    this.#choose('shippingOption', id);
  }

  chooseAccount(id: string): void {
    this.#choose('account', id);
  }

  enterCoupon(code: string): void {
    this.#assertChangeable();
    if (!this.#view.coupon) throw new Error('The sheet has no field for a coupon code.');
    this.#view.coupon.enter(code);
  }

  /** The page owes an answer: no paying until `ready`. */
  wait(): void {
    this.#enter('waiting', 'Updating…');
  }

  /** The payer may pay; `problem` says why the last try did not work. */
  ready(problem = ''): void {
    const noCard = this.#cards.length === 0 ? 'No test card fits this request.' : '';
    const message = problem || this.#view.showErrors(this.#errors) || noCard;
    this.#enter('ready', message, message !== '');
    const { does } = this.#sandbox.settings.payer;
    const pays = !this.#payerActed && (does === 'pays' || does === 'cancels-while-authorizing');
    if ((!pays && !this.#payWhenReady) || this.#blocked) return;
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

  /** Another list to choose from; what is chosen stays so if it is among them. */
  offer(name: ChoiceName, choices: readonly SheetChoice[], preferred?: string): void {
    this.#view.offer(name, choices, preferred);
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
    if (this.#sandbox.sheet === this) this.#sandbox.sheet = closedSheet;
  }

  get #open(): boolean {
    return this.#changeable || this.#state === 'processing';
  }

  get #changeable(): boolean {
    return this.#state === 'waiting' || this.#state === 'ready';
  }

  get #blocked(): boolean {
    return this.#errors.some(({ blocks }) => blocks);
  }

  #mayPay(): boolean {
    return this.#state === 'ready' && !this.#blocked && this.#cards.length > 0;
  }

  #choose(name: ChoiceName, id: string): void {
    this.#assertChangeable();
    this.#view.choices[name].choose(id);
  }

  #assertChangeable(): void {
    if (this.#changeable) return;
    throw new Error(`Nothing in the sheet can be changed while ${this.#state}.`);
  }

  #changed(field: ChoiceName | 'couponCode', value: string): void {
    if (!this.#changeable) return;
    // What the payer has changed is no longer known to be wrong.
    this.setErrors(this.#errors.filter((error) => error.field !== field));
    this.#view.pay.disabled = !this.#mayPay();
    this.#listener.changed(field, value);
  }

  #pay(): void {
    const { card } = this;
    if (!this.#mayPay() || !card) return;
    this.setErrors([]);
    this.#enter('processing', 'Processing…');
    this.#view.cancel.focus();
    if (this.#sandbox.settings.payer.does === 'cancels-while-authorizing') {
      later(() => {
        this.#cancelLater();
      });
    }
    this.#listener.paid(card);
  }

  #cancel(): void {
    if (!this.#open) return;
    this.close();
    this.#listener.cancelled();
  }

  #cancelLater(): void {
    later(() => {
      if (this.#open) this.cancel();
    });
  }

  #enter(state: SheetState, message: string, problem = false): void {
    this.#state = state;
    this.#view.enter(state, message, problem);
    this.#view.pay.disabled = !this.#mayPay();
  }
}
