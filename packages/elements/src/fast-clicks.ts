/**
 * Passes a click on to the provider's button that a script has sent to the tag, as a library for fast touches does after
 * it has cancelled the touch. The library would also catch a click that leaves the shadow root, so this one does not.
 */
export function forwardClick(
  event: Event,
  control: HTMLButtonElement | null,
  button: HTMLElement | null,
): void {
  const tag = event.currentTarget;
  if (event.isTrusted || event.composedPath()[0] !== tag || !control || control.disabled) return;
  // Wallet A's own element has its control in a shadow root of its own.
  const isOurs = control.getRootNode() === button?.getRootNode();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  (isOurs ? control : button)?.dispatchEvent(click);
}
