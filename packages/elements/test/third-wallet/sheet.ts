import type { PaymentSheet, SheetPage } from '../../src/providers/provider.ts';
import type { SheetRequest } from '../../src/sheet/data.ts';

/**
 * Opens the sheet. Its token is the one that the sandbox reads of a wallet that it does not play: a test card and an id.
 */
export function openSheet(card: string, request: SheetRequest, page: SheetPage): PaymentSheet {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Wallet C');
  dialog.append(`${request.label}: ${request.amount} ${request.currency}`);

  const end = (reason?: string) => {
    dialog.remove();
    page.closed(reason);
  };
  const pay = async () => {
    const token = JSON.stringify({ card, id: String(Math.random()) });
    const { success } = await page.authorize({ token });
    if (success) end();
  };
  dialog.append(
    buttonOf('Agree', () => void pay()),
    buttonOf('Close', () => {
      end('closed');
    }),
  );
  document.body.append(dialog);
  dialog.showModal();
  return {
    abort: () => {
      end('aborted');
    },
  };
}

function buttonOf(text: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = text;
  button.addEventListener('click', press);
  return button;
}
