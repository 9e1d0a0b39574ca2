// Written by `node .ci/configuration-types.mjs` from wallet.schema.json.

/** The values of `wallet.json` with those of the variables, checked and with their defaults. */
export interface Configuration {
  /** The payment service. */
  readonly service: {
    /** The base URL of the payment service, with https; http on loopback only. */
    readonly baseUrl: string;
    /** The merchant's id at the payment service. */
    readonly merchantId: string;
    /** The merchant's name in the database; by default the merchantId. */
    readonly merchant?: string;
    /** The file of the private RSA key, as PEM, that signs the calls to the payment service. */
    readonly keyFile?: string;
    /** The file of the key that signs from nextKeyFrom on. */
    readonly nextKeyFile?: string;
    /** The time, as agreed with the payment service, like 2027-03-01T09:00:00Z. */
    readonly nextKeyFrom?: string;
    /** The file of the payment service's public key, as PEM; of two, one below the other, while it changes its key. Without it webhooks are unverified, and the service is asked for each status. */
    readonly webhookKeyFile?: string;
    /** The file of the wire profile's entries that differ from the default. */
    readonly profileFile?: string;
    /** The time limit of a call to the payment service, in milliseconds, 1000 or more; 30000 by default. */
    readonly timeout?: number;
  };
  /** A SQLite file, or postgres://user@host:5432/name or mysql://user@host:3306/name. A URL with a password belongs into databaseFile or into the variable WALLET_DATABASE. */
  readonly database: string;
  /** A file with the URL of the database, which may have a password. */
  readonly databaseFile?: string;
  /** The public https URL for the payment service's webhooks, like https://shop.example/wallet/webhook/v1. */
  readonly callbackUrl: string;
  /** The https URL of the shop's page to which the bank sends the payer. */
  readonly redirectUrl: string;
  /** The public https URL of the sidecar's own return, like https://www.shop.example/wallet/return, if it is not beside callbackUrl. */
  readonly returnUrl?: string;
  /** The path under which the endpoints are, like /wallet. */
  readonly basePath: string;
  /** Other origins whose pages may call the endpoints, like https://www.shop.example. */
  readonly allowedOrigins?: readonly string[];
  /** daily is for a payment service whose webhooks do not arrive. */
  readonly recheckPaid?: 'few' | 'daily';
  readonly walletA: {
    /** The domains registered with the provider of wallet A. */
    readonly domains?: readonly string[];
    /** The domain-association file as the provider gave it. */
    readonly domainAssociationFile?: string;
  };
  /** The two routes of the shop. */
  readonly hooks: {
    /** The http or https URL of the shop's route that finds an order. */
    readonly findOrder: string;
    /** The http or https URL of the shop's route that takes status changes. */
    readonly statusChange: string;
    /** A file with the secret of the hooks, whsec_ and 24 to 64 bytes in base64. During a rotation it has two, one a line. */
    readonly secretsFile?: string;
    /** The headers of the payer's request that find-order gets, like cookie or authorization. */
    readonly headers: readonly string[];
    /** The time limit of a hook, in milliseconds, below 10 s. */
    readonly timeout: number;
  };
  /** The part that pages and the payment service reach through the shop's proxy. */
  readonly public: {
    readonly host: string;
    readonly port: number;
    /** Addresses and networks of proxies whose X-Forwarded-For counts. */
    readonly trustedProxies?: readonly string[];
    /** Addresses and networks from which the payment service sends webhooks. */
    readonly webhookFrom?: readonly string[];
  };
  /** The API for the back office, health and metrics. */
  readonly private: {
    readonly host: string;
    readonly port: number;
    /** A file with the tokens of the API and the desk, one a line: a name, a right (look, operate, money), a token of 32 characters or more. It is read again at each request. */
    readonly tokensFile?: string;
  };
  /** The file that wallet-buttons reconcile --out writes, for the desk. It is read at each look. */
  readonly reconcileReport?: string;
  /** The page of an order in the shop's own back office, with {order} in it, like https://shop.example/admin/orders/{order}. The desk links to it. */
  readonly orderUrl?: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}
