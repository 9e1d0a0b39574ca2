/** What a promise of the provider is rejected with, besides plain Errors and strings. */
export interface PaymentsError {
  /** `CANCELED`, or a `PaymentsErrorStatusCode` of the provider's reference. */
  readonly statusCode: string;
  readonly statusMessage?: string;
}

/** A rejection that tells the developer what to change. */
export function developerError(statusMessage: string): PaymentsError & Error {
  return paymentsError('DEVELOPER_ERROR', statusMessage);
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
  const statusCode = 'CANCELED';
  if (shape === 'object') return { statusCode } as unknown as Error;
  return Object.assign(new DOMException('User closed the Payment Request UI.', 'AbortError'), {
    statusCode,
  });
}
