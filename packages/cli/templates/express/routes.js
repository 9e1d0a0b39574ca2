import { toNodeListener } from '@wallet-buttons/server/node';
import { pageAt } from './pages.js';
import { wallet } from './wallet.js';

const payments = toNodeListener(wallet);

// Before express.json(). Move it behind your session, where findOrder has to know the payer.
export function walletRoutes(request, response, next) {
  const page = pageAt(request.path);
  if (page) response.type(page.type).send(page.body);
  else payments(request, response, next);
}
