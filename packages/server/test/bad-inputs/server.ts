/** A shop's real server in a process of its own, the target of bad inputs. */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import {
  createWalletServer,
  pemSigner,
  pemVerifier,
  type WalletServer,
  type WalletServerOptions,
} from '../../src/index.ts';
import { addressList, type NodeListenerOptions, toNodeListener } from '../../src/node/listener.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';

const [folder = '', baseUrl = '', merchantKey = '', serviceKey = ''] = process.argv.slice(2);
const say = (line: object): void => {
  console.log(JSON.stringify(line));
};

// Every connection is reported, so that a test can show that there was no other.
channel('net.client.socket').subscribe((message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connect', () => {
    say({ connected: `http://${socket.remoteAddress ?? ''}:${String(socket.remotePort ?? '')}` });
  });
});
const dns = process.getBuiltinModule('node:dns');
const { lookup } = dns;
Object.assign(dns, {
  lookup: (...args: Parameters<typeof lookup>) => {
    say({ resolved: args[0] });
    lookup(...args);
  },
});
syncBuiltinESMExports();

/** Orders as a shop may have them, good and bad; every other reference that begins with `o-` is good. */
const amounts: Readonly<Record<string, unknown>> = {
  zero: '0.00',
  negative: '-1.00',
  'too-fine': '1.005',
  'a-number': 10,
  'too-much': '90071992547409.93',
};

const note = (level: string) => (message: string, fields: object) => {
  say({ level, message, ...fields });
};

function open(file: string, more: Partial<WalletServerOptions> & WebhooksOf): WalletServer {
  const { webhooks, ...rest } = more;
  return createWalletServer({
    service: {
      baseUrl,
      merchantId: '1',
      signer: pemSigner(Buffer.from(merchantKey, 'base64').toString()),
      webhooks,
      timeout: 10_000,
    },
    store: sqliteStore(`${folder}/${file}`),
    findOrder: (order, { request }) => {
      const isStranger = order.startsWith('o-private') && !request.headers.has('cookie');
      if (isStranger) return null;
      if (order.startsWith('o-')) return { amount: '199.90', currency: 'UAH' };
      // As a shop without types may hand it over.
      return Object.hasOwn(amounts, order)
        ? { amount: amounts[order] as string, currency: 'UAH' }
        : null;
    },
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    walletA: { domains: ['shop.example'] },
    logger: { info: note('info'), warn: note('warn'), error: note('error') },
    ...rest,
  });
}

interface WebhooksOf {
  readonly webhooks: WalletServerOptions['service']['webhooks'];
}

async function listen(
  wallet: WalletServer,
  more: NodeListenerOptions = {},
  http: ServerOptions = {},
): Promise<number> {
  await wallet.start();
  const listener = toNodeListener(wallet, { reconcileEvery: false, ...more });
  const server = createServer(http, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const verifier = pemVerifier(Buffer.from(serviceKey, 'base64').toString());
const verifyingWallet = open('payments.db', { webhooks: { verifier } });
const webhookFrom = addressList(['203.0.113.7', '2001:db8::1']);
const guardedWallet = open('guarded.db', { webhooks: { verifier }, webhookFrom });
say({
  shop: await listen(verifyingWallet),
  // Here requests are too slow soon; elsewhere only a busy machine makes them so.
  hasty: await listen(
    verifyingWallet,
    { bodyTimeout: 150 },
    { headersTimeout: 2000, connectionsCheckingInterval: 50 },
  ),
  unverified: await listen(open('unverified.db', { webhooks: 'confirm' })),
  direct: await listen(guardedWallet),
  proxied: await listen(guardedWallet, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }),
});

process.stdin.on('data', () => {
  say({ pid: process.pid, memory: process.memoryUsage.rss() });
});
// The parent process is gone.
process.stdin.once('end', () => process.exit());
