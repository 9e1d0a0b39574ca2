import { prices } from './checkouts.ts';
import type { Protocol } from './routes.ts';

const words = {
  ready: 'ready_for_complete',
  declined: 'ready_for_complete',
  bank: 'requires_escalation',
  open: 'complete_in_progress',
  completed: 'completed',
  canceled: 'canceled',
} as const;

/** What a platform needs to open the wallet; it is in your profile at `/.well-known/ucp` too. */
const googlePay = {
  id: 'gpay',
  version: '2026-01-11',
  config: {
    api_version: 2,
    api_version_minor: 0,
    environment: 'TEST',
    merchant_info: { merchant_name: 'Levada seed house', merchant_origin: 'shop.example' },
    allowed_payment_methods: [
      {
        type: 'CARD',
        parameters: {
          allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowed_card_networks: ['VISA', 'MASTERCARD'],
        },
        tokenization_specification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'examplegateway', gatewayMerchantId: 'shop-1' },
        },
      },
    ],
  },
};

const messages = {
  declined: ['payment_failed', 'recoverable', 'The payment was declined.'],
  bank: ['bank_check', 'requires_buyer_input', 'The bank has to check the payer.'],
} as const;

export const ucp: Protocol = {
  path: '/checkout-sessions',
  update: 'put',
  keyConflict: 409,
  readItems: ({ line_items }) =>
    line_items.map(({ item, quantity }: any) => ({ id: item.id, quantity })),
  readToken: ({ payment }) => {
    const instrument = payment.instruments.find(({ selected }: any) => selected === true);
    const { handler_id: handler, credential } = instrument ?? payment.instruments[0];
    if (handler === googlePay.id && credential.type === 'PAYMENT_GATEWAY') return credential.token;
    throw new TypeError('The instrument is of another handler.');
  },
  show: ({ id, items, total, bankPage }, status) => {
    const [code, severity, content] = status in messages ? messages[status as 'bank'] : [];
    return {
      ucp: { version: '2026-01-11', payment_handlers: { 'com.google.pay': [googlePay] } },
      id,
      status: words[status],
      currency: 'UAH',
      line_items: items.map((item, index) => ({
        id: String(index),
        item: { id: item.id, title: item.id, price: prices.get(item.id) },
        quantity: item.quantity,
      })),
      totals: [{ type: 'total', amount: total }],
      links: [{ type: 'terms_of_service', url: 'https://shop.example/terms' }],
      messages: code ? [{ type: 'error', code, severity, content }] : [],
      ...(status === 'bank' && { continue_url: bankPage }),
      ...(status === 'completed' && {
        order: { id, permalink_url: `https://shop.example/orders/${id}` },
      }),
    };
  },
  refuse: (code, content) => ({ code, content }),
};
