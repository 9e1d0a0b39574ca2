/** The payer in component tests: real mouse and keys wherever the engine's driver has them. */
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../src/sheet/recorder.ts';

/** Presses the middle of an element, where a payer would have scrolled to it. */
export async function press(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  if (await driven(() => sendMouse({ type: 'click', position }))) return;
  if (element instanceof HTMLElement) element.click();
}

/** Presses a key; the engine without a driver gets the action that the key stands for in a dialog. */
export async function pressKey(key: 'Escape' | 'Enter'): Promise<void> {
  if (await driven(() => sendKeys({ press: key }))) return;
  const { dialog, form } = openSheet();
  if (key === 'Enter') form.requestSubmit();
  else dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
}

/** Runs `run` as the page's own click handler would run, and gives what it returned or threw. */
export async function onPress<T>(run: () => T): Promise<T> {
  const button = document.createElement('button');
  button.textContent = 'Page button';
  const outcome = Promise.withResolvers<T>();
  button.addEventListener('click', () => {
    try {
      outcome.resolve(run());
    } catch (error) {
      outcome.reject(error);
    }
  });
  document.body.append(button);
  try {
    await press(button);
    return await outcome.promise;
  } finally {
    button.remove();
  }
}

/** The parts of the open sheet. */
export function openSheet(): {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  readonly pay: HTMLButtonElement;
  readonly cancel: HTMLButtonElement;
} {
  const root = document.querySelector('wallet-sandbox-sheet')?.shadowRoot;
  const dialog = root?.querySelector('dialog');
  const form = root?.querySelector('form');
  const pay = root?.querySelector<HTMLButtonElement>('.pay');
  const cancel = root?.querySelector<HTMLButtonElement>('.cancel');
  if (!dialog || !form || !pay || !cancel) throw new Error('No sheet is open.');
  return { dialog, form, pay, cancel };
}

/** Waits until the sheet is in that state. */
export async function sheetIs(state: string): Promise<void> {
  await until(() => sandbox().sheet.state === state, `the sheet to be ${state}`);
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean, event: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited too long for ${event}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** `window.walletSandbox`, once a stand-in is loaded. */
export function sandbox(): NonNullable<typeof window.walletSandbox> {
  if (!window.walletSandbox) throw new Error('No stand-in is loaded.');
  return window.walletSandbox;
}

/** What the page wrote to a method of the console while `run` ran. */
export async function written(
  method: 'error' | 'warn',
  run: () => unknown,
): Promise<readonly unknown[][]> {
  const lines: unknown[][] = [];
  const original = Object.getOwnPropertyDescriptor(console, method);
  console[method] = (...line: unknown[]) => {
    lines.push(line);
  };
  try {
    await run();
  } finally {
    if (original) Object.defineProperty(console, method, original);
  }
  return lines;
}

/** Time that stands still until `pass` moves it; call it after `reset`, and `release` at the end. */
export function holdTime(): { pass(milliseconds: number): void; release(): void } {
  const { clock } = sandbox();
  let now = performance.now();
  let timers: readonly { readonly id: number; readonly at: number; readonly run: () => void }[] =
    [];
  let last = 0;
  sandbox().clock = {
    now: () => now,
    setTimeout(run, milliseconds) {
      last += 1;
      timers = [...timers, { id: last, at: now + milliseconds, run }];
      return last;
    },
    clearTimeout(id) {
      timers = timers.filter((timer) => timer.id !== id);
    },
  };
  return {
    pass(milliseconds) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    release() {
      sandbox().clock = clock;
    },
  };
}

/** WebKitGTK's driver has no mouse and no keys here: its payer is played, and gestures not asked for. */
async function driven(command: () => Promise<unknown>): Promise<boolean> {
  if (navigator.vendor !== 'Apple Computer, Inc.') {
    await command();
    return true;
  }
  sandbox().configure({ walletA: { gesture: 'none' }, walletB: { gesture: 'none' } });
  return false;
}
