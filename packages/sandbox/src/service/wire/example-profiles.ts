/** Services that differ from the default profile in what merchants have met elsewhere, by name. */

const sha512 = { hash: 'SHA-512', padding: 'PSS' };
const answerNames = ['session', 'payment', 'payToken', 'getStatus'] as const;

/** Parts of a profile; each is an override of the default. */
export const exampleProfiles: Readonly<Record<string, object>> = {
  'renamed-fields': {
    operations: {
      session: {
        fields: { merchantId: 'shop', callbackUrl: 'notify_url', redirectUrl: 'return_url' },
        answer: { sessionId: ['session_ref'] },
      },
      payment: {
        fields: { merchantId: 'shop', sessionId: 'session_ref', externalId: 'order_no' },
        answer: { paymentId: ['payment_ref'] },
      },
      validateMerchant: { fields: { merchantId: 'shop', sessionId: 'session_ref' } },
      payToken: {
        fields: {
          merchantId: 'shop',
          sessionId: 'session_ref',
          wallet: 'method',
          redirectUrl: null,
        },
        answer: { status: ['state'], acsUrl: ['challenge_url'] },
      },
      getStatus: {
        fields: { merchantId: 'shop', sessionId: 'session_ref' },
        answer: { sessionId: ['session_ref'], status: ['state'] },
      },
      void: { fields: { merchantId: 'shop', sessionId: 'session_ref' } },
      refund: { fields: { merchantId: 'shop', sessionId: 'session_ref' } },
      completeHold: { fields: { merchantId: 'shop', sessionId: 'session_ref' } },
      expire: { fields: { merchantId: 'shop', sessionId: 'session_ref' } },
    },
    wallets: {
      'wallet-a': { name: 'APPLE', place: 'instrument.apple', token: 'object' },
      'wallet-b': { name: 'GOOGLE', place: 'instrument.google', token: 'base64' },
    },
    statuses: { SUCCESS: 'paid', WAITING: 'pending', DECLINED: 'failed' },
  },
  'sha512-pss': {
    signing: sha512,
    webhook: { signatures: [{ header: 'x-sign-v2', ...sha512, encoding: 'base64' }] },
  },
  base64url: {
    signing: { header: 'x-signature', encoding: 'base64url', get: 'path' },
    webhook: {
      signatures: [
        {
          header: 'x-signature',
          hash: 'SHA-256',
          padding: 'PKCS1-v1_5',
          encoding: 'base64url',
        },
      ],
    },
    forms: { amount: 'minor-integer', answeredAmount: 'minor' },
  },
  'moved-paths': {
    operations: {
      session: { path: '/api/v2/sessions' },
      payment: { path: '/api/v2/payments' },
      validateMerchant: { path: '/api/v2/apple-pay/merchant-session' },
      payToken: { path: '/api/v2/wallet-payments' },
      getStatus: { path: '/api/v2/sessions/status' },
      void: { path: '/api/v2/void' },
      refund: { path: '/api/v2/refund' },
      completeHold: { path: '/api/v2/capture' },
      expire: { path: '/api/v2/expire' },
      exportOperations: { path: '/api/v2/export' },
      initSecureDelivery: { path: '/api/v2/secure-delivery' },
      checkoutStatus: { path: '/api/v2/checkout/status' },
      voidCheckoutSession: { path: '/api/v2/checkout/void' },
      expireCheckoutSession: { path: '/api/v2/checkout/expire' },
    },
  },
  'form-bodies': {
    operations: Object.fromEntries(
      [...answerNames, 'validateMerchant', 'void', 'refund', 'completeHold', 'expire'].map(
        (name) => [name, { encoding: 'form' }],
      ),
    ),
    forms: { amount: 'major-string' },
  },
  'wrapped-answers': {
    operations: {
      session: { answer: { sessionId: ['data.session.id'] } },
      payment: { answer: { paymentId: ['data.id'], sessionId: ['data.session_id'] } },
      validateMerchant: { merchantSession: { path: 'data.merchant_session', as: 'base64-json' } },
      payToken: { answer: { status: ['data.status'], acsUrl: ['data.actions[0].url'] } },
      getStatus: {
        answer: {
          sessionId: ['data.id'],
          status: ['data.status'],
          amount: ['data.amount'],
          payments: ['data.operations'],
        },
      },
    },
    webhook: {
      versions: { v1: { sessionId: ['event.session.id'], status: ['event.session.status'] } },
    },
    errors: { code: ['error.code'], type: ['error.type'], fields: ['error.items'] },
  },
};
