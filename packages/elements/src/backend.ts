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
import { kebab } from './names.ts';

/** The sheets give up after 30 seconds; ours must have an honest answer before. */
const [askPatience, payPatience] = [4_000, 20_000];

/** Where a tag finds the merchant's endpoints: a base, and each moved alone where one is. */
export interface BackendUrls {
  readonly backend: string;
  readonly validateMerchantUrl?: string;
  readonly payTokenUrl?: string;
  readonly statusUrl?: string;
}

/** @throws {WalletError} `config`, naming the first address that no request can be sent to. */
export function checkUrls({
  backend,
  validateMerchantUrl,
  payTokenUrl,
  statusUrl,
}: BackendUrls): void {
  const urls = { backend, validateMerchantUrl, payTokenUrl, statusUrl };
  for (const [name, url] of Object.entries(urls)) {
    if (url && !takesRequests(url))
      throw new WalletError('config', `Set ${kebab(name)} to an http or https URL.`);
  }
}

/**
 * The merchant session for wallet A, parsed and otherwise untouched.
 * @throws {WalletError} `unreachable` or `refused`
 */
export async function validateMerchant(
  { backend, validateMerchantUrl }: BackendUrls,
  body: ValidateMerchantRequest,
): Promise<object> {
  return post(validateMerchantUrl || `${backend}/validate-merchant`, body, readObject, payPatience);
}

/** Lets the backend open session and payment early. A failure does no harm: pay-token opens them. */
export function prepare({ backend }: BackendUrls, body: OrderRequest): void {
  post(`${backend}/prepare`, body, () => undefined, askPatience).catch(() => undefined);
}

/**
 * Pays, once. When the answer is lost the backend is asked how the payment stands, because a token
 * that may have arrived is not a failed payment.
 * @throws {WalletError} `refused` when the backend did not send the token on, `unreachable` when it
 * answers neither question.
 */
export async function payToken(
  urls: BackendUrls,
  body: PayTokenRequest,
  key: string,
): Promise<PayTokenAnswer> {
  const url = urls.payTokenUrl || `${urls.backend}/pay-token`;
  try {
    return await post(url, body, readPayTokenAnswer, payPatience, { 'idempotency-key': key });
  } catch (error) {
    const { code, cause } = error as WalletError;
    if (code === 'unreachable') {
      return askStatus(urls, body).catch(() => {
        throw error;
      });
    }
    const { outcome, payment_status = '', acs_url } = cause as Problem;
    if (!outcome) throw error;
    return readPayTokenAnswer({ outcome, status: payment_status, acs_url });
  }
}

/** @throws {WalletError} `config`, `unreachable` or `refused` */
export async function askStatus(urls: BackendUrls, { order }: OrderRequest): Promise<StatusAnswer> {
  checkUrls(urls);
  return post(urls.statusUrl || `${urls.backend}/status`, { order }, readStatusAnswer, askPatience);
}

/** A problem document is a clear no; whatever else is not an answer leaves open what happened. */
async function post<T>(
  url: string,
  body: object,
  read: (answer: unknown) => T,
  timeout: number,
  headers?: Record<string, string>,
): Promise<T> {
  let problem: Problem;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A reload in the middle must not tear the token from the wire.
      keepalive: true,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    const answer: unknown = text && JSON.parse(text);
    if (response.ok) return read(answer);
    problem = readProblem(answer);
  } catch (error) {
    throw new WalletError('unreachable', `${url} gave no answer.`, error);
  }
  throw new WalletError('refused', problem.title, problem);
}

/** As `fetch` reads it: relative to the page, and without a name before the host. */
function takesRequests(url: string): boolean {
  try {
    return /^https?:/.test(new Request(url).url);
  } catch {
    return false;
  }
}

function readObject(answer: unknown): object {
  if (answer && typeof answer === 'object') return answer;
  throw new TypeError('Not an object.');
}
