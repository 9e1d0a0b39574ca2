import { route } from '@react-router/dev/routes';

/** The pages, and the endpoints: spread them into the list of app/routes. */
export const walletRoutes = [
  route('checkout', './wallet/checkout.tsx'),
  route('return', './wallet/return.tsx'),
  route('wallet/*', './wallet/endpoints.ts', { id: 'wallet-endpoints' }),
  route('.well-known/apple-developer-merchantid-domain-association', './wallet/endpoints.ts', {
    id: 'wallet-domain-file',
  }),
];
