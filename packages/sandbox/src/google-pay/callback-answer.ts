/** Calls a callback of the page, and reads its answer as the provider does. */
import { Deadline } from '../sheet/deadline.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import type { FieldError, SheetField } from '../sheet/content.ts';
import type { Intent } from './callbacks.ts';
import type { Members } from '../sheet/members.ts';
import { isText, object } from './page-value.ts';

export const somethingWrong = 'Something went wrong. Please try again.';

/**
 * Calls the page. If the callback throws, rejects, does not answer within the setting `timeLimit` or
 * answers with anything but an object, the result is an error with `intent`.
 */
export async function ask(
  sandbox: WalletSandbox,
  name: string,
  callback: (data: unknown) => unknown,
  data: Members,
  intent: Intent,
): Promise<Members> {
  sandbox.record('wallet-b', `event ${name}`, data);
  const timeout = Promise.withResolvers<Members>();
  const deadline = new Deadline(sandbox, () => {
    timeout.resolve(failure('REQUEST_TIMEOUT', intent));
  });
  deadline.start();
  try {
    const pageAnswer = Promise.resolve(callback(data)).then((answer) => {
      sandbox.record('wallet-b', `answer ${name}`, answer);
      return answer;
    });
    return object(await Promise.race([pageAnswer, timeout.promise]), `The answer of ${name}`);
  } catch (error) {
    console.error(`${name} must resolve with an answer:`, error);
    return failure(messageOf(error), intent);
  } finally {
    deadline.stop();
  }
}

/**
 * `error` of an answer, with its field in the sheet. `null` is dropped with a warning; an unknown reason
 * becomes OTHER_ERROR.
 */
export function readError(answer: Members, intents: readonly Intent[]): FieldError | undefined {
  const error = answer['error'];
  if (error === undefined) return undefined;
  if (error === null) {
    console.warn('error of a callback answer is null; leave it out instead.');
    return undefined;
  }
  const { reason, intent, message } = object(error, 'error');
  const detail = isText(reason) && Object.hasOwn(reasonFields, reason) ? reason : 'OTHER_ERROR';
  if (!intents.some((allowedIntent) => allowedIntent === intent)) {
    console.error('error.intent must be one of callbackIntents, not', intent);
  }
  const field = reasonFields[detail] ?? 'payment';
  return {
    field,
    detail,
    message: isText(message) ? message : somethingWrong,
    blocks: field === 'address' || field === 'shippingOption',
  };
}

/** Every reason of the reference, with its place in the sheet. */
const reasonFields: Readonly<Record<string, SheetField>> = {
  SHIPPING_ADDRESS_INVALID: 'address',
  SHIPPING_ADDRESS_UNSERVICEABLE: 'address',
  SHIPPING_OPTION_INVALID: 'shippingOption',
  OFFER_INVALID: 'couponCode',
  PAYMENT_DATA_INVALID: 'payment',
  OTHER_ERROR: 'payment',
};

/** According to the reference, the message of a rejected PaymentDataError is shown. */
function messageOf(error: unknown): string {
  if (error instanceof Error || typeof error !== 'object' || error === null) return somethingWrong;
  const { message } = error as Members;
  return isText(message) ? message : somethingWrong;
}

function failure(message: string, intent: Intent): Members {
  return { transactionState: 'ERROR', error: { reason: 'OTHER_ERROR', intent, message } };
}
