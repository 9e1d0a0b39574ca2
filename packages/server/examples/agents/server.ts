import { toNodeListener } from '@wallet-buttons/server/node';
import express from 'express';
import { acp } from './acp.ts';
import { checkoutRoutes } from './routes.ts';
import { ucp } from './ucp.ts';
import { wallet } from './wallet.ts';

await wallet.start();
const app = express();
const listener = toNodeListener(wallet);
app.use(listener); // the webhooks, and the way back from the bank
app.use(checkoutRoutes(ucp), checkoutRoutes(acp));
const server = app.listen(3000);
process.once('SIGTERM', () => void listener.close(server));
