import type { CardBehaviour, TestCard } from '../cards.ts';
import { Choices, type Choice } from './choices.ts';
import { CouponField } from './coupon-field.ts';
import { make, money } from './dom.ts';
import type {
  FieldError,
  SheetAddress,
  SheetContent,
  SheetField,
  SheetLine,
  SheetOption,
} from './sheet-content.ts';
import { SheetPart } from './sheet-part.ts';

/** What the payer chooses from a list. */
export type ChoiceField = 'account' | 'card' | 'address' | 'shippingOption';

/** What the payer can do in the drawn sheet, before anybody asked whether it may be done now. */
export interface SheetActions {
  pay(): void;
  cancel(): void;
  chosen(field: ChoiceField, id: string): void;
  couponEntered(code: string): void;
}

/** The nodes of a sheet: a modal `<dialog>` named "Wallet A" or "Wallet B". */
export class SheetView {
  readonly dialog: HTMLDialogElement;
  readonly pay: HTMLButtonElement = make('button', { type: 'submit', class: 'pay' }, 'Pay');
  readonly cancel: HTMLButtonElement = make(
    'button',
    { type: 'button', class: 'cancel' },
    'Cancel',
  );
  readonly accounts: Choices;
  readonly cards: Choices;
  readonly addresses: Choices;
  readonly shippingOptions: Choices;
  readonly coupon: CouponField | undefined;
  readonly #contact: SheetPart | undefined;
  readonly #currency: string;
  readonly #merchant = make('span', { class: 'merchant' });
  readonly #amount = make('span', { class: 'amount' });
  readonly #lines = make('dl', {});
  readonly #message = make('p', { class: 'message', role: 'status' });
  readonly #end = make('span', { role: 'status' });
  readonly #fields: HTMLFieldSetElement;

  constructor(content: SheetContent, preferredCard: string, actions: SheetActions) {
    const { wallet, currency, couponCode, contact = [] } = content;
    const group = (field: ChoiceField, legend: string): Choices =>
      new Choices(field, legend, (id) => {
        actions.chosen(field, id);
      });
    this.#currency = currency;
    this.accounts = group('account', 'Account');
    this.cards = group('card', 'Pay with a test card');
    this.addresses = group('address', 'Ship to');
    this.shippingOptions = group('shippingOption', 'Delivery');
    this.coupon =
      couponCode === undefined
        ? undefined
        : new CouponField(couponCode, (code) => {
            actions.couponEntered(code);
          });
    this.#contact =
      contact.length === 0
        ? undefined
        : new SheetPart('contact', 'Contact', make('p', { class: 'contact' }, contact.join(' · ')));
    this.cards.offer(content.cards.map(cardChoice), preferredCard);
    this.cards.element.hidden = false;
    this.cards.focusFirst();
    this.accounts.offer((content.accounts ?? []).map(addressChoice));
    this.offerAddresses(content.addresses ?? []);
    this.offerShipping(content.shippingOptions ?? [], content.shippingOption);
    this.setTotal(content.total, content.lines);
    this.#fields = make(
      'fieldset',
      { class: 'fields' },
      ...this.#parts().map(([, e]) => e.element),
    );
    const form = make(
      'form',
      { novalidate: '' },
      head(wallet),
      make('div', { class: 'total' }, this.#merchant, this.#amount),
      this.#lines,
      this.#fields,
      make(
        'div',
        { class: 'end' },
        make('span', { class: 'mark', 'aria-hidden': 'true' }),
        this.#end,
      ),
      make('div', { class: 'actions' }, this.#message, this.pay, this.cancel),
    );
    this.dialog = make('dialog', { 'aria-labelledby': 'title', 'data-wallet': wallet }, form);
    this.#listen(form, actions);
  }

  /** Who is paid how much, and for what. */
  setTotal(total: SheetLine, lines: readonly SheetLine[]): void {
    this.#amount.textContent = money(total.amount, this.#currency);
    this.#merchant.textContent = total.label;
    this.#lines.replaceChildren(
      ...lines.flatMap(({ label, amount }) => [
        make('dt', {}, label),
        make('dd', {}, money(amount, this.#currency)),
      ]),
    );
  }

  offerAddresses(addresses: readonly SheetAddress[]): void {
    this.addresses.offer(addresses.map(addressChoice));
  }

  offerShipping(options: readonly SheetOption[], preferred?: string): void {
    this.shippingOptions.offer(
      options.map((option) => optionChoice(option, this.#currency)),
      preferred,
    );
  }

  /** Each problem at its field; those of no field, and of a field that is not there, as a message. */
  showErrors(errors: readonly FieldError[]): string {
    const parts = this.#parts();
    for (const [name, part] of parts) {
      part.showProblems(errors.filter(({ field }) => field === name).map(({ message }) => message));
    }
    const shown = parts.filter(([, part]) => !part.element.hidden).map(([name]) => name);
    return errors
      .filter(({ field }) => !shown.includes(field))
      .map(({ message }) => message)
      .join(' ');
  }

  /** The state, and what is said about it. */
  enter(state: string, message: string, problem: boolean): void {
    const { dialog } = this;
    dialog.dataset['state'] = state;
    dialog.setAttribute('aria-busy', String(state === 'waiting' || state === 'processing'));
    this.#fields.disabled = state === 'processing';
    const shown = state === 'waiting' || state === 'ready' ? this.#message : this.#end;
    this.#message.textContent = '';
    this.#end.textContent = '';
    shown.textContent = message;
    this.#message.classList.toggle('error', problem);
  }

  #parts(): readonly (readonly [SheetField, SheetPart])[] {
    return [
      ['account', this.accounts],
      ['card', this.cards],
      ['address', this.addresses],
      ['shippingOption', this.shippingOptions],
      ...(this.coupon ? [['couponCode', this.coupon] as const] : []),
      ...(this.#contact ? [['contact', this.#contact] as const] : []),
    ];
  }

  #listen(form: HTMLFormElement, actions: SheetActions): void {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      actions.pay();
    });
    this.cancel.addEventListener('click', (event) => {
      // Where Pay stood, Cancel stands now: the second half of a double click does not mean it.
      if (event.detail < 2) actions.cancel();
    });
    this.dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      actions.cancel();
    });
  }
}

