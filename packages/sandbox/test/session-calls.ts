/** The calls of a session, each with arguments that are right. */
import { merchantSession, thrown, update } from './wallet-a-page.ts';

const calls: Readonly<Record<string, (session: ApplePaySession) => void>> = {
  completeMerchantValidation: (session) => {
    session.completeMerchantValidation(merchantSession());
  },
  completePaymentMethodSelection: (session) => {
    session.completePaymentMethodSelection(update);
  },
  completeShippingContactSelection: (session) => {
    session.completeShippingContactSelection(update);
  },
  completeShippingMethodSelection: (session) => {
    session.completeShippingMethodSelection(update);
  },
  completeCouponCodeChange: (session) => {
    session.completeCouponCodeChange(update);
  },
  completePayment: (session) => {
    session.completePayment({ status: 0 });
  },
  abort: (session) => {
    session.abort();
  },
};

/** Which of all calls the session refuses; those that it takes are not tried. */
export function refused(session: ApplePaySession, except: readonly string[] = []): string[] {
  return Object.entries(calls).flatMap(([name, call]) => {
    if (except.includes(name)) return [];
    const error = thrown(() => {
      call(session);
    });
    return error.name === 'InvalidAccessError' ? [name] : [];
  });
}

/** All calls but these. */
export function allBut(...legal: readonly string[]): string[] {
  return Object.keys(calls).filter((name) => !legal.includes(name));
}
