import { toNodeListener } from '@wallet-buttons/server/node';
import type { FastifyInstance } from 'fastify';
import { pageAt } from './pages.ts';
import { wallet } from './wallet.ts';

const payments = toNodeListener(wallet);

export async function walletRoutes(app: FastifyInstance) {
  // The listener reads the body itself, so this scope has no parsers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const path of ['/checkout', '/return', '/wallet-tags.js']) {
    const page = pageAt(path);
    app.get(path, (_request, reply) => reply.type(page?.type ?? '').send(page?.body));
  }
  for (const path of ['/wallet/*', '/.well-known/apple-developer-merchantid-domain-association']) {
    app.all(path, (request, reply) => {
      reply.hijack();
      payments(request.raw, reply.raw, undefined, request);
    });
  }
  app.addHook('onClose', async () => payments.close());
}
