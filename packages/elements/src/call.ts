import { readProblem, type Problem } from '@wallet-buttons/protocol';
import { WalletError } from './errors.ts';
import { isNative, PlatformPromise, timeoutSignal, toJson } from './platform.ts';

/** Like the global `fetch`. It is called with method, headers, body and a signal. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Failed calls that certainly did not reach the code behind an endpoint, with their HTTP status if they have one. */
const unsent = new WeakMap<object, number>();

/** The HTTP status of a call that certainly did not reach the code behind its endpoint, 0 without one. */
export function unsentStatus(error: unknown): number | undefined {
  return unsent.get(WalletError.from(error));
}

/** Whether a call failed because its time was over, by the tag's own limit or by one of the page's `fetch`. */
export function wasGivenUp(error: unknown): boolean {
  const { cause } = WalletError.from(error);
  const { name, type } = Object(cause) as Readonly<Record<string, unknown>>;
  return /abort|timeout/i.test(`${String(name)} ${String(type)}`);
}

/** A call of an endpoint. */
export interface Call<T> {
  readonly body: object;
  /** Reads the answer, if it is not a refusal. */
  readonly read: (answer: unknown) => T;
  /** In milliseconds; 4 seconds by default. */
  readonly timeout?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the call outlives its document. */
  readonly keepalive?: boolean;
}

/**
 * Posts to an endpoint. Only a problem document is a certain refusal. After any other error the outcome is open, unless
 * it is one of `unsent`.
 */
export async function post<T>(url: string, fetch: Fetch, call: Call<T>): Promise<T> {
  const { body, read, headers, timeout = 4_000, keepalive = false } = call;
  let response: Response | undefined;
  let problem: Problem;
  // A function of the page that throws before it waits for anything has sent nothing, nor has the browser then.
  let isCalled = false;
  const first = { isTask: true };
  try {
    const signal = timeoutSignal(timeout);
    const pendingResponse = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: toJson(body),
      keepalive,
      redirect: 'error',
      signal,
    });
    isCalled = true;
    void turns().then(() => {
      first.isTask = false;
    });
    // The page's `fetch` may ignore the signal.
    const abortPromise = new PlatformPromise<never>((_resolve, reject) => {
      signal.onabort = reject;
    });
    const readText = async () => {
      response = await pendingResponse;
      return response.text();
    };
    const text = await PlatformPromise.race([readText(), abortPromise]);
    const answer: unknown = text && JSON.parse(text);
    if (response?.ok) return read(answer);
    problem = readProblem(answer);
  } catch (cause) {
    const error = new WalletError('unreachable', url, cause);
    const isUnsent = response
      ? early.test(String(response.status))
      : !isCalled || (first.isTask && (isNative(fetch) || !isNetworkError(cause)));
    if (isUnsent) unsent.set(error, response?.status ?? 0);
    throw error;
  }
  throw new WalletError('refused', problem.title, problem);
}

/** The statuses of a proxy, a firewall or a router that refuses a request before the code behind the endpoint runs. */
const early = /^(4(0[13457]|1[13457]|2[1689]|31|51)|511)$/;

/** More turns than a function needs that only adds a header, and none of them lets the network in. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await PlatformPromise.resolve();
}

/** Errors of `fetch` itself, in which the request may have left. */
function isNetworkError(error: unknown): boolean {
  // Also of another document, whose classes are others.
  return /^(Type|Abort|Timeout|Network)Error$/.test(String(Reflect.get(Object(error), 'name')));
}
