/**
 * What the buttons of a page hear of it. They share the listeners: a thousand buttons would otherwise
 * keep five thousand, and `matchMedia` makes another list at every call.
 */
const buttons = new Set<EventListenerObject>();
/** Heard on its way down: somebody further in may stop it. */
export const result = 'wallet-result';
let scheme: MediaQueryList | undefined;

/** Whether the payer likes it dark. From the first question on buttons hear when that changes. */
export function isDark(): boolean {
  scheme ??= matchMedia('(prefers-color-scheme: dark)');
  scheme.onchange = tell;
  return scheme.matches;
}

/** Tells a button of `change`, `pageshow`, `focus`, `pagehide` and `wallet-result`, or no more. */
export function listen(button: EventListenerObject, on = true): void {
  buttons[on ? 'add' : 'delete'](button);
  if (buttons.size > Number(on)) return;
  for (const type of ['pageshow', 'focus', 'pagehide', result]) {
    window[on ? 'addEventListener' : 'removeEventListener'](type, tell, type === result);
  }
}

function tell(event: Event): void {
  for (const button of buttons) button.handleEvent(event);
}
