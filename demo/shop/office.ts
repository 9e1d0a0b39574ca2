/** A payment of the shop's back office. */
interface Payment {
  readonly order: string;
  readonly outcome: string;
  readonly status: string;
  readonly flag: string | null;
  readonly currency: string;
  readonly amounts: Readonly<Record<'asked' | 'held' | 'charged' | 'refunded', string>>;
}

type Operation = 'capture' | 'void' | 'refund';

/** `<shop-office>`: the last payments of the shop, with the operations on each. */
export class ShopOffice extends HTMLElement {
  readonly #list = document.createElement('ul');
  readonly #said = document.createElement('p');
  #shown = '';

  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    this.#said.setAttribute('role', 'status');
    this.append(this.#list, this.#said);
    this.addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.target instanceof HTMLFormElement)
        void this.#operate(event.target, event.submitter);
    });
    void this.refresh();
  }

  /** Reads the payments again. While the clerk types in a row, the list does not change. */
  async refresh(): Promise<void> {
    try {
      const text = await (await fetch('/shop/payments')).text();
      if (text === this.#shown || this.#list.contains(document.activeElement)) return;
      this.#shown = text;
      // The shop's own server, on the shop's own page.
      const { payments } = JSON.parse(text) as { payments: readonly Payment[] };
      const rows = payments.length > 0 ? payments.map(row) : [line('li', 'No payment yet.')];
      this.#list.replaceChildren(...rows);
    } catch {
      this.#said.textContent = 'The shop’s server does not answer.';
    }
  }

  async #operate(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
    const order = form.dataset['order'] ?? '';
    const operation = button?.getAttribute('value') ?? '';
    const amount = new FormData(form).get('amount');
    this.#said.textContent = `${order}: ${operation} is sent…`;
    const response = await fetch(`/shop/payments/${encodeURIComponent(order)}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount }),
    });
    const answer = (await response.json()) as { state?: string; amount?: string; error?: string };
    this.#said.textContent = `${order}: ${answer.error ?? `${operation} of ${answer.amount ?? ''} is ${answer.state ?? ''}`}`;
    button?.blur();
    await this.refresh();
  }
}

function row(payment: Payment): HTMLElement {
  const { order, outcome, status, flag, currency, amounts } = payment;
  const item = document.createElement('li');
  const form = document.createElement('form');
  form.dataset['order'] = order;
  const money = Object.entries(amounts)
    .filter(([, amount]) => Number(amount) > 0)
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ');
  form.append(line('b', order), line('span', [outcome, status, flag].filter(Boolean).join(', ')));
  form.append(line('small', `${money} ${currency}`));
  const operations = possible(payment);
  if (operations.length > 0) {
    const part = document.createElement('input');
    part.name = 'amount';
    part.inputMode = 'decimal';
    part.placeholder = 'all';
    part.setAttribute('aria-label', `A part of ${order}`);
    form.append(part, ...operations.map((operation) => submit(operation, order)));
  }
  item.append(form);
  return item;
}

/** A hold is captured or released; a charge is given back. */
function possible({ amounts, outcome }: Payment): readonly Operation[] {
  if (outcome === 'authorized') return ['capture', 'void'];
  const isLeft = Number(amounts.charged) > Number(amounts.refunded);
  return outcome === 'succeeded' && isLeft ? ['refund', 'void'] : [];
}

function submit(operation: Operation, order: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.value = operation;
  button.textContent = operation;
  button.setAttribute('aria-label', `${operation} ${order}`);
  return button;
}

function line(tag: string, content: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

customElements.define('shop-office', ShopOffice);

declare global {
  interface HTMLElementTagNameMap {
    'shop-office': ShopOffice;
  }
}
