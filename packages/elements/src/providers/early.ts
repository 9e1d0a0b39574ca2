import { isPrerendered } from '../platform.ts';
import { isHeldBack, loadScript, type Script } from './load-script.ts';

/**
 * Requests a provider's script before the tags are set up, so that the page waits for it meanwhile. Where a tag may not
 * ask, or where that is not certain, nothing is requested: the tag itself asks as soon as it may.
 * @param scriptOf The script of each tag that the page has by now, unless that tag rests.
 */
export function requestEarly(
  name: string,
  scriptOf: (tag: Element, nonce: string) => Script | undefined,
): void {
  if (typeof document !== 'object' || isPrerendered()) return;
  for (const tag of document.querySelectorAll<HTMLElement>(name)) {
    const group = tag.closest<HTMLElement>('wallet-buttons') ?? tag;
    const loading = earlyValue(tag, 'loading') || earlyValue(group, 'loading');
    const script = loading === 'manual' ? undefined : scriptOf(tag, tag.nonce || group.nonce || '');
    if (script && !isHeldBack(script)) loadScript(script).catch(() => undefined);
  }
}

/** The value of a setting of a tag that is not defined yet: as a property or as an attribute. */
export function earlyValue(tag: Element, name: string, attribute = name): string | undefined {
  const value: unknown = Reflect.get(tag, name) ?? tag.getAttribute(attribute);
  return typeof value === 'string' ? value : undefined;
}