const OUTCOMES: Readonly<Record<CardBehaviour, string>> = {
  approve: 'Approved',
  challenge: 'Bank page',
  decline: 'Declined',
};

const AUTHS = { PAN_ONLY: 'on file', CRYPTOGRAM_3DS: 'on device' } as const;

function head(wallet: string): HTMLElement {
  return make(
    'header',
    {},
    make('span', { class: 'badge', 'aria-hidden': 'true' }, wallet),
    make('h2', { id: 'title' }, `Wallet ${wallet}`),
    make('p', { class: 'notice' }, 'Sandbox – no money moves'),
  );
}

function cardChoice(card: TestCard): Choice {
  const [name, number, outcome] = [`name-${card.id}`, `number-${card.id}`, `outcome-${card.id}`];
  const kept = `•••• ${card.last4} · ${AUTHS[card.auth]}`;
  return {
    id: card.id,
    draw(radio) {
      radio.setAttribute('aria-describedby', outcome);
      radio.setAttribute('aria-labelledby', `${name} ${number}`);
      return make(
        'label',
        { class: 'card' },
        radio,
        make('span', { class: `art ${card.network}`, 'aria-hidden': 'true' }, `••${card.last4}`),
        make(
          'span',
          {},
          make('span', { class: 'name', id: name }, card.label),
          make('span', { class: 'number', id: number }, kept),
        ),
        make('span', { class: `outcome ${expected(card)}`, id: outcome }, OUTCOMES[expected(card)]),
      );
    },
  };
}

/** A card on file has no cryptogram, so the service sends it to the bank unless it is declined anyway. */
function expected({ auth, behaviour }: TestCard): CardBehaviour {
  return auth === 'PAN_ONLY' && behaviour === 'approve' ? 'challenge' : behaviour;
}

function addressChoice({ id, label, text }: SheetAddress): Choice {
  return { id, draw: (radio) => row(radio, label, text, '') };
}

function optionChoice({ id, label, detail, amount }: SheetOption, currency: string): Choice {
  const price = amount === undefined ? '' : money(amount, currency);
  return { id, draw: (radio) => row(radio, label, detail ?? '', price) };
}

function row(radio: HTMLInputElement, label: string, detail: string, end: string): HTMLElement {
  return make(
    'label',
    { class: 'card row' },
    radio,
    make(
      'span',
      {},
      make('span', { class: 'name' }, label),
      ' ',
      make('span', { class: 'number' }, detail),
    ),
    make('span', { class: 'price' }, end),
  );
}
