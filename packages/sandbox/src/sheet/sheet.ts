import type { TestCard } from '../cards.ts';
import type {
  ChoiceName,
  FieldError,
  SheetChoice,
  SheetContent,
  SheetLine,
  SheetListener,
} from './content.ts';
import { overPage, type SheetPlace } from './place.ts';
import { sheetTag, type WalletSandbox } from './recorder.ts';
import { isBlocked, noCard, PayerHands } from './payer-hands.ts';
import { closedSheet, type SheetState } from './sheet-control.ts';
import { SheetView } from './view.ts';

/**
 * The sheet of both wallets: a modal `<dialog>` in its own shadow root, so that neither the page's
 * styles nor a strict Content-Security-Policy change it.
 *
 * waiting -> ready -> processing -> done | failed (each closes by itself), or back to ready to retry.
 */
export class Sheet {
  readonly #sandbox: WalletSandbox;
  readonly #cards: readonly TestCard[];
  readonly #listener: SheetListener;
  readonly #host = document.createElement(sheetTag);
  readonly #view: SheetView;
  readonly #payer: PayerHands;
  #state: SheetState = 'waiting';
  #errors: readonly FieldError[] = [];

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
    this.#payer = new PayerHands(sandbox, this, this.#view);
    sandbox.sheet = this.#payer;
  }

  get state(): SheetState {
    return this.#state;
  }

  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  get changeable(): boolean {
    return this.#state === 'waiting' || this.#state === 'ready';
  }

  get mayPay(): boolean {
    return this.#state === 'ready' && !isBlocked(this.#errors) && this.#cards.length > 0;
  }

  /** The selected card; undefined if no card fits the request. */
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

  /** The page must answer: the payer cannot pay until `ready`. @param awaited what has not come yet */
  wait(awaited?: string): void {
    this.#enter('waiting', 'Updating…');
    this.await(awaited);
  }

  /** Names what the sheet waits for, to a test that waits for the sheet. */
  await(awaited?: string): void {
    if (awaited === undefined) delete this.#view.dialog.dataset['awaits'];
    else this.#view.dialog.dataset['awaits'] = awaited;
  }

  /** The payer may pay; `problem` is the reason why the last try failed. */
  ready(problem = ''): void {
    const missing = this.#cards.length === 0 ? noCard : '';
    const message = problem || this.#view.showErrors(this.#errors) || missing;
    this.await();
    this.#enter('ready', message, message !== '');
    this.#payer.onReady();
  }

  /** The page was notified of the consent, and has to give the outcome. */
  authorizing(): void {
    this.#payer.onAuthorizing();
  }

  /** New figures, as the page's answer to a change gave them. */
  setTotal(total: SheetLine, lines: readonly SheetLine[]): void {
    this.#view.setTotal(total, lines);
  }

  /** Replaces the list; the selected item stays selected if it is in it. */
  offer(name: ChoiceName, choices: readonly SheetChoice[], preferredId?: string): void {
    this.#view.offer(name, choices, preferredId);
  }

  /** Replaces the errors at the fields. */
  setErrors(errors: readonly FieldError[]): void {
    this.#errors = errors;
    this.#view.showErrors(errors);
  }

  /** Shows the outcome, then closes by itself and runs `onClose`. */
  finish(end: 'done' | 'failed', message: string, onClose: () => void = () => undefined): void {
    if (this.#state === 'closed') return;
    this.#enter(end, message);
    this.#sandbox.clock.setTimeout(() => {
      if (this.#state === 'closed') return;
      this.close();
      onClose();
    }, this.#sandbox.settings.endState);
  }

  /** Closes at once; the focus returns to its previous place. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#view.dialog.close();
    this.#host.remove();
    if (this.#sandbox.sheet === this.#payer) this.#sandbox.sheet = closedSheet;
  }

  #changed(field: ChoiceName | 'couponCode', value: string): void {
    if (!this.changeable) return;
    // The new value may be right.
    this.setErrors(this.#errors.filter((error) => error.field !== field));
    this.#view.pay.disabled = !this.mayPay;
    this.#listener.changed(field, value);
  }

  #pay(): void {
    const { card } = this;
    if (!this.mayPay || !card) return;
    this.setErrors([]);
    this.#enter('processing', 'Processing…');
    this.#view.cancel.focus();
    this.#listener.paid(card);
  }

  #cancel(): void {
    if (!this.changeable && this.#state !== 'processing') return;
    this.close();
    this.#listener.cancelled();
  }

  #enter(state: SheetState, message: string, problem = false): void {
    this.#state = state;
    this.#view.enter(state, message, problem);
    this.#view.pay.disabled = !this.mayPay;
  }
}
