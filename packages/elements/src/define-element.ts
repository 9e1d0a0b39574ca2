import { watchListeners } from '#development';

/** Registers a tag once: a second copy of the package changes nothing. On a server, Lit replaces the registry. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag)) return;
  watchListeners(element);
  customElements.define(tag, element);
}
