import type { OperationName } from '@wallet-buttons/protocol';
import { invalidConfig, ServiceError } from './errors.ts';
import type { Bytes } from './fetch.ts';
import { type ChangeName, checkPayment, checkSuccess, readChange, readStatus } from './evidence.ts';
import {
  invalidAnswer,
  jsonIn,
  knownAt,
  type PaymentAnswer,
  readMerchantSession,
  textOf,
  utf8,
} from './operations.ts';
import { defaultProfile, defineProfile, type JsonObject, type Profile } from './profile.ts';
import { notPromised } from './promise.ts';
import {
  type ChangeInput,
  type FieldPlaces,
  type PaymentInput,
  payTokenFields,
  type PayTokenInput,
  type SessionInput,
  type StatusInput,
  type ValidateMerchantInput,
  writeBody,
} from './requests.ts';
import {
  type CallOptions,
  createTransport,
  type ServiceClientOptions,
  type Trace,
} from './transport.ts';

type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>;

/** The signed calls. Each is sent once; only get-status is sent again. */
export interface ServiceClient {
  /** The wire profile that the calls follow. */
  readonly profile: Profile;
  /** Opens a payment session. */
  readonly session: Call<SessionInput, { readonly sessionId: string }>;
  /** Adds a payment to a session. `paymentId` is `''` if the service gives none; `url` is the service's own page. */
  readonly payment: Call<PaymentInput, { readonly paymentId: string; readonly url: string | null }>;
  /** Wallet A: returns the merchant session as the bytes for the browser. */
  readonly validateMerchant: Call<ValidateMerchantInput, Bytes>;
  /** Sends the wallet's token. The service has no idempotency key: a second call may charge twice. */
  readonly payToken: Call<PayTokenInput, PaymentAnswer>;
  /** Asks for the status of a session. */
  readonly getStatus: Call<StatusInput, PaymentAnswer>;
  /** Releases a hold, or reverses a charge. `null`: accepted; only a status proves that it is done. */
  readonly void: Call<ChangeInput, PaymentAnswer | null>;
  /** Refunds a charge, or a part of it; answers like `void`. */
  readonly refund: Call<ChangeInput, PaymentAnswer | null>;
  /** Charges a held amount, or a part of it; answers like `void`. */
  readonly completeHold: Call<ChangeInput, PaymentAnswer | null>;
  /** Ends a session in which nothing was paid; answers like `void`. */
  readonly expire: Call<{ readonly sessionId: string }, PaymentAnswer | null>;
  /**
   * Calls any operation. Members with the name of a profile field get their name on the wire; others, and a list,
   * are sent unchanged. Returns the parsed JSON, `null` for an empty answer, or bytes for any other type.
   */
  readonly call: (
    operation: OperationName,
    body?: JsonObject | readonly unknown[],
    options?: CallOptions,
  ) => Promise<unknown>;
}

/**
 * The signed calls of the payment service.
 *
 * A call rejects with a {@link ServiceError}: `service_unreachable` (provably nothing was sent),
 * `service_no_answer`, `service_failed`, `service_answer_invalid` (it may have been processed),
 * `service_refused` (a 4xx; `details.serviceCode` has the reason), `signer_failed`, `config_invalid` (the profile
 * has no path for it) or `order_invalid` (the amount has no exact form). In the last three cases nothing was sent.
 * @throws {ServiceError} `config_invalid`.
 */
