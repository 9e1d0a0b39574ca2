import { html, type TemplateResult } from 'lit';

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

/** Hours, minutes, seconds and thousandths of the payer's own clock. */
export function timeOf(iso: string): string {
  const date = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const thousandths = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${thousandths}`;
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
