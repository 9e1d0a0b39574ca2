/** The emulator’s HTTP server: signed calls, the bank, the control API, the wallets’ scripts. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { checkOptions } from './check-options.ts';
import { Clockwork, systemClock } from './clockwork.ts';
import { callsOf, operationsOf, sendWebhook, setStatus, webhookBody } from './http/control.ts';
import { route } from './http/router.ts';
import { behaviourOf } from './ledger/card-facts.ts';
import { Ledger } from './ledger/ledger.ts';
import type { Sandbox, SandboxOptions } from './options.ts';
import { merchantOf, openingOf } from './merchant-account.ts';
import { payOutWhenDue } from './operations/comfort.ts';
import { awaitWhatIsDue } from './payment/next-status.ts';
import { readScenario, readUncounted } from './payment/read-scenario.ts';
import { ScenarioBook } from './payment/scenario-book.ts';
import { settleWhenDue } from './payment/settlement.ts';
import type { Service } from './service.ts';
import { defaultRetries, WebhookSender } from './webhook/sender.ts';
import { CallLog } from './wire/call-log.ts';
import { OperationSet } from './wire/operation-set.ts';
import { Playback } from './wire/playback.ts';
import { readProfile } from './wire/profile.ts';
import { readKey } from './wire/signature.ts';
import type { SignedCalls } from './wire/signed-call.ts';
import { Wire } from './wire/wire.ts';

/**
 * Starts the payment service’s emulator on 127.0.0.1.
 *
 * @throws Error in production: an emulator must never get real traffic
 * @throws TypeError if there is no such option, a key is not RSA of at least 2048 bits, or profile or scenario are wrong
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error(
      'The sandbox does not start with NODE_ENV=production: its money is invented. ' +
        'Point baseUrl at your payment service instead.',
    );
  }
  checkOptions(options);
  const merchantKey = readKey('merchantPublicKey', options.merchantPublicKey, createPublicKey);
  const webhookKey = webhookKeyOf(options);
  const playback = new Playback(options.recording ?? []);
  const wire = new Wire(readProfile(options.profile));
  const merchant = merchantOf(options, wire.profile);
  const clockwork = new Clockwork(options.clock ?? systemClock);
  const opening = openingOf(options, merchant);
  const ledger = new Ledger(opening, () => clockwork.now(), options.dataFile);
  const scenarios = new ScenarioBook(readUncounted(options.scenario ?? {}), ledger);
  const webhooks = new WebhookSender({
    key: webhookKey,
    ledger,
    clockwork,
    wire,
    retries: options.webhookRetries ?? defaultRetries,
    transitions: options.webhookTransitions ?? {},
  });
  // A shop's client that keeps a connection for 90 s would send a payment into one that is being closed.
  const server = createServer({ keepAliveTimeout: 130_000 });
  const url = await listen(server, options.port ?? 0).catch((error: unknown) => {
    ledger.close();
    throw error;
  });
  const publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '');
  const service = { merchant, ledger, scenarios, webhooks, clockwork, wire, publicUrl };
  const calls: SignedCalls = {
    service,
    merchantKey,
    log: new CallLog(),
    operations: new OperationSet(wire, options.profile, options.phoneRequired ?? false),
    setup: {
      startedAt: new Date().toISOString(),
      url,
      publicUrl,
      merchantId: merchant.id,
      merchantName: merchant.name,
      currency: merchant.currency,
      gateway: merchant.gateway,
      gatewayMerchantId: merchant.gatewayMerchantId ?? null,
      merchantPublicKey: options.merchantPublicKey,
      webhookPublicKey: publicPem(webhookKey),
      keyFiles: options.keyFiles ?? {},
    },
    playback,
  };
  server.on('request', (request, response) => {
    route(calls, request, response).catch((error: unknown) => {
      if (!clockwork.signal.aborted) console.error(error);
      response.destroy();
    });
  });
  resume(service);
  return sandboxOf(calls, server);
}

function sandboxOf(calls: SignedCalls, server: Server): Sandbox {
  const { service, setup } = calls;
  return {
    url: setup.url,
    webhookPublicKey: setup.webhookPublicKey,
    ledger: (limits) => service.ledger.view(limits),
    calls: (after = 0, order) => callsOf(calls, { after, ...(order !== undefined && { order }) }),
    operations: () => operationsOf(calls),
    scenario: (request) => {
      service.scenarios.set(readScenario(request));
    },
    webhook: (request) => sendWebhook(service, request),
    webhookBody: (request) => webhookBody(service, request),
    signWebhook: (body) => service.webhooks.sign(Buffer.from(body)),
    status: (request) => setStatus(service, request),
    close: async () => {
      const closing = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await service.clockwork.close();
      await closing;
      service.ledger.close();
    },
  };
}

/** Resumes the work of an earlier process: due results and undelivered webhooks. */
function resume(service: Service): void {
  for (const session of service.ledger.sessions) {
    service.webhooks.resume(session);
    awaitWhatIsDue(service, session);
    for (const attempt of session.attempts) {
      settleWhenDue(service, session, attempt, behaviourOf(attempt.card));
    }
  }
  for (const payout of service.ledger.payouts) payOutWhenDue(service, payout);
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const boundPort = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://127.0.0.1:${boundPort}`);
    });
  });
}

function publicPem(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

/** Shared by all sandboxes of a process, because it is the slowest part of a start. */
let ownKey: KeyObject | undefined;

function webhookKeyOf({ webhookKey }: SandboxOptions): KeyObject {
  if (webhookKey === undefined) {
    ownKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    return ownKey;
  }
  return readKey('webhookKey', webhookKey, createPrivateKey);
}
