/** A page that takes a payment with wallet A, typed by @types/applepayjs. */
import type { ApplePayToken } from '../src/tokens/index.ts';
import { sandboxKeys } from '../src/tokens/sandbox-keys.ts';
import { holdTime, onPress, sandbox, sheetIs, until } from './payer.ts';
import { decryptApplePay } from './second-opener.ts';

/** The time for which the sheet shows how it ended, and the time in which a page must answer. */
export const endState = 600;
export const timeLimit = 30_000;

/** Each test starts with the default settings and standing time, and ends without a sheet. */
export function heldTime(): { pass(milliseconds: number): void } {
  let time: ReturnType<typeof holdTime> | undefined;
  beforeEach(() => {
    sandbox().reset();
    time = holdTime();
  });
  afterEach(async () => {
    const { sheet } = sandbox();
    if (['waiting', 'ready', 'processing'].includes(sheet.state)) sheet.cancel();
    time?.pass(endState);
    await sheetIs('closed');
    time?.release();
  });
  return {
    pass(milliseconds) {
      time?.pass(milliseconds);
    },
  };
}

/** Waits until the page got the event so many times. */
export async function dispatched(event: string, times = 1): Promise<void> {
  const count = (): number => sandbox().calls.filter(({ api }) => api === `event ${event}`).length;
  await until(() => count() >= times, `${event} (${times})`);
}

export const request: ApplePayJS.ApplePayPaymentRequest = {
  countryCode: 'UA',
  currencyCode: 'UAH',
  supportedNetworks: ['visa', 'masterCard'],
  merchantCapabilities: ['supports3DS'],
  total: { label: 'Lumen Coffee', amount: '199.90' },
};

/** Two ways of delivery. */
export const post = { label: 'Post', detail: 'Two days', amount: '60.00', identifier: 'post' };
export const courier = {
  label: 'Courier',
  detail: 'Today',
  amount: '150.00',
  identifier: 'courier',
};
/** A request that asks where to send, and offers both ways. */
export const shipped: Partial<ApplePayJS.ApplePayPaymentRequest> = {
  requiredShippingContactFields: ['postalAddress', 'name', 'email'],
  shippingMethods: [post, courier],
  supportsCouponCode: true,
};

/** A total of another amount. */
export function total(amount: string): ApplePayJS.ApplePayLineItem {
  return { label: 'Lumen Coffee', amount };
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the typings declare these dictionaries as classes, which exist nowhere
export const update = { newTotal: request.total } as ApplePayJS.ApplePayShippingContactUpdate &
  ApplePayJS.ApplePayCouponCodeUpdate;

/** The same with another price, and what else an update of a selection may say. */
export function updateOf(
  amount: string,
  more: Partial<ApplePayJS.ApplePayPaymentMethodUpdate> = {},
): typeof update {
  const answer: object = { newTotal: { ...request.total, amount }, ...more };
  return answer as typeof update;
}

let merchantSessions = 0;

/** SHA-256 of `merchant.test`, as a merchant session holds it. */
const merchantIdentifier = 'C5C7D5A23EB9A38E0FB0899C6150394F8AD4BCA839B8C30B892D0C293182AFB1';

/** What Apple's server would give: fresh, for this domain, numbers as numbers. */
export function merchantSession(): Record<string, unknown> {
  merchantSessions += 1;
  return {
    epochTimestamp: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    merchantSessionIdentifier: `session-${merchantSessions}`,
    merchantIdentifier,
    domainName: location.hostname,
    displayName: 'Lumen Coffee',
    signature: '3080',
  };
}

export interface Page {
  readonly session: ApplePaySession;
  readonly events: string[];
  /** Handler of the next authorization; by default the page says success. */
  authorized: (event: ApplePayJS.ApplePayPaymentAuthorizedEvent) => void;
}

/** A page that does everything right, from a trusted press to an open sheet. */
export async function payPage(
  change: Partial<ApplePayJS.ApplePayPaymentRequest> = {},
  prepare: (session: ApplePaySession) => void = () => undefined,
): Promise<Page> {
  return onPress(() => {
    const session = new ApplePaySession(14, { ...request, ...change });
    const page: Page = {
      session,
      events: [],
      authorized: () => {
        session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
      },
    };
    session.onvalidatemerchant = () => {
      page.events.push('validatemerchant');
      session.completeMerchantValidation(merchantSession());
    };
    session.onpaymentauthorized = (event) => {
      page.events.push('paymentauthorized');
      page.authorized(event);
    };
    session.oncancel = () => {
      page.events.push('cancel');
    };
    prepare(session);
    session.begin();
    return page;
  });
}

/** A page whose payer has agreed, and which has not answered yet. */
export async function authorized(
  change: Partial<ApplePayJS.ApplePayPaymentRequest> = {},
): Promise<Page> {
  const page = await payPage(change);
  page.authorized = () => undefined;
  await sheetIs('ready');
  sandbox().sheet.pay();
  await dispatched('paymentauthorized');
  return page;
}

/** What the token holds, decrypted with the sandbox's own key or another. */
export async function opened(
  token: unknown,
  merchantKey = sandboxKeys.applePay.merchantKey,
): Promise<Record<string, unknown>> {
  return decryptApplePay(token as ApplePayToken, 'merchant.test', merchantKey);
}

export function thrown(run: () => unknown): { readonly name: string; readonly message: string } {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

/** A request as it may come from untyped code. */
export function wrong(change: Record<string, unknown>): ApplePayJS.ApplePayPaymentRequest {
  return { ...request, ...change };
}
