/** A shop for chaos: it finds every order that begins with `c-`, and adds each change to a file before it answers. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { price, secret } from '../settings.ts';

const { PORT, JOURNAL = '' } = process.env;
const webhook = new Webhook(secret);

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    if (request.method !== 'POST') {
      response.end();
      return;
    }
    webhook.verify(text, request.headers as Record<string, string>);
    const { order } = JSON.parse(text) as { readonly order: string };
    if (request.url === '/status-change') {
      appendFileSync(JOURNAL, `${text}\n`);
      response.writeHead(204).end();
    } else if (order.startsWith('c-')) {
      response.end(JSON.stringify({ reference: order, ...price }));
    } else {
      response.writeHead(404).end();
    }
  });
}).listen(Number(PORT), '127.0.0.1');
