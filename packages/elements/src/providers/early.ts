import { isPrerendered } from '../platform.ts';
import { isHeldBack, loadScript, type Script } from './load-script.ts';

/**
 * Requests a provider's script before the tags are set up, so that the page waits for it meanwhile. Where a tag may not
 * ask, or where that is not certain, nothing is requested: the tag itself asks as soon as it may.
 * @param scriptOf The script of each tag that the page has by now, by its attributes, unless that tag rests.
 */
export function requestEarly(
  name: string,
  scriptOf: (attribute: (name: string) => string | null, nonce: string) => Script | undefined,
): void {
  if (typeof document !== 'object' || isPrerendered()) return;
  for (const tag of document.querySelectorAll<HTMLElement>(name)) {
    const group = tag.closest<HTMLElement>('wallet-buttons') ?? tag;
    const attribute = (name: string) => tag.getAttribute(name);
    const loading = attribute('loading') || group.getAttribute('loading');
    // A property of the page may say something else.
    const properties = [...Object.keys(tag), ...Object.keys(group)];
    if (properties[0] || loading === 'manual') continue;
    const script = scriptOf(attribute, tag.nonce || group.nonce);
    if (script && !isHeldBack(script)) loadScript(script).catch(() => undefined);
  }
}
