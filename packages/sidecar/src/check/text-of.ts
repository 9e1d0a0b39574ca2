import { CodedError } from '@wallet-buttons/server';

/** An error with its remedy, without the text of a foreign one, which may quote a secret. */
export function textOf(error: unknown): string {
  if (!(error instanceof CodedError))
    return 'Signing failed: service.keyFile may be no key in PEM.';
  return `${error.message} ${error.suggestion}`;
}
