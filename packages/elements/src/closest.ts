/** Like the platform's `closest()`, but it also leaves shadow roots. */
export function closest(element: Element | undefined, selector: string): HTMLElement | undefined {
  return element && (element.closest<HTMLElement>(selector) ?? closest(hostOf(element), selector));
}

/** The host of the element's shadow root. By its member, since a frame has its own class `ShadowRoot`. */
export function hostOf(element: Element): Element | undefined {
  return (element.getRootNode() as Partial<ShadowRoot>).host;
}
