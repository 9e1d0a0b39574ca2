const eventNames =
  'ready unavailable click authorized redirect result cancel error shipping-address-change shipping-option-change coupon-change payment-method-change';

/** Warns of a listener for an event that no tag sends, such as a misspelt name, which plain HTML does not report. */
export function watchListeners(element: CustomElementConstructor): void {
  const { prototype } = element as { readonly prototype: HTMLElement };
  const real: unknown = Reflect.get(prototype, 'addEventListener');
  // A server has no events.
  if (typeof real !== 'function') return;
  Object.defineProperty(prototype, 'addEventListener', {
    configurable: true,
    writable: true,
    value(this: HTMLElement, ...listener: readonly [type: string]) {
      const [, name] = /^wallet-(.+)/.exec(listener[0]) ?? [];
      if (name !== undefined && !eventNames.split(' ').includes(name)) {
        console.warn(`<${this.localName}> sends no event wallet-${name}.`, this);
      }
      Reflect.apply(real, this, listener);
    },
  });
}
