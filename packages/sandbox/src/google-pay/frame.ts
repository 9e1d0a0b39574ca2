/** Adds the hidden frame, as the provider's script does each time it loads. */
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
