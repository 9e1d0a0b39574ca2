import type { Payment } from '@wallet-buttons/server';
import { shownState } from '@wallet-buttons/server/explain';
import { html, nothing, type TemplateResult } from 'lit';
import { formatFullTime, formatTime } from './format.ts';
import { waitsForReview } from './money.ts';
import type { DeskTexts } from './texts.ts';

/** What a state means for the one who looks: its colour. */
const tones: Readonly<Record<Payment['state'], 'good' | 'held' | 'wait' | 'back' | 'bad'>> = {
  created: 'wait',
  sending: 'wait',
  unknown: 'wait',
  pending: 'wait',
  awaiting_bank: 'wait',
  authorized: 'held',
  rejected: 'bad',
  abandoned: 'bad',
  expired: 'bad',
  failed: 'bad',
  paid: 'good',
  paid_off: 'good',
  disputed: 'bad',
  refunded: 'back',
  cancelled: 'back',
};

/** The state of a payment in a word and a colour, and whether it waits for a review. */
export function stateChips(
  { state: storedState, amounts, flag }: Payment,
  texts: DeskTexts,
): TemplateResult {
  const state = shownState(storedState, amounts.charged);
  const isWaiting = waitsForReview({ flag, state: storedState });
  return html`<span class="chips">
    <span class="chip ${tones[storedState]}">${texts.states[state]}</span>
    ${isWaiting ? html`<span class="chip review">${texts.list.review}</span>` : nothing}
  </span>`;
}

/** A time in short; its title has the day and the second. */
export function timeView(time: string, language: string): TemplateResult {
  const full = formatFullTime(time, language);
  return html`<time datetime=${time} title=${full}>${formatTime(time, language)}</time>`;
}

const brands: Readonly<Record<string, string>> = {
  'wallet-a': 'Apple Pay',
  'wallet-b': 'Google Pay',
};

/** The wallet by its brand. */
export function walletText({ wallet }: Pick<Payment, 'wallet'>): string {
  return brands[wallet ?? ''] ?? wallet ?? '';
}

/** A sentence with the brands of the wallets that it names. */
export function withBrands(sentence: string): string {
  return sentence.replaceAll(/wallet-[ab]/g, (name) => brands[name] ?? name);
}

/** The card as far as it is known. */
export function cardText({ card }: Payment): string {
  const { network = '', last4 = '' } = card ?? {};
  const digits = last4 === '' ? '' : `•••• ${last4}`;
  const text = [capitalized(network), digits].filter(Boolean).join(' ');
  return text || '–';
}

/** A sentence about something that is not there. */
export function emptyView(text: string, more: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <rect x="9" y="7" width="30" height="34" rx="4" />
      <path d="M16 17h16M16 24h16M16 31h9" />
    </svg>
    <p>${text}</p>
    ${more}
  </div>`;
}

/** The place of what is being loaded. */
export function skeletonView(text: string, lines = 8): TemplateResult {
  return html`<div class="skeleton" aria-hidden="true">
      ${Array.from({ length: lines }, () => html`<span></span>`)}
    </div>
    <p class="hidden">${text}</p>`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
