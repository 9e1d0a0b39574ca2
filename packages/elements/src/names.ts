/** `shippingOption` as `shipping-option`: how attributes and events are written. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, '-$&').toLowerCase();
}

/** `shipping_option` and `shipping-option` as `shippingOption`: the wire's names as those of properties. */
export function camel(name: string): string {
  return name.replace(/[-_]./g, ([, letter = '']) => letter.toUpperCase());
}
