/** The rejection of a provider's promise, unless it is a plain Error or a string. */
export interface PaymentsError {
  /** `CANCELED`, or a `PaymentsErrorStatusCode` of the provider's reference. */
  readonly statusCode?: string;
  readonly statusMessage?: string;
}

/** A fault that the script finds in a request: a plain object, unlike an error of the sheet. */
export function developerError(statusMessage: string): Error {
  return { statusCode: 'DEVELOPER_ERROR', statusMessage } as unknown as Error;
}

/** Runs a check of a request, and logs its error like the provider. */
export function checked<T>(api: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    logFault(api, error);
    throw error;
  }
}

/** Runs a check outside of a promise: there the provider throws an Error instead of the plain object. */
export function orError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { statusMessage } = error as PaymentsError;
    throw statusMessage === undefined ? error : new Error(statusMessage);
  }
}

/** The line `DEVELOPER_ERROR in …` for an error of `developerError`. */
export function logFault(api: string, error: unknown): void {
  const { statusCode, statusMessage } = error as PaymentsError;
  if (statusCode === undefined) return;
  console.error(`${statusCode} in ${api} : ${statusMessage ?? ''}`);
}

/** `PaymentsError` of the reference. */
export function paymentsError(statusCode: string, statusMessage: string): PaymentsError & Error {
  return Object.assign(new Error(statusMessage), { statusCode, statusMessage });
}

/**
 * A closed sheet: an object with a status code and nothing else, or, where the browser's own Payment
 * Request was aborted, its DOMException with the status code added.
 */
export function canceled(shape: 'object' | 'DOMException'): Error {
  if (shape === 'object') return { statusCode: 'CANCELED' } as unknown as Error;
  return refusedByBrowser('AbortError', 'User closed the Payment Request UI.');
}

/** A rejected `show()` of the browser's Payment Request, as the script hands it on. */
export function refusedByBrowser(name: string, message: string): Error {
  return Object.assign(new DOMException(message, name), { statusCode: 'CANCELED' });
}
