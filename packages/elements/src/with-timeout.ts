import { PlatformPromise } from './platform.ts';

/** The promise's value, or `fallback` if it has none within `milliseconds`. */
export async function withTimeout<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  fallback?: T,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new PlatformPromise<T | undefined>((resolve, reject) => {
      timer = setTimeout(resolve, milliseconds, fallback);
      promise.then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
