/** What a page of the benchmark, its stand-in providers and the runner share: `window.bench`. */
export interface Bench {
  /** Whether the page mounts its one button by itself, as a shop's page does. */
  readonly auto: boolean;
  readonly counts: Counts;
  readonly presses: Press[];
  /** How long `isReadyToPay` takes, in ms: at once unless a measure says otherwise. */
  readyDelay: number;
  /** The page's own integration of the contender; set by its bundle. */
  adapter: Adapter | undefined;
  /** The stand-ins report a call that opens a payment sheet. */
  readonly opened: (price: string) => void;
  /** The contender's button inside, looked for through open shadow roots. */
  readonly control: (root: Element) => HTMLButtonElement | undefined;
  /** Whether a payer could press it: enabled, laid out, neither hidden nor clipped away. */
  readonly pressable: (box: Element) => boolean;
  /**
   * Resolves once all boxes hold a pressable button, to `performance.now()` of that moment. One button
   * is looked for after each batch of mutations; many only in each frame, because looking lays out.
   */
  readonly whenPressable: (boxes: readonly Element[]) => Promise<number>;
  /** Follows `document` and each shadow root; calls back after each batch of mutations. */
  readonly observe: (seen: (mutations: number) => void) => () => void;
  /** A turn of the event loop, without the clamping of timers. */
  readonly turn: () => Promise<void>;
  /** For `auto`: the time from the navigation to the first pressable button, and whether it works. */
  readonly first: Promise<{ readonly at: number; readonly pressed: boolean }>;
  /** Layout shift so far, as Chromium scores it. */
  shift: number;
}

export interface Counts {
  clients: number;
  createButton: number;
  isReadyToPay: number;
  prefetch: number;
}

/** One call that opens a sheet. */
export interface Press {
  readonly price: string;
  /** Whether it came in the task of the click before it. */
  readonly sameTask: boolean;
  /** From the click, in ms. */
  readonly after: number;
}

/** How a page uses a contender: the glue that its documentation asks a shop to write. */
export interface Adapter {
  /** What a page does once, before its first button. */
  prepare?(): Promise<void>;
  /** Puts one button into an empty box. */
  mount(box: HTMLElement): void;
  unmount(box: HTMLElement): void;
  price(box: HTMLElement, price: string): void;
  look(box: HTMLElement, look: Look): void;
}

export interface Look {
  readonly color: 'black' | 'white';
  readonly locale: 'en' | 'de';
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in each page before anything else of it. It is sent as text, so it may use nothing from outside. */
export function installBench(auto: boolean): void {
  let task: { readonly at: number } | undefined;
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
  const empty = (node: Element) => {
    const { width, height } = node.getBoundingClientRect();
    return width === 0 || height === 0;
  };
  const pressable = (box: Element): boolean => {
    const button = control(box);
    if (!button || button.disabled || empty(button)) return false;
    if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let up = parentOf(button); up && up !== box; up = parentOf(up)) {
      if (empty(up) && getComputedStyle(up).overflow !== 'visible') return false;
    }
    return true;
  };
  const turn = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
  const observe = (seen: (mutations: number) => void) => {
    const observer = new MutationObserver((records) => {
      seen(records.length);
    });
    const watch = (root: Node) => {
      observer.observe(root, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    };
    const within = (root: Document | ShadowRoot) => {
      watch(root);
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) within(shadowRoot);
    };
    within(document);
    watching.add(watch);
    return () => {
      watching.delete(watch);
      observer.disconnect();
    };
  };
  const whenPressable = async (boxes: readonly Element[]) => {
    let next = 0;
    const done = () => {
      let box = boxes[next];
      while (box && pressable(box)) box = boxes[++next];
      return box === undefined;
    };
    const { promise, resolve } = Promise.withResolvers<number>();
    const look = () => {
      if (done()) resolve(performance.now());
    };
    const stop = boxes.length === 1 ? observe(look) : () => undefined;
    const frame = () => {
      look();
      if (boxes[next]) requestAnimationFrame(frame);
    };
    frame();
    const at = await promise;
    stop();
    return at;
  };

  const bench: Bench = {
    auto,
    counts: { clients: 0, createButton: 0, isReadyToPay: 0, prefetch: 0 },
    presses: [],
    readyDelay: 0,
    adapter: undefined,
    opened: (price) => {
      const after = task ? performance.now() - task.at : Number.NaN;
      bench.presses.push({ price, sameTask: task !== undefined, after });
    },
    control,
    pressable,
    whenPressable,
    observe,
    turn,
    first: auto ? firstPress() : Promise.resolve({ at: Number.NaN, pressed: false }),
    shift: 0,
  };
  window.bench = bench;

  addEventListener(
    'click',
    () => {
      const clicked = { at: performance.now() };
      task = clicked;
      void turn().then(() => {
        if (task === clicked) task = undefined;
      });
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bench.shift += (entry as Shift).value;
  }).observe({ type: 'layout-shift', buffered: true });

  async function firstPress() {
    while (!document.querySelector('#pay')) await new Promise(requestAnimationFrame);
    const box = document.querySelector('#pay') ?? document.body;
    const at = await whenPressable([box]);
    control(box)?.click();
    for (let i = 0; bench.presses.length === 0 && i < 100; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { at, pressed: bench.presses.length > 0 };
  }

  interface Shift extends PerformanceEntry {
    readonly value: number;
  }
}
