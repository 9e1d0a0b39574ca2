/** The pages on which the stand-ins run: only those that no customer reaches. */
import { showNotice } from './notice.ts';

/** This machine, names that the internet does not have, and hosts that the page's profile allows. */
export function isSandboxHost(hostname: string, allowedHosts: readonly string[] = []): boolean {
  return (
    ['localhost', '127.0.0.1', '[::1]', ...allowedHosts].includes(hostname) ||
    hostname.endsWith('.localhost') ||
    hostname.endsWith('.test')
  );
}

/**
 * `isSandboxHost` of this page. A refusal is shown in the page, so that a forgotten script is found; a frame that has
 * not asked for the script is left alone.
 *
 * @param isAsked whether the document has asked for it, unlike for what every frame of a browser has
 */
export function mayRunHere(script: string, isAsked = true): boolean {
  const { hostname, href } = location;
  // An empty document belongs to the page that opened it, and is about to become one.
  if (href === 'about:blank') return true;
  if (isSandboxHost(hostname, window.walletSandboxConfig?.allowedHosts)) return true;
  if (!isAsked && window.parent !== window) return false;
  const message =
    `${script} of the wallet sandbox takes no money and does not run on "${hostname}". ` +
    'Load the provider’s own script, or name this host in allowedHosts of the sandbox’s profile.';
  console.error(message);
  showNotice(message);
  return false;
}
