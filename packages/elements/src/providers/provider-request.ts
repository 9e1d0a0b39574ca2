import { WalletError } from '../errors.ts';

/** The page's own part of a provider's request: members merged deeply, or a function of the request. */
export type ProviderRequest = object | Shape | undefined;

type Shape = (request: object) => object;

/**
 * The request with what the page wants of it. Lists of objects merge by position, other lists are replaced.
 * @param pinned What the page cannot change, such as the price.
 * @throws {WalletError} `config` when the page's function does.
 */
export function shaped(request: object, own: ProviderRequest, pinned: object = {}): object {
  // The page's function may write into the request, which holds some of the same objects.
  const kept = structuredClone(pinned);
  try {
    return merged(
      typeof own === 'function' ? (own as Shape)(request) : merged(request, own ?? {}),
      kept,
    );
  } catch (error) {
    throw new WalletError('config', 'providerRequest', error);
  }
}

function merged(own: object, over: object): object {
  const result: Record<string, unknown> = { ...own };
  for (const [name, value] of Object.entries<unknown>({ ...over })) {
    const before = result[name];
    result[name] = merges(before) && merges(value) ? merged(before, value) : value;
  }
  return Array.isArray(own) ? Object.values(result) : result;
}

/** Plain objects, and lists of objects. A `Date` is a value. */
function merges(value: unknown): value is object {
  return Array.isArray(value)
    ? typeof value[0] === 'object'
    : Object.prototype.toString.call(value) === '[object Object]';
}
