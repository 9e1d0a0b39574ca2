import { buttonLabel } from '../sheet/labels.ts';
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
  const { color, type, sizeMode, border, locale, onClick } = options;
  const [before, after] = buttonLabel(type, locale);
  const label = `${before} Wallet B ${after}`.trim();
  const button = document.createElement('button');
  button.type = 'button';
  // The provider uses this id even if a page has two buttons.
  button.id = 'gpay-button-online-api-id';
  button.className = [
    'gpay-button',
    color,
    type,
    sizeMode,
    ...(border ? [] : ['no_border']),
    ...(cardInfo ? ['card-info'] : []),
  ].join(' ');
  button.lang = locale;
  button.dir = locale === 'ar' ? 'rtl' : 'ltr';
  button.setAttribute('aria-label', label);
  // The style sheet draws this label. Without the styles the button is empty.
  const text = cardInfo ? `${label} •••• 4242` : label;
  button.dataset['label'] = text;
  button.style.setProperty('--letters', String(text.length));
  button.addEventListener('click', (event) => {
    if (sandbox.settings.walletB.flow === 'popup') openBeforeClick(sandbox);
    onClick(event);
  });
  const container = document.createElement('div');
  if (sizeMode === 'fill') container.className = 'gpay-button-fill';
  container.append(button);
  return container;
}
