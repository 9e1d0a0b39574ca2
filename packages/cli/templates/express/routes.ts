import { toNodeListener } from '@wallet-buttons/server/node';
import type { NextFunction, Request, Response } from 'express';
import { pageAt } from './pages.ts';
import { wallet } from './wallet.ts';

const payments = toNodeListener(wallet);

// Before express.json(). Move it behind your session, where findOrder has to know the payer.
export function walletRoutes(request: Request, response: Response, next: NextFunction) {
  const page = pageAt(request.path);
  if (page) response.type(page.type).send(page.body);
  else payments(request, response, next);
}
