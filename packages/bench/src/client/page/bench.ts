/** The state that a page, its provider scripts and the runner share: `window.bench`. */
export interface Bench {
  /** Sheets that opened. */
  sheets: number;
  /** The time from the navigation to a button that a payer could press, and whether a press opens the sheet. */
  readonly first: Promise<{ readonly at: number; readonly isPressed: boolean }>;
}

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs first in each page. It is sent as text, so it may use nothing from outside. */
export function installBench(): void {
  const control = (root: Element | ShadowRoot): HTMLButtonElement | undefined => {
    for (const child of root.children) {
      if (child instanceof HTMLButtonElement) return child;
      const button = (child.shadowRoot && control(child.shadowRoot)) ?? control(child);
      if (button) return button;
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
    for (let ancestor: Node | null = button; ancestor && ancestor !== box;) {
      ancestor = ancestor instanceof ShadowRoot ? ancestor.host : ancestor.parentNode;
      if (
        ancestor instanceof Element &&
        isEmpty(ancestor) &&
        getComputedStyle(ancestor).overflow !== 'visible'
      ) {
        return false;
      }
    }
    return true;
  };
  const firstPress = async (): Promise<{ at: number; isPressed: boolean }> => {
    while (!document.querySelector('#pay')) await new Promise(requestAnimationFrame);
    const box = document.querySelector('#pay') ?? document.body;
    while (!isPressable(box)) {
      if (performance.now() > 20_000) throw new Error('no pressable button within 20 s');
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    const time = performance.now();
    // eslint-disable-next-line no-debugger -- Here a measure that listens counts the calls so far.
    debugger;
    control(box)?.click();
    for (let tries = 0; window.bench.sheets === 0 && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { at: time, isPressed: window.bench.sheets > 0 };
  };
  window.bench = { sheets: 0, first: firstPress() };
}
