/** The parts of a sheet in which the payer makes choices, and which can show errors. */
import { make } from './dom.ts';

/** A part with a heading. It shows errors, linked to the fields of the payer. */
export class Field {
  readonly element: HTMLFieldSetElement;
  readonly #problem: HTMLElement;

  constructor(name: string, legend: string, body: HTMLElement) {
    this.#problem = make('p', { class: 'problem', id: `problem-${name}`, role: 'alert' });
    this.element = make(
      'fieldset',
      { 'data-field': name, 'aria-describedby': this.#problem.id },
      make('legend', {}, legend),
      body,
      this.#problem,
    );
  }

  /** An empty list removes the errors. */
  showProblems(messages: readonly string[]): void {
    this.#problem.textContent = messages.join(' ');
    this.element.dataset['invalid'] = String(messages.length > 0);
    for (const input of this.element.querySelectorAll('input')) {
      input.setAttribute('aria-invalid', String(messages.length > 0));
    }
  }
}

/** One row of a list. */
export interface Row {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** The text at the end: a price, or the outcome of a test card. */
  readonly end?: string | undefined;
  /** Picks the picture of a card. */
  readonly network?: string;
}

/** A list of radio buttons; hidden while it is empty. */
export class ChoiceField extends Field {
  readonly #name: string;
  readonly #rows: HTMLElement;
  readonly #changed: (id: string) => void;

  constructor(name: string, legend: string, onChange: (id: string) => void) {
    const rows = make('div', { class: 'rows' });
    super(name, legend, rows);
    this.#name = name;
    this.#rows = rows;
    this.#changed = onChange;
    this.element.hidden = true;
  }

  /** The `id` of the selected item. */
  get chosen(): string | undefined {
    return this.#radios.find(({ checked }) => checked)?.value;
  }

  /** Replaces the list. Selects the previous item if it is still in it, else `preferredId`, else the first. */
  offer(rows: readonly Row[], preferredId?: string): void {
    const ids = rows.map(({ id }) => id);
    const chosenId = [this.chosen, preferredId, ids[0]].find((id) => id && ids.includes(id));
    this.#rows.replaceChildren(...rows.map((row) => this.#draw(row, row.id === chosenId)));
    this.element.hidden = rows.length === 0;
  }

  /** Chooses as the payer does. Throws if there is no such choice. */
  choose(id: string): void {
    const radio = this.#radios.find(({ value }) => value === id);
    if (!radio) throw new Error(`The sheet offers no ${this.#name} "${id}".`);
    radio.click();
  }

  get #radios(): readonly HTMLInputElement[] {
    return [...this.#rows.querySelectorAll('input')];
  }

  #draw({ id, label, detail = '', end = '', network = '' }: Row, isChecked: boolean): HTMLElement {
    const radio = make('input', { type: 'radio', name: this.#name, value: id });
    radio.checked = isChecked;
    // Gets the focus when the sheet opens.
    radio.autofocus = isChecked && this.#name === 'card';
    radio.addEventListener('change', () => {
      this.#changed(id);
    });
    const text = make('span', {}, label, ' ', make('small', {}, detail));
    return make(
      'label',
      { class: 'row', 'data-network': network },
      radio,
      text,
      make('b', {}, end),
    );
  }
}

/** A field for a code, with a button that applies it. */
export class CouponField extends Field {
  readonly #input: HTMLInputElement;
  readonly #entered: (code: string) => void;

  constructor(code: string, onEnter: (code: string) => void) {
    const input = make('input', { type: 'text', name: 'couponCode', 'aria-label': 'Coupon code' });
    const apply = make('button', { type: 'button' }, 'Apply');
    super('couponCode', 'Coupon code', make('div', { class: 'coupon' }, input, apply));
    this.#input = input;
    this.#entered = onEnter;
    input.value = code;
    apply.addEventListener('click', () => {
      this.enter(input.value);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // Enter would submit the form, and so pay.
      event.preventDefault();
      this.enter(input.value);
    });
  }

  /** Types a code and applies it, as the payer does. */
  enter(code: string): void {
    this.#input.value = code;
    this.#entered(code.trim());
  }
}
