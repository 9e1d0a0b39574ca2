import type { Sandbox } from '../index.ts';

/** What the run knows of the backend that it checks. */
export interface Subject {
  /** Base URL of the merchant's endpoints, such as `http://localhost:8080/wallet`. */
  readonly backend: string;
  /** A running sandbox, which nothing else uses. */
  readonly service: Sandbox;
  /** The merchant's id at the service. */
  readonly merchantId: string;
  /** The wire profile of the sandbox, where it has one of its own. */
  readonly profile?: unknown;
  /** The gateway that wallet B's tokens are encrypted for; default `examplegateway`. */
  readonly gateway?: string | undefined;
  /** The terminal in wallet B's tokens; default: the merchant's id. */
  readonly gatewayMerchantId?: string | undefined;
  /** What every order of the run costs: a decimal string, and ISO 4217. */
  readonly amount: string;
  readonly currency: string;
  /** The domain of the checkout page. */
  readonly domain: string;
  /** What a page of the shop adds to its requests, such as a cookie. The service sends its webhooks without it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds in which the backend finds out by itself how a payment ended. */
  readonly timeout: number;
  /**
   * Kills the backend, without letting it finish anything, and starts it again. Without it no check shows what
   * survives a restart.
   */
  readonly restart?: (() => Promise<void>) | undefined;
  /** The backend believes no webhook, and asks get-status at each one: get-status then answers always. */
  readonly confirmsWebhooks?: boolean;
  /** Shorter in tests of the run itself. */
  readonly waits?: Waits;
}

/** How long the checks wait that show what a backend does in time, in milliseconds. */
export interface Waits {
  /** An order whose token was refused can be paid again by then; default 30000. */
  readonly freed: number;
  /** An answer that was lost is asked about by then, without a request of the page; default 60000. */
  readonly asked: number;
}

export const defaultWaits: Waits = { freed: 30_000, asked: 60_000 };
