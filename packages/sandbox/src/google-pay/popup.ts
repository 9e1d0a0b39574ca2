import type { WalletSandbox } from '../sheet/recorder.ts';
import { dress, type SheetPlace } from '../sheet/place.ts';

/**
 * The provider's popup. Its name is fixed, so a page has one. Opening it again ends the payment that is
 * in it.
 */
export class PaymentPopup implements SheetPlace {
  readonly #sandbox: WalletSandbox;
  readonly #window: Window;
  #timer: number | undefined;
  #pane: HTMLElement | undefined;
  #left = false;

  /** `undefined` when the browser blocked it. */
  static open(sandbox: WalletSandbox): PaymentPopup | undefined {
    const waiting = openedWindow && !openedWindow.closed && !current ? openedWindow : undefined;
    const popup = waiting ?? openWindow(sandbox);
    return popup ? new PaymentPopup(sandbox, popup) : undefined;
  }

  private constructor(sandbox: WalletSandbox, popup: Window) {
    this.#sandbox = sandbox;
    this.#window = popup;
  }

  /** `lost` runs if the button opens the window again, `closed` if the payer closes it. */
  watch({ lost, closed }: { readonly lost: () => void; readonly closed: () => void }): void {
    current = { lost };
    this.#pane = coverPage();
    window.addEventListener('pagehide', this.#leave);
    const look = (): void => {
      if (this.#window.closed) closed();
      else this.#timer = this.#sandbox.clock.setTimeout(look, pollInterval);
    };
    look();
  }

  show(host: HTMLElement, dialog: HTMLDialogElement): void {
    const popup = this.#window as Window & { readonly CSSStyleSheet?: typeof CSSStyleSheet };
    const draw = (): void => {
      popup.document.title = 'Wallet B';
      popup.document.body.append(host);
      if (popup.CSSStyleSheet) dress(host, popup.CSSStyleSheet);
    };
    dialog.open = true;
    // A test may pass its own window, in which nothing can be drawn.
    if (!(popup.document as Document | undefined)) {
      host.hidden = true;
      document.documentElement.append(host);
      return;
    }
    draw();
    // Firefox replaces the first document of a new window a moment later.
    popup.addEventListener('load', () => {
      if (host.isConnected && host.ownerDocument !== popup.document) draw();
    });
  }

  /** Closes the window after the payment. */
  close(): void {
    // The button may have opened the next window since.
    if (this.#left) return;
    this.#left = true;
    current = undefined;
    openedWindow = undefined;
    this.#pane?.remove();
    window.removeEventListener('pagehide', this.#leave);
    if (this.#timer !== undefined) this.#sandbox.clock.clearTimeout(this.#timer);
    this.#window.close();
  }

  readonly #leave = (): void => {
    this.close();
  };
}

/** The button's own click handler of this flow, which runs before the page's. */
export function openBeforeClick(sandbox: WalletSandbox): void {
  openWindow(sandbox);
  current?.lost();
}

/** Navigates the shop's own page to the provider; false if the browser does not allow it. */
export function leavePage(sandbox: WalletSandbox): boolean {
  sandbox.record('wallet-b', 'window.open', sheetAddress, '_top');
  if (sandbox.settings.walletB.popup === 'refused') return false;
  return window.open(sheetAddress, '_top') !== null;
}

/** The window with the sheet, if there is one. */
export function focusPopup(): void {
  if (current) openedWindow?.focus();
}

const pollInterval = 100;
/** A replacement for the provider's own page. */
const sheetAddress = 'about:blank';
let openedWindow: Window | undefined;
let current: { readonly lost: () => void } | undefined;

function openWindow(sandbox: WalletSandbox): Window | undefined {
  sandbox.record('wallet-b', 'window.open', sheetAddress, 'gp-js-popup');
  const { popup, gesture } = sandbox.settings.walletB;
  const isBlocked = popup !== 'opens' || (gesture !== 'none' && !sandbox.gesture().userActivation);
  if (isBlocked) return undefined;
  openedWindow =
    window.open(sheetAddress, 'gp-js-popup', 'popup,width=600,height=550') ?? undefined;
  return openedWindow;
}

/** Keeps the pointer off the page; the keyboard still reaches the button. */
function coverPage(): HTMLElement {
  const pane = document.createElement('div');
  pane.dataset['walletSandbox'] = 'pane';
  pane.style.cssText =
    'position: fixed; inset: 0; z-index: 2147483647; background: rgb(60 64 67 / 0.5);';
  document.documentElement.append(pane);
  return pane;
}
