import type { Protocol } from './routes.ts';

const words = {
  ready: 'ready_for_payment',
  declined: 'ready_for_payment',
  bank: 'requires_escalation',
  open: 'complete_in_progress',
  completed: 'completed',
  canceled: 'canceled',
} as const;

const messages = {
  declined: ['payment_declined', 'The payment was declined.'],
  bank: ['intervention_required', 'The bank has to check the payer.'],
} as const;

export const acp: Protocol = {
  path: '/checkout_sessions',
  update: 'post',
  keyConflict: 422,
  readItems: ({ items }) => items.map(({ id, quantity }: any) => ({ id, quantity })),
  readToken: ({ payment_data: { handler_id: handler, instrument } }) => {
    if (handler === 'gpay' && instrument.type === 'wallet_token')
      return instrument.credential.token;
    throw new TypeError('The instrument is of another handler.');
  },
  show: ({ id, items, total, bankPage }, status) => {
    const [code, content] = status in messages ? messages[status as 'bank'] : [];
    return {
      id,
      status: words[status],
      currency: 'uah',
      line_items: items.map((item, index) => ({ id: String(index), item })),
      totals: [{ type: 'total', display_text: 'Total', amount: total }],
      links: [{ type: 'terms_of_use', url: 'https://shop.example/terms' }],
      messages: code ? [{ type: 'error', code, content_type: 'plain', content }] : [],
      ...(status === 'bank' && { continue_url: bankPage }),
      ...(status === 'completed' && {
        order: { id, checkout_session_id: id, permalink_url: `https://shop.example/orders/${id}` },
      }),
    };
  },
  refuse: (code, message) => ({ type: 'invalid_request', code, message }),
};
