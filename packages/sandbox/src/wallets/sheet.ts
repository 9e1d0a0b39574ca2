import type { CardBehaviour, TestCard } from '../cards.ts';
import {
  CLOSED,
  later,
  SHEET_TAG,
  type SheetChoice,
  type SheetControl,
  type SheetState,
  type WalletSandbox,
} from './recorder.ts';
import { OVER_PAGE, type SheetPlace } from './sheet-place.ts';

/** A label and, unless it is still open, an amount as a decimal string. */
export interface SheetLine {
  readonly label: string;
  readonly amount?: string | undefined;
}

/** What the payer reads. */
export interface SheetContent {
  readonly wallet: 'A' | 'B';
  /** ISO 4217. */
  readonly currency: string;
  readonly total: SheetLine;
  readonly lines: readonly SheetLine[];
  readonly cards: readonly TestCard[];
}

/** What the payer did. After `cancelled` the sheet is already gone. */
export interface SheetListener {
  paid(card: TestCard): void;
  cancelled(): void;
  cardChosen?(card: TestCard): void;
  /** Another choice than a card's; throws if there is no such thing to choose. */
  chosen?(choice: SheetChoice): void;
}

/**
 * The sheet of both wallets: a modal `<dialog>` named "Wallet A" or "Wallet B" in a shadow root of its
 * own, so that neither the page's styles nor a strict Content-Security-Policy change it.
 *
 * waiting -> ready -> processing -> done | failed (each closes by itself), or back to ready to retry.
 */
export class Sheet implements SheetControl {
  readonly #sandbox: WalletSandbox;
  readonly #content: SheetContent;
  readonly #listener: SheetListener;
  readonly #host: HTMLElement;
  readonly #view: SheetView;
  #state: SheetState = 'waiting';
  #payerActed = false;
  #payWhenReady = false;

