/** What a page of the benchmark, its provider scripts and the runner share: `window.bench`. */
export interface Bench {
  /** Whether the page mounts its one button by itself, as a shop's page does. */
  readonly isAuto: boolean;
  readonly counts: { clients: number; createButton: number; isReadyToPay: number };
  /** The price of each sheet that opened. */
  readonly presses: string[];
  /** The page's own integration of the contender; set by its bundle. */
  adapter: Adapter | undefined;
  /** The contender's button inside, looked for through open shadow roots. */
  readonly control: (root: Element) => HTMLButtonElement | undefined;
  /** Whether a payer could press it: enabled, laid out, neither hidden nor clipped away. */
  readonly pressable: (box: Element) => boolean;
  /** Resolves once all boxes hold a pressable button, to `performance.now()` of that moment. */
  readonly whenPressable: (boxes: readonly Element[]) => Promise<number>;
  /** Follows `document` and each shadow root; calls back after each batch of mutations. */
  readonly observe: (seen: (mutations: number) => void) => () => void;
  /** A turn of the event loop, without the clamping of timers. */
  readonly turn: () => Promise<void>;
  /** For `isAuto`: the time from the navigation to the first pressable button, and whether it works. */
  readonly first: Promise<{ readonly at: number; readonly isPressed: boolean }>;
}

/** How a page uses a contender: the glue that its documentation asks a shop to write. */
export interface Adapter {
  /** What a page does once, before its first button. */
  readonly prepare?: () => Promise<void>;
  /** Puts one button into an empty box. */
  readonly mount: (box: HTMLElement) => void;
  readonly unmount: (box: HTMLElement) => void;
  readonly price: (box: HTMLElement, price: string) => void;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in each page before anything else of it. It is sent as text, so it may use nothing from outside. */
export function installBench(isAuto: boolean): void {
  const watching = new Set<(root: ShadowRoot) => void>();
  const attachShadow = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')
    ?.value as Element['attachShadow'];
  Element.prototype.attachShadow = function (this: Element, init) {
    const root = attachShadow.call(this, init);
    for (const watch of watching) watch(root);
    return root;
  };

  const control = (root: Element | ShadowRoot): HTMLButtonElement | undefined => {
    // Not `children`: the list stays with its node, and would be counted as the contender's memory.
    for (let child = root.firstElementChild; child; child = child.nextElementSibling) {
      if (child instanceof HTMLButtonElement) return child;
      const found = (child.shadowRoot && control(child.shadowRoot)) ?? control(child);
      if (found) return found;
    }
    return undefined;
  };
  const parentOf = (node: Element): Element | undefined => {
    const { parentNode } = node;
    if (parentNode instanceof ShadowRoot) return parentNode.host;
    return parentNode instanceof Element ? parentNode : undefined;
  };
  const isEmpty = (node: Element): boolean => {
    const { width, height } = node.getBoundingClientRect();
    return width === 0 || height === 0;
  };
  const pressable = (box: Element): boolean => {
    const button = control(box);
    if (!button || button.disabled || isEmpty(button)) return false;
    if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let up = parentOf(button); up && up !== box; up = parentOf(up)) {
      if (isEmpty(up) && getComputedStyle(up).overflow !== 'visible') return false;
    }
    return true;
  };
  const turn = async (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
  const observe = (seen: (mutations: number) => void): (() => void) => {
    const observer = new MutationObserver((records) => {
      seen(records.length);
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    const watch = (root: Document | ShadowRoot): void => {
      observer.observe(root, all);
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
    };
    watch(document);
    watching.add(watch);
    return () => {
      watching.delete(watch);
      observer.disconnect();
    };
  };
  const whenPressable = async (boxes: readonly Element[]): Promise<number> => {
    let next = 0;
    const { promise, resolve } = Promise.withResolvers<number>();
    const look = (): void => {
      for (let box = boxes[next]; box && pressable(box); box = boxes[next]) next += 1;
      if (!boxes[next]) resolve(performance.now());
    };
    // Many only in each frame, because looking lays the page out.
    const stop = boxes.length === 1 ? observe(look) : () => undefined;
    const frame = (): void => {
      look();
      if (boxes[next]) requestAnimationFrame(frame);
    };
    frame();
    const at = await promise;
    stop();
    return at;
  };
  const firstPress = async (): Promise<{ at: number; isPressed: boolean }> => {
    while (!document.querySelector('#pay')) await new Promise(requestAnimationFrame);
    const box = document.querySelector('#pay') ?? document.body;
    const at = await whenPressable([box]);
    control(box)?.click();
    for (let tries = 0; window.bench.presses.length === 0 && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { at, isPressed: window.bench.presses.length > 0 };
  };

  window.bench = {
    isAuto,
    counts: { clients: 0, createButton: 0, isReadyToPay: 0 },
    presses: [],
    adapter: undefined,
    control,
    pressable,
    whenPressable,
    observe,
    turn,
    first: isAuto ? firstPress() : Promise.resolve({ at: Number.NaN, isPressed: false }),
  };
}
