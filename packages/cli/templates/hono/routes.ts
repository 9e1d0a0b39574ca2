import { Hono } from 'hono';
import { pageAt } from './pages.ts';
import { wallet } from './wallet.ts';

export const walletRoutes = new Hono();

for (const path of ['/checkout', '/return', '/wallet-tags.js']) {
  const page = pageAt(path);
  walletRoutes.get(path, (c) =>
    c.body(page?.body ?? '', 200, { 'content-type': page?.type ?? '' }),
  );
}
for (const path of ['/wallet/*', '/.well-known/apple-developer-merchantid-domain-association']) {
  walletRoutes.all(path, (c) => wallet.handle(c.req.raw, { original: c }));
}

// Asks about payments that are due, and delivers changes.
void wallet.keepReconciling();
