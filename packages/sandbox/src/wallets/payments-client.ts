import { TEST_CARDS, type TestCard } from '../cards.ts';
import { mintToken } from '../token.ts';
import { createButton } from './google-pay-button.ts';
import {
  assertIntents,
  object,
  readPaymentDataRequest,
  readReadyRequest,
  readTransaction,
  developerError,
  type Callbacks,
  type Members,
  type PaymentDataRequest,
  type Transaction,
} from './payment-data-request.ts';
import { PAYER_EMAIL, walletBAddress } from './payer.ts';
import { later, openRecorder, STAND_IN, type WalletSandbox } from './recorder.ts';
import { Sheet } from './sheet.ts';

/** Stand-in for the provider's `google.payments.api.PaymentsClient`, flow with the in-page sheet. */
export class PaymentsClient {
  static readonly [STAND_IN] = true;

  readonly #environment: string;
  readonly #merchantInfo: Members | undefined;
  readonly #callbacks: Callbacks | undefined;
  readonly #nonce: string | undefined;
  #paying = false;

  /** Throws on an environment that is not exactly TEST or PRODUCTION, and on members of a wrong type. */
  constructor(options: unknown = {}) {
    note('constructor', options);
    const members = object(options, 'PaymentOptions');
    this.#environment = readEnvironment(members['environment']);
    this.#merchantInfo = readMerchantInfo(members['merchantInfo']);
    this.#callbacks = readCallbacks(members['paymentDataCallbacks']);
    this.#nonce = typeof members['nonce'] === 'string' ? members['nonce'] : undefined;
  }

  async isReadyToPay(
    request: unknown,
  ): Promise<{ result: boolean; paymentMethodPresent?: boolean }> {
    const { settings } = note('isReadyToPay', request);
    if (!isSecureContext)
      throw developerError('Google Pay APIs should be called in secure context!');
    readReadyRequest(request);
    const { isReadyToPay: result, paymentMethodPresent } = settings.walletB;
    const asked = object(request, 'request')['existingPaymentMethodRequired'] === true;
    return Promise.resolve(asked ? { result, paymentMethodPresent } : { result });
  }

