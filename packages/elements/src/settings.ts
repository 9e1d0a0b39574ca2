import { ReactiveElement, type PropertyDeclaration } from '@lit/reactive-element';

/** A property of a tag: what it is unless the page, or the `<wallet-buttons>` around it, says otherwise. */
export interface Setting<T> extends PropertyDeclaration {
  readonly value: T;
}

/** The properties that a table of settings makes. */
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** For what is read at the press alone: a change draws nothing and asks nothing. */
export const atPress: PropertyDeclaration = { hasChanged: () => false };

/** A property with an attribute. */
export function text<T extends string = string>(
  attribute: string,
  value: NoInfer<T>,
  more?: PropertyDeclaration,
): Setting<T> {
  return { attribute, value, ...more };
}

/** An attribute that is there or is not. */
export function flag(attribute: string, more?: PropertyDeclaration): Setting<boolean> {
  return { attribute, value: false, type: Boolean, ...more };
}

/** A property that no attribute can hold. */
export function data<T>(value: T, more = atPress): Setting<T> {
  return { attribute: false, value, ...more };
}

/** What is unset is read from the setting: of a thousand tags each holds only what the page has said. */
export abstract class SettingsElement extends ReactiveElement {
  /** Where a button finds what it was not told itself. */
  protected readonly group?: { readonly element: object | undefined };

  protected static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    setting: Setting<unknown>,
  ): PropertyDescriptor | undefined {
    return {
      ...super.getPropertyDescriptor(name, key, setting),
      // A removed attribute, and a framework that has no value yet, say null.
      get(this: SettingsElement) {
        const own: unknown = Reflect.get(this, key);
        const group = this.group?.element;
        const shared: unknown = group && Reflect.get(group, name);
        return own ?? shared ?? setting.value;
      },
    };
  }
}
