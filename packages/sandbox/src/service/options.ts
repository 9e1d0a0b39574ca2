import type { SandboxClock } from './clockwork.ts';
import type {
  KeyFiles,
  LedgerView,
  OperationView,
  RecordedCall,
  ScenarioFields,
  ScenarioRequest,
  StatusRequest,
  WebhookRequest,
} from './control-api.ts';
import type { WebhookTransitions } from './webhook/sender.ts';

/** How the payment service’s emulator is set up. */
export interface SandboxOptions {
  /** The merchant’s id at the service; every call has to carry it. */
  readonly merchantId: string;
  /** PEM, RSA of at least 2048 bits: the signature of calls is checked with it. */
  readonly merchantPublicKey: string;
  /**
   * The wire profile: the same JSON that the server reads, whole or only its differences from the default. Paths,
   * names, forms, signature, statuses and webhooks follow it.
   */
  readonly profile?: unknown;
  /** Shown in wallet A’s sheet and on the bank’s page; default `Test shop`. */
  readonly merchantName?: string;
  /**
   * ISO 4217 currency of a payment that names none; default: the profile’s first. The profile’s others are
   * accepted if a payment names them.
   */
  readonly currency?: string;
  /** Domains registered for wallet A; default: every one. */
  readonly domains?: readonly string[];
  /** The gateway that wallet B’s tokens have to be encrypted for; default `examplegateway`. */
  readonly gateway?: string | undefined;
  /** The terminal that wallet B’s tokens have to be made for; default: every one. */
  readonly gatewayMerchantId?: string | undefined;
  /** Require `client_phone` in a session, as observed; default false, because no document mentions it. */
  readonly phoneRequired?: boolean;
  /** What the merchant has at the service before any payment, as a decimal string; default `100000.00`. */
  readonly openingBalance?: string;
  /** Default: any free port. */
  readonly port?: number;
  /**
   * Prefix under which the payer’s browser reaches the service; default: the server’s own URL. The control API answers
   * only under its host, addresses and names without a dot, so that no foreign page can use it.
   */
  readonly publicUrl?: string | undefined;
  /** PEM, private RSA key that signs webhooks; default: a new one for each start. */
  readonly webhookKey?: string;
  /** The days from which webhooks are sent as v2 and v3; default: v1 always. */
  readonly webhookTransitions?: WebhookTransitions;
  /** Waits in milliseconds before the second, third … try of a webhook; after the last it is given up. */
  readonly webhookRetries?: readonly number[];
  /** The default for every payment without a scenario of its own, including delays. */
  readonly scenario?: ScenarioFields;
  /**
   * Answers of the real service to play back, as `record` of the server’s client gave them. Calls of an operation
   * get them in their order, and the last one is repeated; the sandbox answers all other operations.
   */
  readonly recording?: unknown;
  /** File of JSON lines for ledger, scheduled changes and scenarios, which then survive a restart; default: memory only. */
  readonly dataFile?: string;
  /** The paths of the keys, which the page of the sandbox shows; it does not read the files. */
  readonly keyFiles?: KeyFiles;
  /** The clock of a test; default: the machine’s. */
  readonly clock?: SandboxClock;
}

/** Which sessions a view of the ledger has. */
export interface LedgerLimits {
  /** Those of this order. */
  readonly order?: string;
}

/** A running emulator of the payment service. */
export interface Sandbox {
  /** `http://127.0.0.1:port`: the merchant’s `baseUrl`. */
  readonly url: string;
  /** PEM; checks the signature of webhooks. */
  readonly webhookPublicKey: string;
  /** Every session with its payments, attempts, charges and webhooks; payouts, exports, scenarios, balance: a copy. */
  ledger(limits?: LedgerLimits): LedgerView;
  /**
   * Every signed call as it arrived, tokens replaced by their hash, client data by its shape: a copy.
   *
   * @param afterId only calls with a higher id
   * @param order only calls about this order
   */
  calls(afterId?: number, order?: string): readonly Readonly<RecordedCall>[];
  /** The operations with their paths under the profile. */
  operations(): readonly OperationView[];
  /**
   * Replaces the scenario of an order, or the one for everything; without any field it is cleared.
   *
   * @throws TypeError naming the field that is wrong
   */
  scenario(request: ScenarioRequest): void;
  /** Sends a webhook out of turn. @returns how many were tried once. @throws TypeError if no session fits */
  webhook(request: WebhookRequest): Promise<number>;
  /** The text that `webhook` would send, unsent: for tests of a receiver. @throws TypeError if no session fits */
  webhookBody(request: WebhookRequest): string;
  /** The header, by its name, with which a webhook of exactly this text is signed: for tests of a receiver. */
  signWebhook(body: string): Readonly<Record<string, string>>;
  /** Changes a session’s status, such as to `refunded`. @throws TypeError if no session fits */
  status(request: StatusRequest): Promise<void>;
  /** Closes all connections; resolves when all work has ended. */
  close(): Promise<void>;
}
