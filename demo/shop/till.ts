import { WalletButton, type WalletError } from '@wallet-buttons/elements';
import type { ShopOrder } from './order.ts';
import { words, type Outcome } from './words.ts';

/** The column where the payer pays. It shows one state at a time. */
export class Till {
  readonly #buttons = part('#buttons', HTMLElement);
  readonly #notice = part('#notice', HTMLElement);
  readonly #checking = part('#checking', HTMLElement);
  readonly #receipt = part('#receipt', HTMLElement);
  readonly #status = part('wallet-payment-status', HTMLElement);

  /** Gives both tags the order, and with it they can be pressed. */
  offer(order: ShopOrder): void {
    part('#order-code', HTMLElement).textContent = order.id;
    part('#receipt-order', HTMLElement).textContent = order.id;
    part('#receipt-amount', HTMLElement).textContent = `${order.amount} ${order.currency}`;
    for (const button of this.#buttons.children) {
      button.setAttribute('amount', order.amount);
      button.setAttribute('currency', order.currency);
      button.setAttribute('order', order.id);
    }
    this.#show(this.#buttons);
  }

  /** Shows the status of an unsettled payment until it is final. Meanwhile the page does not offer to pay. */
  check(order: string): void {
    this.#status.setAttribute('order', order);
    this.#show(this.#checking);
  }

  /** Shows the outcome of a payment. */
  conclude(outcome: Outcome, order: string): void {
    if (outcome === 'pending' || outcome === 'unknown') {
      this.check(order);
      return;
    }
    this.#status.setAttribute('order', '');
    const { title, text, stamp } = words[outcome];
    if (stamp) {
      this.#showReceipt(stamp, title, text);
      return;
    }
    this.#offerAgain();
    this.#say(true, title, text);
  }

  /** The backend has no payment of this order: the token never arrived. */
  nothingPaid(): void {
    this.#status.setAttribute('order', '');
    this.#offerAgain();
    this.#say(false, 'Nothing was paid.', 'You can try again.');
  }

  /** A line about what the payer did or waits for, which is not an error. */
  hint(text: string): void {
    this.#say(false, text);
  }

  /** An error of a tag: what the payer can do next, and the code for the shop. */
  trouble(error: WalletError): void {
    this.#show(this.#buttons);
    this.#say(true, 'That did not work.', 'You were not charged. Try again, or pay another way.');
    const code = document.createElement('code');
    code.textContent = error.code;
    this.#notice.append(code);
  }

  /** The payer is on the way to the bank's page. */
  leave(): void {
    this.#show();
    this.hint('Taking you to your bank…');
  }

  /** The shop itself does not answer; nothing can be paid. */
  close(): void {
    this.#show();
    this.#say(true, 'The shop does not answer.', 'Please load the page again in a moment.');
  }

  #offerAgain(): void {
    this.#show(this.#buttons);
    for (const button of this.#buttons.children) {
      // A tag stays disabled after an unsettled outcome. Here the outcome is known.
      if (button instanceof WalletButton && button.state === 'done') button.reload();
    }
  }

  #showReceipt(stamp: string, title: string, text: string): void {
    const heading = part('#receipt h2', HTMLElement);
    heading.textContent = title;
    part('#receipt-text', HTMLElement).textContent = text;
    part('.stamp', HTMLElement).textContent = stamp;
    part('#till-title', HTMLElement).textContent = stamp;
    this.#show(this.#receipt);
    // The button with the focus is gone, and a screen reader should announce the result.
    heading.focus();
  }

  #show(visiblePanel?: HTMLElement): void {
    for (const panel of [this.#buttons, this.#checking, this.#receipt]) {
      panel.hidden = panel !== visiblePanel;
    }
    part('#fine-print', HTMLElement).hidden = visiblePanel !== this.#buttons;
    this.#notice.replaceChildren();
  }

  #say(trouble: boolean, title: string, text?: string): void {
    this.#notice.classList.toggle('trouble', trouble);
    if (text === undefined) {
      this.#notice.textContent = title;
      return;
    }
    const strong = document.createElement('strong');
    strong.textContent = title;
    this.#notice.replaceChildren(strong, ' ', text);
  }
}

function part<T extends Element>(selector: string, type: new () => T): T {
  const element = document.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`The page has no ${selector}.`);
}
