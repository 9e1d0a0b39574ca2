import { createServer } from 'node:http';
import { toNodeListener } from '@wallet-buttons/server/node';
import { pageAt } from './pages.js';
import { wallet } from './wallet.js';

const payments = toNodeListener(wallet);
const server = createServer((request, response) => {
  const page = pageAt(request.url?.split('?')[0] ?? '');
  if (page) response.writeHead(200, { 'content-type': page.type }).end(page.body);
  else payments(request, response);
});
server.listen(Number(process.env.PORT ?? 3000));
process.once('SIGTERM', () => void payments.close(server));
