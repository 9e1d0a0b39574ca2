/** What the stand-ins hand over as tokens, which their own record never holds: oldest first. */
export function tokensGiven(): unknown[] & { restore(): void } {
  const { ApplePaySession, google } = window as never as Providers;
  const { prototype } = google.payments.api.PaymentsClient;
  const { begin } = ApplePaySession.prototype;
  const { loadPaymentData } = prototype;
  const tokens: unknown[] = [];
  ApplePaySession.prototype.begin = function () {
    this.addEventListener('paymentauthorized', (event) => {
      tokens.push(
        structuredClone((event as Event & { payment: { token: unknown } }).payment.token),
      );
    });
    begin.call(this);
  };
  prototype.loadPaymentData = async function (request) {
    const data = await loadPaymentData.call(this, request);
    tokens.push(data.paymentMethodData.tokenizationData.token);
    return data;
  };
  return Object.assign(tokens, {
    restore: () => {
      ApplePaySession.prototype.begin = begin;
      prototype.loadPaymentData = loadPaymentData;
    },
  });
}

interface Providers {
  readonly ApplePaySession: { readonly prototype: EventTarget & { begin(): void } };
  readonly google: {
    readonly payments: {
      readonly api: {
        readonly PaymentsClient: {
          readonly prototype: {
            loadPaymentData(request: unknown): Promise<{
              readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
            }>;
          };
        };
      };
    };
  };
}
