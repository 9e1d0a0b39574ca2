import type { CardBehaviour, TestCard } from '../cards.ts';
import type {
  ChoiceName,
  FieldError,
  SheetChoice,
  SheetContent,
  SheetField,
  SheetLine,
} from './content.ts';
import { make, money } from './dom.ts';
import { ChoiceField, CouponField, Field, type Row } from './fields.ts';

/** The payer's actions in the drawn sheet; the sheet decides whether an action is allowed now. */
export interface SheetActions {
  pay(): void;
  cancel(): void;
  changed(field: ChoiceName | 'couponCode', value: string): void;
}

/** The nodes of a sheet: a modal `<dialog>` named "Wallet A" or "Wallet B". */
export class SheetView {
  readonly dialog: HTMLDialogElement;
  readonly pay = make('button', { type: 'submit', class: 'pay' }, 'Pay');
  readonly cancel = make('button', { type: 'button', class: 'cancel' }, 'Cancel');
  readonly choices: Readonly<Record<ChoiceName, ChoiceField>>;
  readonly coupon: CouponField | undefined;
  readonly #fields: Readonly<Partial<Record<SheetField, Field>>>;
  readonly #currency: string;
  readonly #merchant = make('span', {});
  readonly #amount = make('span', { class: 'amount' });
  readonly #lines = make('dl', {});
  readonly #body: HTMLFieldSetElement;
  readonly #message = make('p', { class: 'message', role: 'status' });
  readonly #end = make('p', { class: 'end', role: 'status' });

  constructor(content: SheetContent, preferredCard: string, actions: SheetActions) {
    const { wallet, couponCode, contact = [] } = content;
    const list = (name: ChoiceName, legend: string): ChoiceField =>
      new ChoiceField(name, legend, (id) => {
        actions.changed(name, id);
      });
    this.#currency = content.currency;
    this.choices = {
      account: list('account', 'Account'),
      card: list('card', 'Pay with a test card'),
      address: list('address', 'Ship to'),
      shippingOption: list('shippingOption', 'Delivery'),
    };
    if (couponCode !== undefined) {
      this.coupon = new CouponField(couponCode, (code) => {
        actions.changed('couponCode', code);
      });
    }
    this.#fields = {
      ...this.choices,
      ...(this.coupon && { couponCode: this.coupon }),
      ...(contact.length > 0 && {
        contact: new Field('contact', 'Contact', make('p', {}, contact.join(' · '))),
      }),
    };
    this.choices.card.offer(content.cards.map(cardRow), preferredCard);
    this.choices.card.element.hidden = false;
    this.offer('account', content.accounts ?? []);
    this.offer('address', content.addresses ?? []);
    this.offer('shippingOption', content.shippingOptions ?? [], content.shippingOption);
    this.setTotal(content.total, content.lines);
    const fields = Object.values(this.#fields).map(({ element }) => element);
    this.#body = make('fieldset', { class: 'fields' }, ...fields);
    const title = make('h2', { id: 'title' }, `Wallet ${wallet}`);
    const head = make('header', {}, title, make('small', {}, 'Sandbox – no money moves'));
    const total = make('div', { class: 'total' }, this.#merchant, this.#amount);
    const buttons = make('div', { class: 'actions' }, this.#message, this.pay, this.cancel);
    const form = make(
      'form',
      { novalidate: '' },
      head,
      total,
      this.#lines,
      this.#body,
      this.#end,
      buttons,
    );
    this.dialog = make('dialog', { 'aria-labelledby': 'title', 'data-wallet': wallet }, form);
    this.#listen(form, actions);
  }

  /** The recipient, the amount and the purpose. */
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

  /** Replaces a list of choices. */
  offer(name: ChoiceName, choices: readonly SheetChoice[], preferredId?: string): void {
    const rows = choices.map(({ amount, ...choice }) => ({
      ...choice,
      ...(amount !== undefined && { end: money(amount, this.#currency) }),
    }));
    this.choices[name].offer(rows, preferredId);
  }

  /** Shows each error at its field. Returns the messages that have no visible field. */
  showErrors(errors: readonly FieldError[]): string {
    for (const [name, field] of Object.entries(this.#fields)) {
      field.showProblems(errors.filter((error) => error.field === name).map(messageOf));
    }
    const others = errors.filter(({ field }) => this.#fields[field]?.element.hidden ?? true);
    return others.map(messageOf).join(' ');
  }

  /** The state, and its text. */
  enter(state: string, message: string, problem: boolean): void {
    const working = state === 'waiting' || state === 'ready';
    this.dialog.dataset['state'] = state;
    this.dialog.setAttribute('aria-busy', String(state === 'waiting' || state === 'processing'));
    this.#body.disabled = state === 'processing';
    this.#message.textContent = working ? message : '';
    this.#end.textContent = working ? '' : message;
    this.#message.classList.toggle('error', problem);
  }

  #listen(form: HTMLFormElement, actions: SheetActions): void {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      actions.pay();
    });
    this.cancel.addEventListener('click', (event) => {
      // After Pay, Cancel is in its place: the second click of a double click must not press it.
      if (event.detail < 2) actions.cancel();
    });
    this.dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      actions.cancel();
    });
  }
}

const outcomes: Readonly<Record<CardBehaviour, string>> = {
  approve: 'Approved',
  challenge: 'Bank page',
  decline: 'Declined',
};

/** A card on file has no cryptogram, so the service sends it to the bank unless it is declined anyway. */
function cardRow({ id, label, last4, network, auth, behaviour }: TestCard): Row {
  const onFile = auth === 'PAN_ONLY';
  const outcome = onFile && behaviour === 'approve' ? 'challenge' : behaviour;
  const detail = `•••• ${last4} · ${onFile ? 'on file' : 'on device'}`;
  return { id, label, detail, end: outcomes[outcome], network };
}

function messageOf({ message }: FieldError): string {
  return message;
}
