import { make } from './dom.ts';

/** One part of the sheet that can be wrong: it shows why, tied to what the payer works with. */
export class SheetPart {
  readonly element: HTMLFieldSetElement;
  readonly #problem: HTMLElement;
  readonly #name: string;

  constructor(name: string, legend: string, ...children: readonly Node[]) {
    this.#name = name;
    this.#problem = make('p', { class: 'problem', id: `problem-${name}`, role: 'alert' });
    this.element = make(
      'fieldset',
      { 'data-field': name, 'aria-describedby': this.#problem.id },
      make('legend', {}, legend),
      ...children,
      this.#problem,
    );
  }

  /** Shows the problems at the field; none takes them away. */
  showProblems(messages: readonly string[]): void {
    this.#problem.textContent = messages.join(' ');
    this.element.dataset['invalid'] = String(messages.length > 0);
    for (const input of this.element.querySelectorAll('input')) {
      if (messages.length > 0) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  }

  protected replaceRows(rows: readonly Node[]): void {
    for (const row of this.element.querySelectorAll(':scope > label')) row.remove();
    this.#problem.before(...rows);
  }

  protected get name(): string {
    return this.#name;
  }
}
