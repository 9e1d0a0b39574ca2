/** Asks the page through a callback, and reads what it answered as the provider does. */
import type { WalletSandbox } from '../recorder.ts';
import type { Intent } from './callbacks.ts';
import { isText, object, type Members } from './page-value.ts';

/** `PaymentDataError` of the reference, as the sheet shows it. */
export interface AnswerError {
  readonly reason: string;
  readonly intent: string;
  readonly message: string;
}

export const SOMETHING_WRONG = 'Something went wrong. Please try again.';

/**
 * Calls the page; one that throws, rejects, stays silent for 30 seconds or answers nonsense has failed
 * for the sake of `intent`.
 */
export async function ask(
  sandbox: WalletSandbox,
  name: string,
  callback: (data: unknown) => unknown,
  data: Members,
  intent: Intent,
): Promise<Members> {
  sandbox.record('wallet-b', `event ${name}`, data);
  const late = Promise.withResolvers<Members>();
  const { timeLimit } = sandbox.settings;
  const timer =
    timeLimit === null
      ? undefined
      : sandbox.clock.setTimeout(() => {
          late.resolve(failure('REQUEST_TIMEOUT', intent));
        }, timeLimit);
  try {
    const answered = Promise.resolve(callback(data)).then((answer) => {
      sandbox.record('wallet-b', `answer ${name}`, answer);
      return answer;
    });
    return object(await Promise.race([answered, late.promise]), `The answer of ${name}`);
  } catch (error) {
    console.error(`${name} must resolve with an answer:`, error);
    return failure(messageOf(error), intent);
  } finally {
    if (timer !== undefined) sandbox.clock.clearTimeout(timer);
  }
}

/** `error` of an answer; `null` is warned about and dropped, an unknown reason becomes OTHER_ERROR. */
export function readError(
  sandbox: WalletSandbox,
  answer: Members,
  intents: readonly Intent[],
): AnswerError | undefined {
  const given = answer['error'];
  if (given === undefined) return undefined;
  if (given === null) {
    console.warn('error of a callback answer is null; leave it out instead.');
    return undefined;
  }
  const { reason, intent, message } = object(given, 'error');
  const known = isText(reason) && REASONS.includes(reason);
  if (!intents.some((asked) => asked === intent)) {
    console.error('error.intent must be one of callbackIntents, not', intent);
  }
  const error = {
    reason: known ? reason : 'OTHER_ERROR',
    intent: isText(intent) ? intent : 'PAYMENT_AUTHORIZATION',
    message: isText(message) ? message : SOMETHING_WRONG,
  };
  sandbox.record('wallet-b', 'event error shown', error);
  return error;
}

const REASONS = [
  'SHIPPING_ADDRESS_INVALID',
  'SHIPPING_ADDRESS_UNSERVICEABLE',
  'SHIPPING_OPTION_INVALID',
  'OFFER_INVALID',
  'PAYMENT_DATA_INVALID',
  'OTHER_ERROR',
];

/** A page that rejects with a PaymentDataError has its message shown, says the reference. */
function messageOf(error: unknown): string {
  if (error instanceof Error || typeof error !== 'object' || error === null) return SOMETHING_WRONG;
  const { message } = error as Members;
  return isText(message) ? message : SOMETHING_WRONG;
}

function failure(message: string, intent: Intent): Members {
  return { transactionState: 'ERROR', error: { reason: 'OTHER_ERROR', intent, message } };
}
