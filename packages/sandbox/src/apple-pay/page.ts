import type { WalletSandbox } from '../sheet/recorder.ts';
import { invalidAccess } from './access.ts';
import { closeCode, openCode } from './code.ts';

/** A page has one active payment session: its frames share that of the top document. */
const activeKey = Symbol.for('wallet-buttons.sandbox.wallet-a.session');

/** The page of a session: it holds one session at a time, and ends it when the payer leaves. */
export class HeldPage {
  readonly #sandbox: WalletSandbox;
  readonly #left: (comesBack: boolean) => void;

  /** @param onLeave runs when the payer leaves; `comesBack` if the back-forward cache keeps the page */
  constructor(sandbox: WalletSandbox, onLeave: (comesBack: boolean) => void) {
    this.#sandbox = sandbox;
    this.#left = onLeave;
  }

  /** Throws InvalidAccessError while this page, or a frame in it, has a session open. */
  hold(): void {
    if (Reflect.get(topWindow(), activeKey) !== undefined) {
      throw invalidAccess('Page already has an active payment session.');
    }
    openCode(this.#sandbox);
    Reflect.set(topWindow(), activeKey, this);
    window.addEventListener('pagehide', this.#hide);
  }

  free(): void {
    window.removeEventListener('pagehide', this.#hide);
    if (Reflect.get(topWindow(), activeKey) === this) {
      Reflect.deleteProperty(topWindow(), activeKey);
    }
    closeCode(this.#sandbox);
  }

  readonly #hide = ({ persisted }: PageTransitionEvent): void => {
    this.#left(persisted);
  };
}

/** The top window, or this frame's own if the top document is of another origin. */
function topWindow(): object {
  try {
    return top?.document ? top : window;
  } catch {
    return window;
  }
}
