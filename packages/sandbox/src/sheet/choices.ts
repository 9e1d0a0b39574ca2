import { make } from './dom.ts';
import { SheetPart } from './sheet-part.ts';

/** What the payer can choose, and how its row looks around the radio button. */
export interface Choice {
  readonly id: string;
  draw(radio: HTMLInputElement): HTMLElement;
}

/** A list of radio buttons; hidden while it is empty. */
export class Choices extends SheetPart {
  readonly #changed: (id: string) => void;
  #radios: readonly HTMLInputElement[] = [];

  constructor(name: string, legend: string, changed: (id: string) => void) {
    super(name, legend);
    this.#changed = changed;
    this.element.hidden = true;
  }

  /** The `id` of what is chosen. */
  get chosen(): string | undefined {
    return this.#radios.find(({ checked }) => checked)?.value;
  }

  /** Another list; what was chosen stays so if it is still there, or `preferred`, or the first. */
  offer(choices: readonly Choice[], preferred?: string): void {
    const ids = choices.map(({ id }) => id);
    const chosen = [this.chosen, preferred, ids[0]].find(
      (id) => id !== undefined && ids.includes(id),
    );
    this.#radios = choices.map(({ id }) => {
      const radio = make('input', { type: 'radio', name: this.name, value: id });
      radio.checked = id === chosen;
      radio.addEventListener('change', () => {
        this.#changed(id);
      });
      return radio;
    });
    this.replaceRows(
      choices.flatMap((choice, index) => {
        const radio = this.#radios[index];
        return radio ? [choice.draw(radio)] : [];
      }),
    );
    this.element.hidden = choices.length === 0;
  }

  /** Chooses as the payer does. Throws if there is no such choice. */
  choose(id: string): void {
    const radio = this.#radios.find(({ value }) => value === id);
    if (!radio) throw new Error(`The sheet offers no ${this.name} "${id}".`);
    radio.click();
  }

  /** Where the focus goes when the sheet opens. */
  focusFirst(): void {
    const radio = this.#radios.find(({ checked }) => checked);
    if (radio) radio.autofocus = true;
  }
}