  prefetchPaymentData(request: unknown): void {
    note('prefetchPaymentData', request);
    readPaymentDataRequest(request, this.#environment, this.#merchantInfo);
  }

  createButton(options: unknown): HTMLDivElement {
    note('createButton', options);
    return createButton(object(options, 'ButtonOptions'), this.#nonce);
  }

  /** Resolves with PaymentData; rejects as the provider does, `{statusCode: 'CANCELED'}` included. */
  async loadPaymentData(input: unknown): Promise<unknown> {
    const sandbox = note('loadPaymentData', input);
    if (this.#paying) throw new Error('This method can only be called one at a time.');
    this.#paying = true;
    try {
      const request = readPaymentDataRequest(input, this.#environment, this.#merchantInfo);
      assertIntents(request.callbackIntents, this.#callbacks);
      // In this flow every refusal of the browser, a missing activation included, looks like a cancel.
      if (!mayOpen(sandbox)) throw canceled();
      return await pay(sandbox, request, this.#callbacks);
    } finally {
      this.#paying = false;
    }
  }
}

/** One payment from the open sheet to its end: reads top to bottom, each step waits for the payer. */
async function pay(
  sandbox: WalletSandbox,
  request: PaymentDataRequest,
  callbacks: Callbacks | undefined,
): Promise<unknown> {
  const payer = openSheet(sandbox, request);
  const { sheet } = payer;
  try {
    const transaction = await Promise.race([
      initialize(sandbox, sheet, request, callbacks),
      payer.cancelled,
    ]);
    let problem = '';
    for (;;) {
      sheet.ready(problem);
      const card = await Promise.race([payer.paid(), payer.cancelled]);
      const data = paymentData(request, transaction, card);
      const { onPaymentAuthorized } = callbacks ?? {};
      if (!onPaymentAuthorized) return data;
      const answer = await Promise.race([
        ask(sandbox, 'onPaymentAuthorized', onPaymentAuthorized, data),
        payer.cancelled,
      ]);
      if (answer['transactionState'] === 'SUCCESS') {
        await new Promise<void>((resolve) => {
          sheet.finish('done', 'Done', resolve);
        });
        return data;
      }
      problem = errorMessage(answer['error']);
    }
  } finally {
    sheet.close();
  }
}

interface Payer {
  readonly sheet: Sheet;
  /** The card with which Pay is pressed next. */
  paid(): Promise<TestCard>;
  /** Rejects with CANCELED when the sheet is closed; never resolves. */
  readonly cancelled: Promise<never>;
}

function openSheet(sandbox: WalletSandbox, request: PaymentDataRequest): Payer {
  const { transaction, merchantName, authMethods, networks } = request;
  const cards = TEST_CARDS.filter(
    ({ auth, network }) => authMethods.includes(auth) && networks.includes(network.toUpperCase()),
  );
  let paid = Promise.withResolvers<TestCard>();
  const cancelled = Promise.withResolvers<never>();
  const sheet = new Sheet(
    sandbox,
    {
      wallet: 'B',
      currency: transaction.currency,
      total: { label: merchantName ?? location.hostname, amount: transaction.amount },
      lines: transaction.lines,
      cards,
    },
    {
      paid: (card) => {
        // The page hears of it in a task of its own: a press in the sheet is no gesture to the page.
        later(() => {
          paid.resolve(card);
        });
      },
      cancelled: () => {
        cancelled.reject(canceled());
      },
    },
  );
  // Somebody may close the sheet when nothing waits for it any more.
  cancelled.promise.catch(() => undefined);
  return {
    sheet,
    paid: () => {
      paid = Promise.withResolvers<TestCard>();
      return paid.promise;
    },
    cancelled: cancelled.promise,
  };
}

/** Tells the page that the sheet is open, if it wants to know, and takes new figures. */
async function initialize(
  sandbox: WalletSandbox,
  sheet: Sheet,
  { transaction, shippingAddress }: PaymentDataRequest,
  callbacks: Callbacks | undefined,
): Promise<Transaction> {
  const { onPaymentDataChanged } = callbacks ?? {};
  if (!onPaymentDataChanged) {
    await new Promise<void>(later);
    return transaction;
  }
  const answer = await ask(sandbox, 'onPaymentDataChanged', onPaymentDataChanged, {
    callbackTrigger: 'INITIALIZE',
    ...(shippingAddress && {
      shippingAddress: walletBAddress({ full: false, phone: false }),
    }),
  });
  if (answer['newTransactionInfo'] === undefined) return transaction;
  const updated = readTransaction(answer['newTransactionInfo']);
  sheet.setTotal(
    { label: updated.label ?? location.hostname, amount: updated.amount },
    updated.lines,
  );
  return updated;
}

/** Calls the page; one that throws, rejects, stays silent too long or answers nonsense has failed. */
async function ask(
  sandbox: WalletSandbox,
  name: string,
  callback: (data: unknown) => unknown,
  data: Members,
): Promise<Members> {
  sandbox.record('wallet-b', `event ${name}`, data);
  const late = Promise.withResolvers<Members>();
  const { timeLimit } = sandbox.settings;
  const timer =
    timeLimit === null
      ? undefined
      : sandbox.clock.setTimeout(() => {
          late.resolve(failure('REQUEST_TIMEOUT'));
        }, timeLimit);
  try {
    const answered = Promise.resolve(callback(data)).then((answer) => {
      sandbox.record('wallet-b', `answer ${name}`, answer);
      return answer;
    });
    return object(await Promise.race([answered, late.promise]), name);
  } catch {
    return failure('Something went wrong. Please try again.');
  } finally {
    if (timer !== undefined) sandbox.clock.clearTimeout(timer);
  }
}

function paymentData(
  request: PaymentDataRequest,
  transaction: Transaction,
  card: TestCard,
): Members {
  const cardNetwork = card.network.toUpperCase();
  const { billingAddress, shippingAddress, email, gatewayMerchantId } = request;
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    ...(email && { email: PAYER_EMAIL }),
    ...(shippingAddress && { shippingAddress: walletBAddress(shippingAddress) }),
    paymentMethodData: {
      type: 'CARD',
      description: `${card.label} •••• ${card.last4}`,
      info: {
        cardNetwork,
        cardDetails: card.last4,
        ...(billingAddress && { billingAddress: walletBAddress(billingAddress) }),
      },
      tokenizationData: {
        type: 'PAYMENT_GATEWAY',
        token: mintToken({
          wallet: 'wallet-b',
          card: card.id,
          network: card.network,
          last4: card.last4,
          auth: card.auth,
          currency: transaction.currency,
          ...(transaction.amount !== undefined && { amount: transaction.amount }),
          gatewayMerchantId,
        }),
      },
    },
  };
}

function readEnvironment(value: unknown): string {
  if (value === undefined) return 'TEST';
  if (value === 'TEST' || value === 'PRODUCTION') return value;
  throw new Error(
    'Parameter environment in PaymentOptions can optionally be set to PRODUCTION, otherwise it defaults to TEST.',
  );
}

function readMerchantInfo(value: unknown): Members | undefined {
  if (value === undefined) return undefined;
  const merchantInfo = object(value, 'merchantInfo');
  for (const name of ['merchantId', 'merchantName']) {
    if (merchantInfo[name] !== undefined && typeof merchantInfo[name] !== 'string') {
      throw developerError(`merchantInfo.${name} must be a string.`);
    }
  }
  return merchantInfo;
}

function readCallbacks(value: unknown): Callbacks | undefined {
  if (value === undefined) return undefined;
  const callbacks = object(value, 'paymentDataCallbacks');
  for (const [name, callback] of Object.entries(callbacks)) {
    if (callback !== undefined && typeof callback !== 'function') {
      throw developerError(`${name} must be a function.`);
    }
  }
  return callbacks;
}

function errorMessage(error: unknown): string {
  const { message } = typeof error === 'object' && error !== null ? (error as Members) : {};
  return typeof message === 'string' && message !== ''
    ? message
    : 'Something went wrong. Please try again.';
}

function failure(message: string): Members {
  return {
    transactionState: 'ERROR',
    error: { reason: 'OTHER_ERROR', intent: 'PAYMENT_AUTHORIZATION', message },
  };
}

function mayOpen(sandbox: WalletSandbox): boolean {
  return sandbox.settings.walletB.gesture === 'none' || sandbox.gesture().userActivation;
}

/** As the provider gives it: an object with a status code and nothing else. */
function canceled(): Error {
  return { statusCode: 'CANCELED' } as unknown as Error;
}

function note(api: string, ...args: readonly unknown[]): WalletSandbox {
  const sandbox = openRecorder();
  sandbox.record('wallet-b', `PaymentsClient.${api}`, ...args);
  return sandbox;
}