  /** Opens in state `waiting`: the payer can choose and cancel, but not pay yet. */
  constructor(
    sandbox: WalletSandbox,
    content: SheetContent,
    listener: SheetListener,
    place: SheetPlace = OVER_PAGE,
  ) {
    this.#sandbox = sandbox;
    this.#content = content;
    this.#listener = listener;
    this.#view = draw(content, preferredCard(content.cards, sandbox.settings.payer.card));
    this.#host = document.createElement(SHEET_TAG);
    this.#host.attachShadow({ mode: 'open' }).append(this.#view.dialog);
    this.#listen();
    this.#enter('waiting', 'One moment…');
    place.show(this.#host, this.#view.dialog);
    sandbox.sheet = this;
    if (sandbox.settings.payer.does === 'cancels') {
      later(() => {
        if (this.#open) this.cancel();
      });
    }
  }

  get state(): SheetState {
    return this.#state;
  }

  /** The card that the payer has chosen; undefined if none fits the request. */
  get card(): TestCard | undefined {
    const chosen = this.#view.radios.find((radio) => radio.checked);
    return this.#content.cards.find((card) => card.id === chosen?.value);
  }

  pay(card?: string): void {
    if (this.#state !== 'ready') throw new Error(`The sheet cannot pay while ${this.#state}.`);
    if (card !== undefined) this.#choose(card);
    this.#press();
  }

  cancel(): void {
    if (!this.#open) throw new Error(`The sheet cannot be cancelled while ${this.#state}.`);
    this.#view.cancel.click();
  }

  choose(choice: SheetChoice): void {
    if (this.#state !== 'ready') throw new Error(`Nothing can be chosen while ${this.#state}.`);
    if (!this.#listener.chosen) throw new Error(`This sheet offers no ${choice.what}.`);
    this.#listener.chosen(choice);
    this.wait();
  }

  /** The page owes an answer: no paying until `ready`. */
  wait(): void {
    this.#enter('waiting', 'Updating…');
  }

  /** The payer may pay; `problem` says why the last try did not work. */
  ready(problem = ''): void {
    const none = this.#content.cards.length === 0 ? 'No test card fits this request.' : '';
    this.#enter('ready', problem || none, problem !== '' || none !== '');
    const { does } = this.#sandbox.settings.payer;
    const pays = !this.#payerActed && (does === 'pays' || does === 'cancels-while-authorizing');
    if (!pays && !this.#payWhenReady) return;
    this.#payerActed = true;
    this.#payWhenReady = false;
    later(() => {
      if (this.#state === 'ready') this.pay();
    });
  }

  /** New figures, as the page's answer to a change gave them. */
  setTotal(total: SheetLine, lines: readonly SheetLine[]): void {
    this.#view.amount.textContent = money(total.amount, this.#content.currency);
    this.#view.merchant.textContent = total.label;
    this.#view.lines.replaceChildren(...drawLines(lines, this.#content.currency));
  }

  /** Shows how it ended, then closes by itself and runs `closed`. */
  finish(end: 'done' | 'failed', message: string, closed: () => void = () => undefined): void {
    if (this.#state === 'closed') return;
    this.#enter(end, message);
    this.#sandbox.clock.setTimeout(() => {
      if (this.#state === 'closed') return;
      this.close();
      closed();
    }, this.#sandbox.settings.endState);
  }

  /** Goes away at once; focus returns to where it was. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#view.dialog.close();
    this.#host.remove();
    if (this.#sandbox.sheet === this) this.#sandbox.sheet = CLOSED;
  }

  get #open(): boolean {
    return ['waiting', 'ready', 'processing'].includes(this.#state);
  }

  #listen(): void {
    const { form, dialog, cancel, radios } = this.#view;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#pay();
    });
    cancel.addEventListener('click', () => {
      this.#cancel();
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#cancel();
    });
    for (const radio of radios) {
      radio.addEventListener('change', () => {
        const { card } = this;
        if (card) this.#listener.cardChosen?.(card);
      });
    }
  }

  #pay(): void {
    const { card } = this;
    if (this.#state !== 'ready' || !card) return;
    this.#enter('processing', 'Processing…');
    this.#view.cancel.focus();
    if (this.#sandbox.settings.payer.does === 'cancels-while-authorizing') {
      later(() => {
        later(() => {
          if (this.#state === 'processing') this.cancel();
        });
      });
    }
    this.#listener.paid(card);
  }

  #cancel(): void {
    if (!this.#open) return;
    this.close();
    this.#listener.cancelled();
  }

  /** Another card may have made the page owe an answer first. */
  #press(): void {
    if (this.#state === 'ready') this.#view.pay.click();
    else this.#payWhenReady = true;
  }

  #choose(id: string): void {
    const radio = this.#view.radios.find((candidate) => candidate.value === id);
    if (!radio) throw new Error(`The sheet offers no card "${id}".`);
    radio.click();
  }

  #enter(state: SheetState, message: string, problem = false): void {
    const { dialog, fieldset, pay, message: line, end } = this.#view;
    this.#state = state;
    dialog.dataset['state'] = state;
    dialog.setAttribute('aria-busy', String(state === 'waiting' || state === 'processing'));
    fieldset.disabled = state === 'processing';
    pay.disabled = state !== 'ready' || this.#content.cards.length === 0;
    const shown = state === 'waiting' || state === 'ready' ? line : end;
    line.textContent = '';
    end.textContent = '';
    shown.textContent = message;
    line.classList.toggle('error', problem);
  }
}

interface SheetView {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  readonly fieldset: HTMLFieldSetElement;
  readonly radios: readonly HTMLInputElement[];
  readonly pay: HTMLButtonElement;
  readonly cancel: HTMLButtonElement;
  readonly merchant: HTMLElement;
  readonly amount: HTMLElement;
  readonly lines: HTMLElement;
  readonly message: HTMLElement;
  readonly end: HTMLElement;
}

const OUTCOMES: Readonly<Record<CardBehaviour, string>> = {
  approve: 'Approved',
  challenge: 'Bank page',
  decline: 'Declined',
};

const AUTHS = { PAN_ONLY: 'on file', CRYPTOGRAM_3DS: 'on device' } as const;

function draw(content: SheetContent, chosen: TestCard | undefined): SheetView {
  const { wallet, currency, total } = content;
  const merchant = make('span', { class: 'merchant' }, total.label);
  const amount = make('span', { class: 'amount' }, money(total.amount, currency));
  const lines = make('dl', {}, ...drawLines(content.lines, currency));
  const radios: HTMLInputElement[] = [];
  const rows = content.cards.map((card) => {
    const radio = make('input', { type: 'radio', name: 'card', value: card.id });
    radio.checked = card === chosen;
    radio.autofocus = card === chosen;
    radio.setAttribute('aria-describedby', `outcome-${card.id}`);
    radio.setAttribute('aria-labelledby', `name-${card.id} number-${card.id}`);
    radios.push(radio);
    return drawCard(card, radio);
  });
  const fieldset = make('fieldset', {}, make('legend', {}, 'Pay with a test card'), ...rows);
  const message = make('p', { class: 'message', role: 'status' });
  const end = make('span', { role: 'status' });
  const pay = make('button', { type: 'submit', class: 'pay' }, 'Pay');
  const cancel = make('button', { type: 'button', class: 'cancel' }, 'Cancel');
  const form = make(
    'form',
    { novalidate: '' },
    make(
      'header',
      {},
      make('span', { class: 'badge', 'aria-hidden': 'true' }, wallet),
      make('h2', { id: 'title' }, `Wallet ${wallet}`),
      make('p', { class: 'notice' }, 'Sandbox – no money moves'),
    ),
    make('div', { class: 'total' }, merchant, amount),
    lines,
    fieldset,
    make('div', { class: 'end' }, make('span', { class: 'mark', 'aria-hidden': 'true' }), end),
    make('div', { class: 'actions' }, message, pay, cancel),
  );
  const dialog = make('dialog', { 'aria-labelledby': 'title', 'data-wallet': wallet }, form);
  return { dialog, form, fieldset, radios, pay, cancel, merchant, amount, lines, message, end };
}

function drawCard(card: TestCard, radio: HTMLInputElement): HTMLElement {
  return make(
    'label',
    { class: 'card' },
    radio,
    make('span', { class: `art ${card.network}`, 'aria-hidden': 'true' }, `••${card.last4}`),
    make(
      'span',
      {},
      make('span', { class: 'name', id: `name-${card.id}` }, card.label),
      make(
        'span',
        { class: 'number', id: `number-${card.id}` },
        `•••• ${card.last4} · ${AUTHS[card.auth]}`,
      ),
    ),
    make(
      'span',
      { class: `outcome ${expected(card)}`, id: `outcome-${card.id}` },
      OUTCOMES[expected(card)],
    ),
  );
}

/** A card on file has no cryptogram, so the service sends it to the bank unless it is declined anyway. */
function expected({ auth, behaviour }: TestCard): CardBehaviour {
  return auth === 'PAN_ONLY' && behaviour === 'approve' ? 'challenge' : behaviour;
}

function drawLines(lines: readonly SheetLine[], currency: string): HTMLElement[] {
  return lines.flatMap(({ label, amount }) => [
    make('dt', {}, label),
    make('dd', {}, money(amount, currency)),
  ]);
}

function preferredCard(cards: readonly TestCard[], id: string): TestCard | undefined {
  return cards.find((card) => card.id === id) ?? cards[0];
}

/** For the eye only: what goes into the token is the page's own string. */
function money(amount: string | undefined, currency: string): string {
  if (amount === undefined) return 'Amount pending';
  try {
    return new Intl.NumberFormat(document.documentElement.lang || undefined, {
      style: 'currency',
      currency,
    }).format(Number(amount));
  } catch {
    return `${amount} ${currency}`;
  }
}

/** Built node by node: `innerHTML` would need a Trusted Types policy of the page. */
function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
