import { adopt } from './dom.ts';

const noticeTag = 'wallet-sandbox-notice';

const noticeStyles = `
:host {
  position: fixed;
  inset: 0 0 auto;
  z-index: 2147483647;
  padding: 0.75rem 1rem;
  background: #a3182c;
  color: #fff;
  font: 500 0.9375rem/1.4 system-ui, sans-serif;
}
`;

/** A bar over the page. It shows each message once. */
export function showNotice(message: string): void {
  // A script may run before there is any element.
  if ((document.documentElement as HTMLElement | null) === null) {
    document.addEventListener(
      'DOMContentLoaded',
      () => {
        showNotice(message);
      },
      { once: true },
    );
    return;
  }
  const noticeRoots = [...document.querySelectorAll(noticeTag)].map(({ shadowRoot }) => shadowRoot);
  if (noticeRoots.some((root) => root?.textContent === message)) return;
  const host = document.createElement(noticeTag);
  host.setAttribute('role', 'alert');
  const root = host.attachShadow({ mode: 'open' });
  adopt(root, noticeStyles);
  root.append(message);
  document.documentElement.append(host);
}
