/** What a page of the benchmark, its provider scripts and the runner share: `window.bench`. */
export interface Bench {
  /** Whether the page mounts its one button by itself, as a shop's page does. */
  readonly isAuto: boolean;
  /** Clients of wallet B's API, and sheets that opened. */
  clients: number;
  sheets: number;
  /** The page's own integration of the contender; set by its bundle. */
  adapter: Adapter | undefined;
  /** Resolves once all boxes hold a button that a payer could press, to `performance.now()` of that moment. */
  readonly whenPressable: (boxes: readonly Element[]) => Promise<number>;
  /** For `isAuto`: the time from the navigation to the first pressable button, and whether it works. */
  readonly first: Promise<{ readonly at: number; readonly isPressed: boolean }> | null;
}

/** How a page uses a contender: the glue that its documentation asks a shop to write. */
export interface Adapter {
  /** What a page does once, before its first button. */
  readonly prepare?: () => Promise<void>;
  /** Puts one button into an empty box. */
  readonly mount: (box: HTMLElement) => void;
  readonly unmount: (box: HTMLElement) => void;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in each page before anything else of it. It is sent as text, so it may use nothing from outside. */
export function installBench(isAuto: boolean): void {
  const control = (root: Element | ShadowRoot): HTMLButtonElement | undefined => {
    // Not `children`: the list stays with its node, and would be counted as the contender's memory.
    for (let child = root.firstElementChild; child; child = child.nextElementSibling) {
      if (child instanceof HTMLButtonElement) return child;
      const found = (child.shadowRoot && control(child.shadowRoot)) ?? control(child);
      if (found) return found;
    }
    return undefined;
  };
  const isEmpty = (node: Element): boolean => {
    const { width, height } = node.getBoundingClientRect();
    return width === 0 || height === 0;
  };
  /** Enabled, laid out, neither hidden nor clipped away. */
  const isPressable = (box: Element): boolean => {
    const button = control(box);
    if (!button || button.disabled || isEmpty(button)) return false;
    if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let up: Node | null = button; up && up !== box;) {
      up = up instanceof ShadowRoot ? up.host : up.parentNode;
      if (up instanceof Element && isEmpty(up) && getComputedStyle(up).overflow !== 'visible') {
        return false;
      }
    }
    return true;
  };
  const whenPressable = async (boxes: readonly Element[]): Promise<number> => {
    let next = 0;
    for (;;) {
      for (let box = boxes[next]; box && isPressable(box); box = boxes[next]) next += 1;
      if (!boxes[next]) return performance.now();
      // One is looked for every 4 ms; many only in each frame, because looking lays the page out.
      await new Promise<unknown>((resolve) => {
        if (boxes.length > 1) requestAnimationFrame(resolve);
        else setTimeout(resolve, 4);
      });
    }
  };
  const firstPress = async (): Promise<{ at: number; isPressed: boolean }> => {
    while (!document.querySelector('#pay')) await new Promise(requestAnimationFrame);
    const box = document.querySelector('#pay') ?? document.body;
    const at = await whenPressable([box]);
    control(box)?.click();
    for (let tries = 0; window.bench.sheets === 0 && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { at, isPressed: window.bench.sheets > 0 };
  };
  const first = isAuto ? firstPress() : null;
  window.bench = { isAuto, clients: 0, sheets: 0, adapter: undefined, whenPressable, first };
}
