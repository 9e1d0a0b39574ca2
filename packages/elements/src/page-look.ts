import { isDark } from './surroundings.ts';

/** What the page around a tag asks of its looks. */
export interface PageLook {
  readonly onDark: boolean;
  /** The closest `lang`. */
  readonly language: string;
  /** Pixels, where the page set it. */
  readonly radius: number | undefined;
}

/** Reads the page, and writes nothing to it. */
export function pageLook(tag: Element): PageLook {
  const style = getComputedStyle(tag);
  const { colorScheme } = style;
  const radius = parseFloat(style.getPropertyValue('--wallet-button-radius'));
  return {
    onDark: colorScheme.includes('dark') && (isDark() || !colorScheme.includes('light')),
    language: languageOf(tag),
    radius: Number.isNaN(radius) ? undefined : radius,
  };
}

/** The closest language, also from outside of the shadow roots around the tag. */
function languageOf(from: Element | undefined): string {
  return from
    ? (from.closest<HTMLElement>('[lang]')?.lang ??
        languageOf((from.getRootNode() as Partial<ShadowRoot>).host))
    : '';
}
