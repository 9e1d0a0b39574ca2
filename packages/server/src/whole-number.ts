import { WalletServerError } from './errors.ts';

/** What a timer takes; with more it would fire at once. */
const most = 2 ** 31 - 1;

/**
 * Checks the number of an option where it is given: a variable that is not set is no number, and with
 * that a limit would never hold, and a time always be over.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function wholeNumber(value: number, option: string, least = 1): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new WalletServerError(
    'config_invalid',
    `${option} must be a whole number from ${String(least)} to ${String(most)}.`,
  );
}
