/** `shippingOption` as `shipping-option`, the spelling of attributes and events. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, '-$&').toLowerCase();
}

/** `shipping_option` and `shipping-option` as `shippingOption`, the spelling of properties. */
export function camel(name: string): string {
  return name.replace(/[-_]./g, ([, letter = '']) => letter.toUpperCase());
}
