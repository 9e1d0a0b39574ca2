import { nameButton } from '../sheet/button-face.ts';
import { make } from '../sheet/dom.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import { readButtonOptions, type ButtonOptions } from './button-options.ts';
import { addStyles } from './button-styles.ts';
import type { Members } from '../sheet/members.ts';
import { openBeforeClick } from './popup.ts';

/** `PaymentsClient.createButton`: a `<div>` with a real `<button>`, drawn as the settings say. */
export function createButton(
  sandbox: WalletSandbox,
  options: Members,
  nonce: string | undefined,
): HTMLDivElement {
  const buttonOptions = readButtonOptions(options);
  addStyles(buttonOptions.root, buttonOptions.radius, nonce);
  const { cardInfo } = sandbox.settings.walletB;
  const container = draw(sandbox, buttonOptions, cardInfo !== 'none');
  if (cardInfo === 'late') {
    sandbox.clock.setTimeout(() => {
      container.replaceWith(draw(sandbox, buttonOptions, false));
    }, cardInfoLimit);
  }
  return container;
}

/** Milliseconds in which the payer's card must have loaded. */
const cardInfoLimit = 15_000;

function draw(sandbox: WalletSandbox, options: ButtonOptions, cardInfo: boolean): HTMLDivElement {
  const { color, type, sizeMode, border, onClick } = options;
  const button = make('button', {
    type: 'button',
    // The provider uses this id even if a page has two buttons.
    id: 'gpay-button-online-api-id',
    class: `gpay-button ${color} ${type} ${sizeMode}`,
  });
  button.classList.toggle('no_border', !border);
  button.classList.toggle('card-info', cardInfo);
  const name = nameButton(button, { wallet: 'Wallet B', ...options });
  // The style sheet draws this label. Without the styles the button is empty.
  const label = cardInfo ? `${name} •••• 4242` : name;
  button.dataset['label'] = label;
  button.style.setProperty('--letters', String(label.length));
  button.addEventListener('click', (event) => {
    if (sandbox.settings.walletB.flow === 'popup') openBeforeClick(sandbox);
    onClick(event);
  });
  return make('div', sizeMode === 'fill' ? { class: 'gpay-button-fill' } : {}, button);
}
