import { ReactiveElement, type CSSResult, type PropertyDeclaration } from '@lit/reactive-element';

/** A property of a tag, with its default. The page, or the `<wallet-buttons>` around the tag, may set another value. */
export interface Setting<T> extends PropertyDeclaration {
  readonly value: T;
  /** Whether an empty text is a value of its own. */
  readonly takesEmpty?: boolean;
  /** Whether only a press reads it, so that a change does not update the tag. */
  readonly isReadAtPress?: boolean;
}

/** The properties that a table of settings defines. */
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

type More = Partial<Omit<Setting<unknown>, 'value'>>;

/** For a property that is read only at the press: a change does not update the tag. */
export const atPress: More = { isReadAtPress: true };

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
  more?: More,
): Setting<T> {
  return { attribute, value, ...more };
}

/** A boolean attribute. */
export function flag(attribute: string, more?: More): Setting<boolean> {
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
  /** @internal Whether the page has set a value since the provider's key was read. */
  isChanged = true;
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

  /** A class without settings and styles of its own has those of its base, which are read once. */
  protected static override finalize(): void {
    const isOwn = Object.hasOwn(this, 'properties') || Object.hasOwn(this, 'styles');
    if (isOwn) super.finalize();
    else (Object.getPrototypeOf(this) as typeof SettingsElement).finalize();
  }

  /** The one accessor of a setting. */
  static override createProperty(name: string, setting: Partial<Setting<unknown>>): void {
    this.elementProperties.set(name, setting);
    const symbol = Symbol.for(name);
    Object.defineProperty(this.prototype, name, {
      configurable: true,
      // A removed attribute gives null, and so does a framework without a value.
      get(this: SettingsElement): unknown {
        const { group } = this;
        return this[symbol] ?? (group && Reflect.get(group, name)) ?? setting.value;
      },
      set(this: SettingsElement, value: unknown) {
        const previousValue: unknown = setting.isReadAtPress ? undefined : Reflect.get(this, name);
        // A template without a value sets false, which says something only of a flag.
        const isUnset = setting.type ? false : value === false;
        this[symbol] = isUnset || (value === '' && !setting.takesEmpty) ? undefined : value;
        this.isChanged = true;
        if (!setting.isReadAtPress) this.requestUpdate(name, previousValue);
      },
    });
  }
}
