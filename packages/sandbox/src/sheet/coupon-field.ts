import { make } from './dom.ts';
import { SheetPart } from './sheet-part.ts';

/** A field for a code, with a button that applies it. */
export class CouponField extends SheetPart {
  readonly #input: HTMLInputElement;
  readonly #entered: (code: string) => void;

  constructor(code: string, entered: (code: string) => void) {
    const input = make('input', {
      type: 'text',
      name: 'couponCode',
      autocomplete: 'off',
      'aria-label': 'Coupon code',
    });
    const apply = make('button', { type: 'button', class: 'apply' }, 'Apply');
    super('couponCode', 'Coupon code', make('div', { class: 'coupon' }, input, apply));
    this.#input = input;
    this.#entered = entered;
    input.value = code;
    apply.addEventListener('click', () => {
      this.#apply();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // Enter in any other place of the sheet pays.
      event.preventDefault();
      this.#apply();
    });
  }

  /** Types a code and applies it, as the payer does. */
  enter(code: string): void {
    this.#input.value = code;
    this.#apply();
  }

  #apply(): void {
    this.#entered(this.#input.value.trim());
  }
}
