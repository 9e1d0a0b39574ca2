import { later } from '../sheet/later.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import type { FieldError } from '../sheet/content.ts';
import { ask, readError, somethingWrong } from './callback-answer.ts';
import type { Callbacks } from './callbacks.ts';
import { OpenOrder, type Trigger } from './open-order.ts';
import { PayerSheet } from './payer-sheet.ts';
import type { PaymentDataRequest } from './payment-data-request.ts';
import { paymentsError } from './payments-error.ts';
import type { PaymentPopup } from './popup.ts';

/** One payment from the open sheet to its end; each step waits for the payer or for the page. */
export async function pay(
  sandbox: WalletSandbox,
  request: PaymentDataRequest,
  callbacks: Callbacks | undefined,
  popup: PaymentPopup | undefined,
): Promise<unknown> {
  const order = new OpenOrder(request);
  const payer = new PayerSheet(sandbox, request, order, popup);
  const { sheet } = payer;
  const tell = (trigger: Trigger | undefined): Promise<readonly FieldError[]> =>
    payer.unlessGone(change(sandbox, request, order, callbacks, trigger, payer));
  try {
    await payer.unlessGone(refuse(sandbox, request, payer));
    sheet.setErrors(await tell('INITIALIZE'));
    for (;;) {
      sheet.ready();
      const act = await payer.acts();
      if ('what' in act) {
        sheet.wait();
        sheet.setErrors(await tell(order.choose(act)));
        continue;
      }
      const data = await payer.unlessGone(order.paymentData(act, sandbox.settings.walletB));
      const { onPaymentAuthorized } = callbacks ?? {};
      if (!onPaymentAuthorized) return data;
      const pageAnswer = ask(
        sandbox,
        'onPaymentAuthorized',
        onPaymentAuthorized,
        data,
        'PAYMENT_AUTHORIZATION',
      );
      sheet.authorizing();
      const answer = await payer.unlessGone(pageAnswer);
      if (answer['transactionState'] === 'SUCCESS') {
        const completion = new Promise<void>((resolve) => {
          sheet.finish('done', 'Done', resolve);
        });
        await payer.unlessGone(completion);
        return data;
      }
      sheet.setErrors([readError(answer, request.intents) ?? somethingWrongHere]);
    }
  } finally {
    payer.close();
  }
}

const somethingWrongHere: FieldError = {
  field: 'payment',
  detail: 'OTHER_ERROR',
  message: somethingWrong,
  blocks: false,
};

/** The failures that only the sheet finds, and those that the profile sets. */
async function refuse(
  sandbox: WalletSandbox,
  { transaction: { refusal } }: PaymentDataRequest,
  { sheet }: PayerSheet,
): Promise<void> {
  const { failure } = sandbox.settings.walletB;
  const code = refusal === undefined ? failure : 'DEVELOPER_ERROR';
  if (code === 'none') return;
  if (refusal !== undefined) console.error(`Wallet B: ${refusal}`);
  await new Promise<void>((resolve) => {
    sheet.finish('failed', 'Something went wrong', resolve);
  });
  throw paymentsError(code, refusal ?? `The sandbox is set to fail with ${code}.`);
}

/** Asks the page about a change, and shows its answer. Returns the error, if there is one. */
async function change(
  sandbox: WalletSandbox,
  request: PaymentDataRequest,
  order: OpenOrder,
  { onPaymentDataChanged }: Callbacks = {},
  trigger: Trigger | undefined,
  payer: PayerSheet,
): Promise<readonly FieldError[]> {
  if (!onPaymentDataChanged || !trigger) {
    await new Promise<void>(later);
    payer.show(request, order);
    return [];
  }
  payer.sheet.await('the answer of onPaymentDataChanged');
  const { intents } = request;
  const [first = 'OFFER'] = intents.filter((intent) => intent !== 'PAYMENT_AUTHORIZATION');
  const answer = await ask(
    sandbox,
    'onPaymentDataChanged',
    onPaymentDataChanged,
    order.intermediate(trigger, payer.sheet.card),
    trigger === 'INITIALIZE' ? first : trigger,
  );
  try {
    order.update(answer);
  } catch (error) {
    console.error('Wallet B cannot show the answer of onPaymentDataChanged:', error);
    return [somethingWrongHere];
  }
  payer.show(request, order);
  const error = readError(answer, intents);
  if (error && trigger === 'OFFER') order.withdrawOffer();
  return error ? [error] : [];
}
