import { CodedError } from '@wallet-buttons/server';

/** An error with its remedy, without the text of a foreign one, which may quote a secret. */
export function textOf(error: unknown): string {
  if (!(error instanceof CodedError)) return 'It failed; service.keyFile may not be a key as PEM.';
  return `${error.message} ${error.suggestion}`;
}
