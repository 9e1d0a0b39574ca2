import { html, nothing, type TemplateResult } from 'lit';

/** The severity, which selects the colour beside a text. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

export function badge(text: string, tone: Tone): TemplateResult {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** The tone of a provider status. */
export function toneOf(status: string): Tone {
  if (['paid', 'paid_off', 'holded', 'hold_confirmed'].includes(status)) return 'good';
  if (['failed', 'expired'].includes(status)) return 'bad';
  if (status.includes('process')) return 'wait';
  return 'plain';
}

/** Hours, minutes, seconds and thousandths of the reader's own clock. */
export function timeOf(iso: string): string {
  const date = new Date(iso);
  date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
  return date.toISOString().slice(11, -1);
}

export function money(amount: string, currency: string): TemplateResult {
  return html`<span class="amount">${amount} <small>${currency}</small></span>`;
}

/** A list whose items have the same parts. */
export function rows<Item>(
  items: readonly Item[],
  view: (item: Item) => TemplateResult,
): TemplateResult {
  return html`<ul class="rows">
    ${items.map((item) => html`<li>${view(item)}</li>`)}
  </ul>`;
}

/** @param isPressed of a button that stays pressed */
export function button(name: string, press: () => void, isPressed?: boolean): TemplateResult {
  return html`<button type="button" aria-pressed=${isPressed ?? nothing} @click=${press}>
    ${name}
  </button>`;
}

/** A list of which the reader chooses one. @param id for a label that stands elsewhere */
export function choice<Name extends string>(
  names: readonly Name[],
  chosen: string,
  choose: (name: Name) => void,
  id?: string,
): TemplateResult {
  const change = (event: Event): void => {
    const name = names[(event.target as HTMLSelectElement).selectedIndex];
    if (name !== undefined) choose(name);
  };
  return html`<select id=${id ?? nothing} @change=${change}>
    ${names.map((name) => html`<option .selected=${name === chosen}>${name}</option>`)}
  </select>`;
}

/** JSON indented; other text unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function copyButton(text: string, name: string): TemplateResult {
  const copy = async (event: Event): Promise<void> => {
    const button = event.currentTarget as HTMLButtonElement;
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };
  return html`<button type="button" class="small" aria-label="Copy ${name}" @click=${copy}>
    Copy
  </button>`;
}
