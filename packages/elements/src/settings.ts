import { ReactiveElement, type CSSResult, type PropertyDeclaration } from '@lit/reactive-element';

/** A property of a tag, with its default. The page, or the `<wallet-buttons>` around the tag, may set another value. */
export interface Setting<T> extends PropertyDeclaration {
  readonly value: T;
  /** Whether an empty text is a value of its own. */
  readonly takesEmpty?: boolean;
}

/** The properties that a table of settings defines. */
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** For a property that is read only at the press: a change does not update the tag. */
export const atPress: PropertyDeclaration = { hasChanged: () => false };

/** A property of which an empty text is a value. It unsets any other, since some frameworks set it instead of null. */
export function orEmpty<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, takesEmpty: true };
}

/** A removed attribute is unset: `false` would override the group's value. React 18 writes `false` as a text. */
const converter = (value: string | null) => (value === null ? undefined : value !== 'false');

/** A property with an attribute. */
export function text<T extends string = string>(
  attribute: string,
  value: NoInfer<T>,
  more?: PropertyDeclaration,
): Setting<T> {
  return { attribute, value, ...more };
}

/** A boolean attribute. */
export function flag(attribute: string, more?: PropertyDeclaration): Setting<boolean> {
  return { attribute, value: false, type: Boolean, converter, ...more };
}

/** A property without an attribute. */
export function data<T>(value: T, more = atPress): Setting<T> {
  return { attribute: false, value, ...more };
}

/** An element with settings. An unset property has its default, so a tag stores only the values that the page has set. */
export abstract class SettingsElement extends ReactiveElement {
  /** One style sheet a tag. */
  declare static styles: CSSResult;
  /** The values that the page has set. */
  [key: symbol]: unknown;
  /** The element around a button, for values that the button lacks. It may be of another copy, or not defined yet. */
  declare protected group?: Partial<ReactiveElement> | undefined;

  /** If the tag is first connected in another document, Lit's style sheet is refused there. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    try {
      return super.createRenderRoot();
    } catch {
      this.adoptedCallback();
      return this.shadowRoot as DocumentFragment;
    }
  }

  /** A document accepts only style sheets that were made in it. */
  adoptedCallback(): void {
    const { defaultView } = this.ownerDocument;
    if (!defaultView || !this.shadowRoot?.adoptedStyleSheets) return;
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync((this.constructor as typeof SettingsElement).styles.cssText);
    this.shadowRoot.adoptedStyleSheets = [sheet];
  }

  protected static override finalize(): void {
    super.finalize();
    // These accessors replace Lit's own.
    const settings: Record<string, Partial<Setting<unknown>>> = {
      ...this.properties,
    };
    for (const [name, setting] of Object.entries(settings)) {
      // Lit calls this again for each subclass: with a new symbol the tags would lose their values.
      const symbol = Symbol.for(name);
      Object.defineProperty(this.prototype, name, {
        // A removed attribute gives null, and so does a framework without a value.
        get(this: SettingsElement): unknown {
          const { group } = this;
          return this[symbol] ?? (group && Reflect.get(group, name)) ?? setting.value;
        },
        set(this: SettingsElement, value: unknown) {
          const previousValue: unknown = Reflect.get(this, name);
          // A template without a value sets false, which says something only of a flag.
          const isUnset = setting.type ? false : value === false;
          this[symbol] = isUnset || (value === '' && !setting.takesEmpty) ? undefined : value;
          this.requestUpdate(name, previousValue);
        },
      });
    }
  }
}
