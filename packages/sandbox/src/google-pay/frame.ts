/** The hidden frame that the provider's script puts into the page when it loads, each time it does. */
export function addFrame(): void {
  if ((document.body as HTMLElement | null) === null) {
    document.addEventListener('DOMContentLoaded', addFrame, { once: true });
    return;
  }
  const frame = document.createElement('iframe');
  frame.src = 'about:blank';
  frame.hidden = true;
  frame.title = 'Wallet B';
  frame.dataset['walletSandbox'] = 'payframe';
  document.body.append(frame);
}
