import { ReactiveElement } from '@lit/reactive-element';
import type { Setting } from './settings.ts';

/** What is unset is read from the setting: of a thousand tags each holds only what the page has said. */
export abstract class SettingsElement extends ReactiveElement {
  protected static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    setting: Setting,
  ): PropertyDescriptor | undefined {
    return {
      ...super.getPropertyDescriptor(name, key, setting),
      // A removed attribute, and a framework that has no value yet, say null.
      get(this: Record<PropertyKey, unknown>) {
        return this[key] ?? setting.value;
      },
    };
  }
}
