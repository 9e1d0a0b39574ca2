import type { TestCard } from '../cards.ts';
import type { ChoiceName, FieldError } from './content.ts';
import { later } from './later.ts';
import type { WalletSandbox } from './recorder.ts';
import type { SheetControl, SheetState } from './sheet-control.ts';
import type { SheetView } from './view.ts';

/** The parts of a sheet that a payer can see. */
interface SeenSheet {
  readonly state: SheetState;
  readonly errors: readonly FieldError[];
  readonly card: TestCard | undefined;
  readonly changeable: boolean;
  readonly mayPay: boolean;
}

/** The actions of a payer, by a test or by the setting `payer.does`. They press only what a payer can press. */
export class PayerHands implements SheetControl {
  readonly #sheet: SeenSheet;
  readonly #view: SheetView;
  readonly #sandbox: WalletSandbox;
  #paid = false;
  #payWhenReady = false;

  constructor(sandbox: WalletSandbox, sheet: SeenSheet, view: SheetView) {
    this.#sandbox = sandbox;
    this.#sheet = sheet;
    this.#view = view;
    if (this.#does === 'cancels') this.#cancelLater();
  }

  get state(): SheetState {
    return this.#sheet.state;
  }

  get errors(): readonly FieldError[] {
    return this.#sheet.errors;
  }

  pay(card?: string): void {
    if (this.state !== 'ready') throw new Error(`The sheet cannot pay while ${this.state}.`);
    if (isBlocked(this.errors)) {
      const messages = this.errors.map(({ message }) => message);
      throw new Error(`The sheet cannot pay: ${messages.join(' ')}`);
    }
    if (card !== undefined) this.#view.choices.card.choose(card);
    if (!this.#sheet.card) throw new Error(noCard);
    // The page may have to answer the choice of another card first.
    if (this.#sheet.mayPay) this.#view.pay.click();
    else this.#payWhenReady = true;
  }

  cancel(): void {
    if (!this.#canCancel) throw new Error(`The sheet cannot be cancelled while ${this.state}.`);
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

  /** The payer may pay. The settings that press Pay do so once per sheet. */
  onReady(): void {
    const pays = this.#does === 'pays' || this.#does === 'cancels-while-authorizing';
    if (!(pays && !this.#paid) && !this.#payWhenReady) return;
    if (!this.#sheet.mayPay) return;
    this.#paid = true;
    this.#payWhenReady = false;
    later(() => {
      if (this.#sheet.mayPay) this.pay();
    });
  }

  /** The page was notified of the consent. */
  onAuthorizing(): void {
    if (this.#does === 'cancels-while-authorizing') this.#cancelLater();
  }

  get #does(): string {
    return this.#sandbox.settings.payer.does;
  }

  get #canCancel(): boolean {
    return this.#sheet.changeable || this.state === 'processing';
  }

  #choose(name: ChoiceName, id: string): void {
    this.#assertChangeable();
    this.#view.choices[name].choose(id);
  }

  #assertChangeable(): void {
    if (this.#sheet.changeable) return;
    throw new Error(`Nothing in the sheet can be changed while ${this.state}.`);
  }

  #cancelLater(): void {
    later(() => {
      if (this.#canCancel) this.cancel();
    });
  }
}

/** The problem of a sheet without a card. */
export const noCard = 'No test card fits this request.';

/** Whether Pay is disabled until the payer has chosen something else. */
export function isBlocked(errors: readonly FieldError[]): boolean {
  return errors.some(({ blocks }) => blocks);
}
