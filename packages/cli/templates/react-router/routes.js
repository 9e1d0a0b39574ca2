import { route } from '@react-router/dev/routes';

/** The pages, and the endpoints: spread them into the list of app/routes. */
export const walletRoutes = [
  route('checkout', './wallet/checkout.jsx'),
  route('return', './wallet/return.jsx'),
  route('wallet/*', './wallet/endpoints.js', { id: 'wallet-endpoints' }),
  route('.well-known/apple-developer-merchantid-domain-association', './wallet/endpoints.js', {
    id: 'wallet-domain-file',
  }),
];
