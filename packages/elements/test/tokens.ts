import { provider, replace } from './replace.ts';

/** What the stand-ins hand over as tokens, which their own record never holds: oldest first. */
export interface Tokens {
  readonly given: readonly unknown[];
  readonly restore: () => void;
}

interface PaymentData {
  readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
}

export function tokensGiven(page: object = window): Tokens {
  const tokens: unknown[] = [];
  const restoreA = replace<(this: EventTarget) => void>(
    provider('ApplePaySession', page).prototype,
    'begin',
    (begin) =>
      function () {
        this.addEventListener('paymentauthorized', (event) => {
          const { payment } = event as Event & { readonly payment: { readonly token: unknown } };
          tokens.push(structuredClone(payment.token));
        });
        begin.call(this);
      },
  );
  const restoreB = replace<(this: unknown, request: object) => Promise<PaymentData>>(
    provider('PaymentsClient', page).prototype,
    'loadPaymentData',
    (load) =>
      async function (request) {
        const data = await load.call(this, request);
        tokens.push(data.paymentMethodData.tokenizationData.token);
        return data;
      },
  );
  return {
    given: tokens,
    restore: () => {
      restoreA();
      restoreB();
    },
  };
}
