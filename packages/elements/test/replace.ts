type Method = (this: never, ...args: never[]) => unknown;

/** Puts another method in the place of `target[name]`, made of the real one; the result puts that back. */
export function replace<T extends Method>(
  target: object,
  name: string,
  make: (real: T) => T,
): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  const real = Reflect.get(target, name) as T;
  Object.defineProperty(target, name, { value: make(real), configurable: true, writable: true });
  return () => {
    Reflect.deleteProperty(target, name);
    if (descriptor) Object.defineProperty(target, name, descriptor);
  };
}

/** The stand-ins' classes, as a page finds them, or will. */
export function provider(
  name: 'ApplePaySession' | 'PaymentsClient',
  page: object = window,
): { readonly prototype: object } {
  const { google, ApplePaySession } = page as {
    readonly google: {
      readonly payments: {
        readonly api: { readonly PaymentsClient: { readonly prototype: object } };
      };
    };
    readonly ApplePaySession: { readonly prototype: object };
  };
  return name === 'ApplePaySession' ? ApplePaySession : google.payments.api.PaymentsClient;
}
