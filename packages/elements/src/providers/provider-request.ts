/** The page's own part of a provider's request: members merged deeply, or a function of the request. */
export type ProviderRequest = object | ((request: object) => object) | undefined;

/**
 * The request with what the page wants of it. Lists of objects merge by position, other lists are replaced.
 * @param pinned What the page cannot change, such as the price.
 */
export function shaped(request: object, own: ProviderRequest, pinned: object = {}): object {
  const wanted = typeof own === 'function' ? own(request) : merged(request, own ?? {});
  return Object(merged(wanted, pinned));
}

function merged(own: unknown, over: unknown): unknown {
  if (!merges(own) || !merges(over)) return over;
  const result = Array.isArray(own) ? [...own] : { ...own };
  for (const [key, value] of Object.entries(over)) {
    Reflect.set(result, key, merged(Reflect.get(own, key), value));
  }
  return result;
}

/** Plain objects, and lists of objects. A `Date` is a value. */
function merges(value: unknown): value is object {
  return Array.isArray(value)
    ? typeof value[0] === 'object'
    : Object.prototype.toString.call(value) === '[object Object]';
}
