/** A shop that uses Braintree's modules for both wallets, with buttons of its own. */
import { create as createApplePay } from 'braintree-web/apple-pay';
import { create as createClient } from 'braintree-web/client';
import { create as createGooglePayment } from 'braintree-web/google-payment';
import { sayCancelled } from './shop.ts';

const gateway = 'https://api.sandbox.braintreegateway.com/merchants/shop7/client_api';
const client = await createClient({
  authorization: btoa(
    JSON.stringify({
      version: 2,
      environment: 'sandbox',
      authorizationFingerprint: 'fingerprint',
      configUrl: `${gateway}/v1/configuration`,
    }),
  ),
});

const a = await createApplePay({ client });
addButton('Pay with A', () => {
  const request = a.createPaymentRequest({ total: { label: 'Lumen Coffee', amount: '199.90' } });
  const session = new ApplePaySession(3, request);
  session.onvalidatemerchant = ({ validationURL }) => void validate(session, validationURL);
  session.onpaymentauthorized = ({ payment }) => void tokenize(session, payment.token);
  session.oncancel = sayCancelled;
  session.begin();
});

const b = await createGooglePayment({ client, googlePayVersion: 2 });
const payments = new google.payments.api.PaymentsClient({ environment: 'TEST' });
addButton('Pay with B', () => {
  const request = b.createPaymentDataRequest({
    transactionInfo: { currencyCode: 'UAH', totalPriceStatus: 'FINAL', totalPrice: 199.9 },
  });
  payments
    .loadPaymentData(request)
    .then((data) => b.parseResponse(data))
    .then(sayPaid, sayFailed);
});

async function validate(session: ApplePaySession, validationURL: string): Promise<void> {
  try {
    const displayName = 'Lumen Coffee';
    session.completeMerchantValidation(await a.performValidation({ validationURL, displayName }));
  } catch (error) {
    session.abort();
    sayFailed(error);
  }
}

async function tokenize(
  session: ApplePaySession,
  token: ApplePayJS.ApplePayPaymentToken,
): Promise<void> {
  try {
    const card = await a.tokenize({ token });
    session.completePayment(ApplePaySession.STATUS_SUCCESS);
    sayPaid(card);
  } catch (error) {
    session.completePayment(ApplePaySession.STATUS_FAILURE);
    sayFailed(error);
  }
}

function addButton(name: string, onclick: () => void): void {
  document.body.append(
    Object.assign(document.createElement('button'), { textContent: name, onclick }),
  );
}

function sayPaid({ nonce }: { readonly nonce: string }): void {
  document.title = nonce;
}

/** Braintree's errors have a code, those of wallet B a status code. */
function sayFailed(error: unknown): void {
  const { code, statusCode } = error as { readonly code?: string; readonly statusCode?: string };
  document.title = statusCode ?? code ?? String(error);
}
