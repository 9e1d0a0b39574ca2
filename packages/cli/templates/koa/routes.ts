import { toNodeListener } from '@wallet-buttons/server/node';
import type { Context, Next } from 'koa';
import { pageAt } from './pages.ts';
import { wallet } from './wallet.ts';

const payments = toNodeListener(wallet);

// Before a body parser. Move it behind your session, where findOrder has to know the payer.
export async function walletRoutes(context: Context, next: Next) {
  const page = pageAt(context.path);
  if (page) {
    context.type = page.type;
    context.body = page.body;
  } else if (wallet.matches(context.path)) {
    // The listener reads the request and answers it, so Koa must not.
    context.respond = false;
    payments(context.req, context.res, undefined, context);
  } else await next();
}
