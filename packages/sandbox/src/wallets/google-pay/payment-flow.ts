import { TEST_CARDS, type TestCard } from '../../cards.ts';
import { later, type SheetChoice, type WalletSandbox } from '../recorder.ts';
import { Sheet } from '../sheet.ts';
import { ask, readError, SOMETHING_WRONG } from './callback-answer.ts';
import type { Callbacks } from './callbacks.ts';
import { OpenOrder, type Trigger } from './open-order.ts';
import type { PaymentDataRequest } from './payment-data-request.ts';
import { canceled, paymentsError } from './payments-error.ts';
import type { PaymentPopup } from './popup.ts';

/** One payment from the open sheet to its end; each step waits for the payer or for the page. */
export async function pay(
  sandbox: WalletSandbox,
  request: PaymentDataRequest,
  callbacks: Callbacks | undefined,
  popup: PaymentPopup | undefined,
): Promise<unknown> {
  const order = new OpenOrder(request);
  const payer = openSheet(sandbox, request, order, popup);
  const { sheet } = payer;
  const wait = <T>(step: Promise<T>): Promise<T> => Promise.race([step, payer.gone]);
  const tell = (trigger: Trigger | undefined): Promise<string> =>
    wait(change(sandbox, order, request, callbacks, trigger, sheet));
  try {
    await wait(refuse(sandbox, request, sheet));
    let problem = await tell('INITIALIZE');
    for (;;) {
      sheet.ready(problem);
      const act = await payer.acts();
      if ('what' in act) {
        sheet.wait();
        problem = await tell(order.choose(act));
        continue;
      }
      const data = order.paymentData(act);
      const { onPaymentAuthorized } = callbacks ?? {};
      if (!onPaymentAuthorized) return data;
      const answer = await wait(
        ask(sandbox, 'onPaymentAuthorized', onPaymentAuthorized, data, 'PAYMENT_AUTHORIZATION'),
      );
      if (answer['transactionState'] === 'SUCCESS') {
        await new Promise<void>((resolve) => {
          sheet.finish('done', 'Done', resolve);
        });
        return data;
      }
      problem = readError(sandbox, answer, request.intents)?.message ?? SOMETHING_WRONG;
    }
  } finally {
    sheet.close();
    popup?.close();
  }
}

interface Payer {
  readonly sheet: Sheet;
  /** What the payer does next: pays with a card, or chooses something. */
  acts(): Promise<TestCard | SheetChoice>;
  /** Rejects with CANCELED when the sheet is closed; never resolves. */
  readonly gone: Promise<never>;
}

function openSheet(
  sandbox: WalletSandbox,
  { card, merchantName, transaction }: PaymentDataRequest,
  order: OpenOrder,
  popup: PaymentPopup | undefined,
): Payer {
  const { cancelDelay, cancelShape } = sandbox.settings.walletB;
  let acted = Promise.withResolvers<TestCard | SheetChoice>();
  const gone = Promise.withResolvers<never>();
  const act = (what: TestCard | SheetChoice): void => {
    // The page hears of it in a task of its own: a press in the sheet is no gesture to the page.
    later(() => {
      acted.resolve(what);
    });
  };
  const cancel = (): void => {
    const reject = (): void => {
      gone.reject(canceled(popup ? 'object' : cancelShape));
    };
    // The popup tells the page nothing when it goes; the page's script finds out by and by.
    popup?.close();
    if (popup) sandbox.clock.setTimeout(reject, cancelDelay);
    else reject();
  };
  const sheet = new Sheet(
    sandbox,
    {
      wallet: 'B',
      currency: transaction.currency,
      total: { label: merchantName ?? location.hostname, amount: transaction.amount },
      lines: transaction.lines,
      cards: TEST_CARDS.filter(
        ({ auth, network }) =>
          card.authMethods.includes(auth) && card.networks.includes(network.toUpperCase()),
      ),
    },
    {
      paid: act,
      cancelled: cancel,
      chosen: (choice) => {
        order.assertOffered(choice);
        act(choice);
      },
    },
    popup,
  );
  popup?.watch({
    lost: () => {
      sheet.close();
    },
    closed: () => {
      sheet.close();
      cancel();
    },
  });
  // Somebody may close the sheet when nothing waits for it any more.
  gone.promise.catch(() => undefined);
  return {
    sheet,
    acts: () => {
      acted = Promise.withResolvers();
      return Promise.race([acted.promise, gone.promise]);
    },
    gone: gone.promise,
  };
}

/** What the script let pass and the sheet does not; and what the profile lets the provider say. */
async function refuse(
  sandbox: WalletSandbox,
  { transaction: { refusal } }: PaymentDataRequest,
  sheet: Sheet,
): Promise<void> {
  const { failure } = sandbox.settings.walletB;
  const code = refusal === undefined ? failure : 'DEVELOPER_ERROR';
  if (code === 'none') return;
  const message = refusal ?? `The sandbox was told to fail with ${code}.`;
  if (refusal !== undefined) console.error(`Wallet B: ${refusal}`);
  await new Promise<void>((resolve) => {
    sheet.finish('failed', 'Something went wrong', resolve);
  });
  throw paymentsError(code, message);
}

/** Asks the page about a change, and shows what it answered; gives the problem to tell the payer. */
async function change(
  sandbox: WalletSandbox,
  order: OpenOrder,
  request: PaymentDataRequest,
  { onPaymentDataChanged }: Callbacks = {},
  trigger: Trigger | undefined,
  sheet: Sheet,
): Promise<string> {
  if (!onPaymentDataChanged || !trigger) {
    await new Promise<void>(later);
    return '';
  }
  const { intents, merchantName } = request;
  const [intent = 'OFFER'] = intents.filter((asked) => asked !== 'PAYMENT_AUTHORIZATION');
  const answer = await ask(
    sandbox,
    'onPaymentDataChanged',
    onPaymentDataChanged,
    order.intermediate(trigger, sheet.card),
    trigger === 'INITIALIZE' ? intent : trigger,
  );
  try {
    order.update(answer);
    const { label, amount, lines } = order.transaction;
    sheet.setTotal({ label: label ?? merchantName ?? location.hostname, amount }, lines);
  } catch (error) {
    console.error('Wallet B cannot show the answer of onPaymentDataChanged:', error);
    return SOMETHING_WRONG;
  }
  const error = readError(sandbox, answer, intents);
  if (error && trigger === 'OFFER') order.withdrawOffer();
  return error?.message ?? '';
}
