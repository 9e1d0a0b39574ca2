import type { OrderState } from './order-states.ts';
import { notOffered, textsOf, writeText, type Texts } from './texts.ts';

/** Why a button that is `done` is not offered. */
const reasons: Partial<Record<OrderState, keyof typeof notOffered>> = {
  paid: 'paid',
  unsure: 'pending',
};

interface NotedTag {
  readonly state: string;
  readonly language: string;
  readonly texts?: Partial<Texts> | undefined;
}

/** Writes for screen readers why the order of a tag is not offered, or nothing. */
export function writeNote(node: HTMLElement, tag: NotedTag, order: OrderState | undefined): void {
  const { state, language } = tag;
  const reason = state === 'done' && order ? reasons[order] : undefined;
  const labels = reason && textsOf(tag, language)[reason];
  writeText(node, labels, reason ? notOffered[reason] : '', language);
}
