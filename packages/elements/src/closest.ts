/** Like the platform's `closest()`, but it also leaves shadow roots. */
export function closest(from: Element | undefined, selector: string): HTMLElement | undefined {
  return from && (from.closest<HTMLElement>(selector) ?? closest(hostOf(from), selector));
}

/** The host of the element's shadow root. By its member, since a frame has its own class `ShadowRoot`. */
export function hostOf(element: Element): Element | undefined {
  return (element.getRootNode() as Partial<ShadowRoot>).host;
}