export function createServiceClient(options: ServiceClientOptions, trace?: Trace): ServiceClient {
  if ('window' in globalThis && 'document' in globalThis) {
    throw invalidConfig(
      'The signed calls must not run in a browser: they hold the private key. A test that imitates one (jsdom, happy-dom) needs the environment of Node: // @vitest-environment node, or @jest-environment node.',
    );
  }
  const { reshape = {}, profile: profileOption = defaultProfile } = options;
  const profile = 'meaningOf' in profileOption ? profileOption : defineProfile(profileOption);
  const { operations, forms } = profile;
  const merchantId = merchantIdOf(options, forms.merchantId);
  const transport = createTransport(options, profile, trace);

  const send = async (
    name: OperationName,
    fields: JsonObject,
    extra: JsonObject = {},
    callOptions?: CallOptions,
    places?: FieldPlaces,
  ): Promise<Bytes> => {
    const body = writeBody(name, { merchantId, ...fields }, extra, profile, places);
    return transport(name, reshapeBody('request', name, body), callOptions);
  };
  const read = (name: OperationName, bytes: Bytes) => reshapeBody('answer', name, jsonIn(bytes));
  const reshapeBody = (kind: 'request' | 'answer', name: OperationName, body: unknown): unknown => {
    try {
      return reshape[kind] ? notPromised(reshape[kind](name, body)) : body;
    } catch (cause) {
      const code = kind === 'request' ? 'config_invalid' : 'service_answer_invalid';
      throw new ServiceError(code, `reshape.${kind} failed.`, { cause });
    }
  };
  const change =
    (name: ChangeName): Call<ChangeInput, PaymentAnswer | null> =>
    async ({ extra, paymentId, ...fields }, callOptions) => {
      // `''` means that the service gave the payment no id.
      const id = paymentId === '' ? undefined : paymentId;
      const bytes = await send(name, { ...fields, paymentId: id }, extra, callOptions);
      const isEmpty = textOf(bytes).trim() === '';
      return readChange(name, isEmpty ? null : read(name, bytes), profile);
    };

  return Object.freeze<ServiceClient>({
    profile,
    session: async ({ extra, ...fields }, callOptions) => {
      const answer = read('session', await send('session', fields, extra, callOptions));
      checkSuccess(answer, profile);
      const sessionId = knownAt(answer, operations.session.answer.sessionId);
      if (sessionId !== null) return { sessionId };
      throw invalidAnswer('The answer has no session id.');
    },
    payment: async ({ extra, ...fields }, callOptions) => {
      const answer = read('payment', await send('payment', { ...fields }, extra, callOptions));
      checkPayment(answer, fields, profile);
      const places = operations.payment.answer;
      const paymentId = knownAt(answer, places.paymentId) ?? '';
      return { paymentId, url: knownAt(answer, places.url) };
    },
    validateMerchant: async (fields, callOptions) => {
      const bytes = await send('validateMerchant', { ...fields }, {}, callOptions);
      const answer = read('validateMerchant', bytes);
      checkSuccess(answer, profile);
      const reshapedBytes = reshape.answer && utf8(JSON.stringify(answer));
      return readMerchantSession(reshapedBytes ?? bytes, profile);
    },
    payToken: async (input, callOptions) => {
      const { fields, places } = payTokenFields(input, profile);
      const bytes = await send('payToken', fields, {}, callOptions, places);
      const { answer } = operations.payToken;
      const { payment } = operations.getStatus;
      return readStatus(read('payToken', bytes), answer, payment, profile);
    },
    getStatus: async (fields, callOptions) => {
      const { answer, payment } = operations.getStatus;
      const bytes = await send('getStatus', { ...fields }, {}, callOptions);
      return readStatus(read('getStatus', bytes), answer, payment, profile);
    },
    void: change('void'),
    refund: change('refund'),
    completeHold: change('completeHold'),
    expire: change('expire'),
    call: async (name, body = {}, callOptions) => {
      const { accept, fields: profileFields } = operations[name];
      const { fields = [], extra = [] } = Object.groupBy(Object.entries(body), ([field]) =>
        Object.hasOwn(profileFields, field) ? 'fields' : 'extra',
      );
      const bytes = Array.isArray(body)
        ? await transport(name, reshapeBody('request', name, body), callOptions)
        : await send(name, Object.fromEntries(fields), Object.fromEntries(extra), callOptions);
      if (accept !== 'application/json') return bytes;
      return bytes.length === 0 ? null : read(name, bytes);
    },
  });
}

/** Checks both, since callers without types, or with an unset variable, may leave them out. */
function merchantIdOf(
  { merchantId, signer }: Partial<ServiceClientOptions>,
  form: 'string' | 'number',
): string | number {
  if (typeof signer?.sign !== 'function') {
    throw invalidConfig('service.signer is missing or is not a signer: give it pemSigner(pem).');
  }
  if (typeof merchantId !== 'string' || !/^[\x20-\x7e]+$/.test(merchantId)) {
    throw invalidConfig('service.merchantId is missing or is not printable ASCII.');
  }
  if (form === 'string') return merchantId;
  if (/^[1-9]\d{0,14}$/.test(merchantId)) return Number(merchantId);
  throw invalidConfig('service.merchantId must be a number: forms.merchantId of the profile.');
}
