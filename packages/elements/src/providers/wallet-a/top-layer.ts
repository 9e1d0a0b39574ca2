import { hostOf } from '../../closest.ts';

/** The selector of an older browser leaves out what it does not know. */
const topLayer = ':is(:modal, :popover-open):not(:root)';

/** Whether a tag is in a modal dialog, an open popover or a part of the page in full screen. They lie over all the rest. */
export function isOnTop(element: Element | undefined): boolean {
  if (!element) return false;
  const { assignedSlot, parentElement } = element;
  return element.matches(topLayer) || isOnTop(assignedSlot ?? parentElement ?? hostOf(element));
}
