import { createServer } from 'node:http';
import { toNodeListener } from '@wallet-buttons/server/node';
import { wallet } from './wallet.js';

const payments = toNodeListener(wallet);
const server = createServer(payments);
server.listen(Number(process.env.PORT ?? 3000));
process.once('SIGTERM', () => void payments.close(server));
