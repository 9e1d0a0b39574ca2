import { WalletServerError } from './errors.ts';

/**
 * Checks the names of the options of a call. Untyped code may misspell one, and without its `amount` a refund would give
 * all of a payment back.
 * @throws {WalletServerError} `invalid_field` for what is no object, `unknown_field` for another name.
 */
export function checkNames(options: object, names: readonly string[]): void {
  checkObject(options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  // The options may be those of a request, whose names may be anything.
  const isName = /^[A-Za-z_]{1,40}$/.test(unknown);
  const text = `There is no ${isName ? `option ${unknown}` : 'such option'}, but: ${names.join(', ')}.`;
  throw new WalletServerError('unknown_field', text, {
    suggestion: 'Correct the name, or leave it out.',
    ...(isName && { field: unknown }),
  });
}

/**
 * Refuses an option that is given as undefined. An amount that untyped code could not find would otherwise move all of a
 * payment, and a missing key would join another operation.
 * @throws {WalletServerError} `invalid_field`
 */
export function checkGiven(options: object): void {
  const missing = Object.entries(options).find(([, value]) => value === undefined);
  if (missing === undefined) return;
  const [field] = missing;
  throw new WalletServerError('invalid_field', `The option ${field} is undefined.`, {
    field,
    suggestion: 'Give its value, or leave the option out.',
  });
}

/** @throws {WalletServerError} `invalid_field` for the options of untyped code that are no object. */
export function checkObject(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new WalletServerError('invalid_field', 'The options are not an object.', {
    suggestion: 'Give each option by its name, like { amount }.',
  });
}

/** Refuses a name or a reason that is no short line: both stand in histories and logs. */
export function checkActor({
  by = '-',
  reason = '-',
}: {
  readonly by?: string;
  readonly reason?: string;
}): void {
  const isLine = (text: unknown, limit: number): boolean =>
    typeof text === 'string' && /^\P{Cc}+$/u.test(text) && text.length <= limit;
  checkField('by', isLine(by, 64));
  checkField('reason', isLine(reason, 200));
}

/** Refuses an unusable value, which would show, delete or move something else than intended. */
export function checkField(field: string, isUsable: boolean): void {
  if (isUsable) return;
  throw new WalletServerError('invalid_field', `${field} cannot be used.`, { field });
}
