import { WalletError } from '../errors.ts';
import { toJson } from '../platform.ts';

/** The page's part of a provider's request: members to merge deeply, or a function of the request. */
export type ProviderRequest = object | Shape | undefined;

type Shape = (request: object) => object;

/**
 * The request with the page's changes. Lists of objects merge by position, other lists are replaced.
 * @param pinnedMembers The members that the page cannot change, such as the price.
 * @throws {WalletError} `config` if the page's function throws.
 */
export function shaped(
  request: object,
  changes: ProviderRequest,
  pinnedMembers: object = {},
): object {
  // The page's function may change the request, which shares objects with `pinnedMembers`.
  const pinnedCopy = JSON.parse(toJson(pinnedMembers)) as object;
  try {
    return merged(
      typeof changes === 'function' ? (changes as Shape)(request) : merged(request, changes ?? {}),
      pinnedCopy,
    );
  } catch (error) {
    throw new WalletError('config', 'providerRequest', error);
  }
}

function merged(base: object, overrides: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries<unknown>({ ...overrides })) {
    const baseValue = result[name];
    result[name] = merges(baseValue) && merges(value) ? merged(baseValue, value) : value;
  }
  return Array.isArray(base) ? Object.values(result) : result;
}

/** Plain objects, and lists of objects. A `Date` is a value. */
function merges(value: unknown): value is object {
  return Array.isArray(value)
    ? typeof value[0] === 'object'
    : Object.prototype.toString.call(value) === '[object Object]';
}
