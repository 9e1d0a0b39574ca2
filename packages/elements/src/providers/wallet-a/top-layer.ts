/** The parts of a node that lead to the element around it, also out of a shadow root. */
type Inner = Partial<Pick<Element, 'assignedSlot' | 'matches'> & Pick<ShadowRoot, 'host'>> &
  Pick<Node, 'parentNode'>;

/** The selector of an older browser leaves out what it does not know. */
const topLayer = ':is(:modal, :popover-open):not(:root)';

/** Whether a tag is in a modal dialog, an open popover or a part of the page in full screen. They lie over all the rest. */
export function isOnTop(tag: Inner): boolean {
  for (let node: Inner | null | undefined = tag; node;) {
    if (node.matches?.(topLayer)) return true;
    node = node.assignedSlot ?? node.parentNode ?? node.host;
  }
  return false;
}
