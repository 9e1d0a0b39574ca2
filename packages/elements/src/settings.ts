import { ReactiveElement, type CSSResult, type PropertyDeclaration } from '@lit/reactive-element';

/** A property of a tag: what it is unless the page, or the `<wallet-buttons>` around it, says otherwise. */
export interface Setting<T> extends PropertyDeclaration {
  readonly value: T;
}

/** The properties that a table of settings makes. */
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** For what is read at the press alone: a change draws nothing and asks nothing. */
export const atPress: PropertyDeclaration = { hasChanged: () => false };

/** A removed attribute says nothing; `false` would come before what the group says. */
const converter = (value: string | null) => value !== null || undefined;

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
  return { attribute, value: false, type: Boolean, converter, ...more };
}

/** A property that no attribute can hold. */
export function data<T>(value: T, more = atPress): Setting<T> {
  return { attribute: false, value, ...more };
}

/** What is unset is read from the setting: of a thousand tags each holds only what the page has said. */
export abstract class SettingsElement extends ReactiveElement {
  /** One style sheet a tag. */
  declare static styles: CSSResult;
  /** What the page has said. */
  [own: symbol]: unknown;
  /** Where a button finds what it was not told itself; perhaps of another copy, or not defined yet. */
  declare protected group?: Partial<ReactiveElement> | undefined;

  /** Where the tag joins another document first, Lit's style sheet is refused. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    try {
      return super.createRenderRoot();
    } catch {
      this.adoptedCallback();
      return this.shadowRoot as DocumentFragment;
    }
  }

  /** Another document takes no style sheet but those made in it. */
  adoptedCallback(): void {
    const { defaultView } = this.ownerDocument;
    if (!defaultView || !this.shadowRoot?.adoptedStyleSheets) return;
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync((this.constructor as typeof SettingsElement).styles.cssText);
    this.shadowRoot.adoptedStyleSheets = [sheet];
  }

  protected static override finalize(): void {
    // Lit calls it again for each subclass: other accessors would lose what the tags were told. These take
    // the place of its own.
    if (Object.hasOwn(this, 'finalized')) return;
    super.finalize();
    const settings: Record<string, PropertyDeclaration & { readonly value?: unknown }> = {
      ...this.properties,
    };
    for (const [name, setting] of Object.entries(settings)) {
      const own = Symbol();
      Object.defineProperty(this.prototype, name, {
        // A removed attribute, and a framework that has no value yet, say null.
        get(this: SettingsElement): unknown {
          const { group } = this;
          return this[own] ?? (group && Reflect.get(group, name)) ?? setting.value;
        },
        set(this: SettingsElement, value: unknown) {
          const before: unknown = Reflect.get(this, name);
          // Some frameworks say an empty text instead of null.
          this[own] =
            value === '' && !/^order|request|environment|couponCode/.test(name) ? undefined : value;
          this.requestUpdate(name, before);
        },
      });
    }
  }
}
