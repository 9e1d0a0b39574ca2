import {
  readPayTokenAnswer,
  readProblem,
  readStatusAnswer,
  type OrderRequest,
  type PayTokenAnswer,
  type PayTokenRequest,
  type Problem,
  type StatusAnswer,
  type ValidateMerchantRequest,
} from '@wallet-buttons/protocol';
import { WalletError } from './errors.ts';

/** The sheets give up after 30 seconds; ours must have an honest answer before. */
const patience = { ask: 4_000, validate: 20_000, pay: 20_000 };

/** Where a tag finds the merchant's endpoints: a base, and each moved alone where one is. */
export interface BackendUrls {
  readonly backend: string;
  readonly validateMerchantUrl?: string;
  readonly payTokenUrl?: string;
  readonly statusUrl?: string;
}

/**
 * The merchant session for wallet A, parsed and otherwise untouched.
 * @throws {WalletError} `unreachable` or `refused`
 */
export async function validateMerchant(
  urls: BackendUrls,
  body: ValidateMerchantRequest,
): Promise<object> {
  const session = await post(
    urls.validateMerchantUrl || `${urls.backend}/validate-merchant`,
    body,
    patience.validate,
  );
  if (typeof session !== 'object' || !session) throw unreadable();
  return session;
}

/** Lets the backend open session and payment early. A failure does no harm: pay-token opens them. */
export function prepare(urls: BackendUrls, body: OrderRequest): void {
  post(`${urls.backend}/prepare`, body, patience.ask).catch(() => undefined);
}

/**
 * Pays, once. When the answer is lost the backend is asked how the payment stands, because a token
 * that may have arrived is not a failed payment.
 * @throws {WalletError} `refused` when the backend surely did not take the token, `unreachable` when
 * it answers neither question.
 */
export async function payToken(
  urls: BackendUrls,
  body: PayTokenRequest,
  key: string,
): Promise<PayTokenAnswer> {
  try {
    const answer = await post(urls.payTokenUrl || `${urls.backend}/pay-token`, body, patience.pay, {
      'idempotency-key': key,
    });
    return read(readPayTokenAnswer, answer);
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    const { outcome, payment_status = '' } = (error.cause ?? {}) as Partial<Problem>;
    if (outcome) return { outcome, status: payment_status };
    if (error.code === 'refused') throw error;
    return askStatus(urls, body).catch(() => {
      throw error;
    });
  }
}

/** @throws {WalletError} `unreachable` or `refused` */
export async function askStatus(urls: BackendUrls, { order }: OrderRequest): Promise<StatusAnswer> {
  const answer = await post(urls.statusUrl || `${urls.backend}/status`, { order }, patience.ask);
  return read(readStatusAnswer, answer);
}

async function post(
  url: string,
  body: object,
  timeout: number,
  headers?: Record<string, string>,
): Promise<unknown> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A reload in the middle must not tear the token from the wire.
      keepalive: true,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    answer = text && JSON.parse(text);
  } catch (error) {
    throw new WalletError('unreachable', `${url} gave no answer.`, error);
  }
  if (response.ok) return answer;
  throw refusal(response.status, answer);
}

/** A 4xx problem is a clear no; anything else leaves open what the backend did. */
function refusal(status: number, answer: unknown): WalletError {
  try {
    const problem = readProblem(answer);
    if (status < 500) return new WalletError('refused', problem.title, problem);
  } catch {
    // Not one of ours: a proxy's page, say.
  }
  return new WalletError('unreachable', `The answer was ${String(status)}.`);
}

function read<T>(reader: (body: unknown) => T, body: unknown): T {
  try {
    return reader(body);
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause?: unknown): WalletError {
  return new WalletError('unreachable', 'The answer has another shape.', cause);
}
