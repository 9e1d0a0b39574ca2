/** `shippingOption` as `shipping-option`: how attributes and events are written. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, '-$&').toLowerCase();
}
