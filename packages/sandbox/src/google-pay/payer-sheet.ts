import { testCards, type TestCard } from '../cards.ts';
import { later } from '../sheet/later.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import type { SheetChoice, SheetContent } from '../sheet/content.ts';
import { sheetAddresses } from '../sheet/addresses.ts';
import { Sheet } from '../sheet/sheet.ts';
import { sheetAccounts } from './account.ts';
import type { Choice, OpenOrder } from './open-order.ts';
import type { PaymentDataRequest } from './payment-data-request.ts';
import { canceled } from './payments-error.ts';
import type { PaymentPopup } from './popup.ts';
import type { ShippingOptions } from './shipping.ts';

/** The open sheet, and the payer in front of it. */
export class PayerSheet {
  readonly sheet: Sheet;
  readonly #sandbox: WalletSandbox;
  readonly #popup: PaymentPopup | undefined;
  readonly #gone = Promise.withResolvers<never>();
  readonly #acts: (TestCard | Choice)[] = [];
  #acted = Promise.withResolvers<undefined>();

  constructor(
    sandbox: WalletSandbox,
    request: PaymentDataRequest,
    order: OpenOrder,
    popup: PaymentPopup | undefined,
  ) {
    this.#sandbox = sandbox;
    this.#popup = popup;
    // The payer may close the sheet after the promise has settled.
    this.#gone.promise.catch(() => undefined);
    this.sheet = new Sheet(
      sandbox,
      content(request, order),
      {
        paid: (card) => {
          this.#act(card);
        },
        cancelled: () => {
          this.#cancel();
        },
        changed: (choiceName, id) => {
          // The page is not asked about another card.
          if (choiceName === 'card') return;
          this.sheet.wait();
          this.#act({ what: choiceName, id });
        },
      },
      popup,
    );
    popup?.watch({
      lost: () => {
        this.sheet.close();
      },
      closed: () => {
        this.sheet.close();
        this.#cancel();
      },
    });
  }

  /** Waits for the payer's next action: a card to pay with, or a change. */
  async acts(): Promise<TestCard | Choice> {
    for (;;) {
      const act = this.#acts.shift();
      if (act) return act;
      this.#acted = Promise.withResolvers();
      await this.unlessGone(this.#acted.promise);
    }
  }

  /** The result of the step, or a rejection with CANCELED if the payer closes the sheet first. */
  async unlessGone<T>(step: Promise<T>): Promise<T> {
    return Promise.race([step, this.#gone.promise]);
  }

  /** Shows the order as the page's answers have left it. */
  show(request: PaymentDataRequest, order: OpenOrder): void {
    const { amount, lines } = order.transaction;
    this.sheet.setTotal({ label: payee(request), amount }, lines);
    this.sheet.offer('address', sheetAddresses(order.addresses));
    if (order.options) {
      this.sheet.offer('shippingOption', sheetOptions(order.options), order.options.chosen);
    }
  }

  /** After the payment, however it ended. */
  close(): void {
    this.sheet.close();
    this.#popup?.close();
  }

  #act(act: TestCard | Choice): void {
    // In a separate task, because a press in the sheet is not a gesture in the page.
    later(() => {
      this.#acts.push(act);
      this.#acted.resolve(undefined);
    });
  }

  #cancel(): void {
    const { cancelDelay, cancelShape } = this.#sandbox.settings.walletB;
    if (!this.#popup) {
      this.#gone.reject(canceled(cancelShape));
      return;
    }
    // The popup sends no event when it closes; the page's script polls for that.
    this.#popup.close();
    this.#sandbox.clock.setTimeout(() => {
      this.#gone.reject(canceled('object'));
    }, cancelDelay);
  }
}

function content(request: PaymentDataRequest, order: OpenOrder): SheetContent {
  const { card, transaction, intents, email } = request;
  const changeIntents = intents.filter((intent) => intent !== 'PAYMENT_AUTHORIZATION');
  const offers = changeIntents.includes('OFFER') || order.offers.length > 0;
  return {
    wallet: 'B',
    currency: transaction.currency,
    total: { label: payee(request), amount: transaction.amount },
    lines: transaction.lines,
    cards: testCards.filter(
      ({ auth, network }) =>
        card.authMethods.includes(auth) && card.networks.includes(network.toUpperCase()),
    ),
    // The payer can switch the account only if that calls the page back, or changes the email that it gets.
    accounts: changeIntents.length > 0 || email ? sheetAccounts() : [],
    addresses: sheetAddresses(order.addresses),
    ...(order.options && {
      shippingOptions: sheetOptions(order.options),
      shippingOption: order.options.chosen,
    }),
    ...(offers && { couponCode: '' }),
  };
}

function sheetOptions({ options }: ShippingOptions): readonly SheetChoice[] {
  return options.map(({ id, label, description }) => ({ id, label, detail: description }));
}

function payee({ merchantName }: PaymentDataRequest): string {
  return merchantName ?? location.hostname;
}
