import type { ReactiveController, ReactiveElement } from '@lit/reactive-element';

/** Lets a button follow the group around it: what is said there later counts too. */
export class GroupController implements ReactiveController {
  /** The `<wallet-buttons>` around the button, where settings are read that it lacks. */
  element: ReactiveElement | undefined;
  readonly #host: ReactiveElement;
  readonly #follower: ReactiveController = {
    hostUpdated: () => {
      this.#host.requestUpdate();
    },
  };

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const group: Partial<ReactiveElement> | null = this.#host.closest('wallet-buttons');
    // A group that is not defined yet comes to life with its buttons.
    if (!isElement(group)) return;
    this.element = group;
    group.addController(this.#follower);
  }

  hostDisconnected(): void {
    this.element?.removeController(this.#follower);
    this.element = undefined;
  }
}

/** By what it can do: it may come from another copy of the package. */
function isElement(group: Partial<ReactiveElement> | null): group is ReactiveElement {
  return group?.addController !== undefined;
}
